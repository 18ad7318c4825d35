/* SPDX-License-Identifier: MIT */
/* The devices of a run: opened when a point first asks for one, what a launch costs on them, and how fast
 * their clock runs. */
#pragma once

#include "engine/engine.h"
#include "measure/bench.h"

struct bench_device {
    struct bench_device *next;
    uint64_t name; /* on the axis of its points */
    struct engine_device *opened;
    struct built *nothing, *chain; /* of kernels/device_probe.h */
    void *word;                    /* that they write */
    double empty_s;                /* of a launch that does nothing, in a batch of them */
    size_t cache_bytes;            /* of its last cache; 0: not known */
    void *evicting;                /* memory that empties it; NULL until a call is cold */
    size_t evicting_bytes;
    char address[32];                  /* where it is in the machine, or its name */
    int place;                         /* among the runs that measure on it: occupancy.h */
    struct engine_condition condition; /* when it was last looked at */
    uint64_t looked_ns;                /* 0: never */
    unsigned slowed_since;             /* bits of enum slowdown, since it was looked at before */
    bool shared;                       /* somebody else computed on it */
};

/* The device of a point with one, opened. NULL, with why not: EXIT_SYSTEM, or EXIT_USAGE for what it cannot
 * do. The run closes it. */
struct bench_device *bench_device_open(struct bench *bench, const struct point *point, struct error *why);

/* The same when it has been opened. */
struct bench_device *bench_device_of(const struct bench *bench, const struct point *point);

/* Take memory that empties its cache, once a run. EXIT_USAGE where the size of that is not known,
 * EXIT_SYSTEM. */
bool bench_device_map_eviction(struct bench_device *device, struct error *why);

/* The time of a fixed chain of dependent instructions on the device: how slow its clock runs. NAN once
 * something has failed. */
double bench_device_core_s(const struct bench_device *device);

/* What is known of the state of a device, looked at again when that is some time ago. Between samples. */
void bench_device_look(const struct bench *bench, struct bench_device *device);

void bench_devices_close(struct bench *bench);
