/* SPDX-License-Identifier: MIT */
/* Where arrays lie and calls run: on this host, on a device, on ranks. One interface; nobody but its kinds
 * asks which it is. */
#pragma once

#include "base/error.h"
#include "implementation/point.h"

struct block;
struct entry;
struct sample;
struct sample_check;
struct finding;
struct energy_reading;

/* What probe_core_s and probe_wide_s take where an entry runs, on the slowest of its workers. */
struct core_times {
    double chain_s, wide_s; /* NAN: not known */
};

struct memory_kind {
    bool calls_here;     /* calls run in this process, in whose memory they may write anywhere */
    bool judged_here;    /* answers are judged here, by inputs and answers that the host has in any case */
    double batch_s;      /* the least time of a sample: what its clock can tell is far below */
    double batch_ticks;  /* the same in ticks of the host's clock; 0: another one times it */
    double bytes_per_s;  /* that is expected of a call, roughly */
    unsigned calls_most; /* of a sample */

    /* Take memory for the block's entries of this kind, before a page of which is touched what does not fit
     * is refused: those entries fail. Nothing is done where there are none. */
    void (*map)(struct block *block);
    void (*unmap)(struct block *block);

    /* Have data by the block's key in the inputs, and what is right. */
    bool (*fill)(struct block *block, struct error *error);

    /* Make an entry ready, and undo that, also where it failed. */
    bool (*prepare)(struct entry *entry, struct error *why);
    void (*finish)(struct entry *entry);

    /* The proof of an entry. Poison all of its output; call it once, false where it has failed; judge what it
     * wrote. */
    void (*poison)(struct entry *entry, bool complement);
    bool (*call)(struct entry *entry);
    bool (*is_right)(struct entry *entry, struct finding *finding);

    /* Call it so often, timed, outside of samples; NAN: it failed. What comes before a call that is a sample
     * alone is its own to do. NULL: it is not called so. */
    double (*repeat)(struct entry *entry, uint64_t calls);

    /* Whether energy is counted where a point runs, for calls that can be repeated; NULL: it is not. */
    bool (*counts_energy)(const struct point *point);

    /* What there was taken where it runs, and how often that moves. False: nobody counts it. */
    bool (*read_energy)(const struct entry *entry, struct energy_reading *reading);
    double energy_step_s;

    /* Call it untimed until it is warm, and choose how many calls a sample has, unless that is known. */
    void (*warm)(struct entry *entry);

    /* A sample. Draw what it is of and have everything as it is when it begins, false where it has failed;
     * time it; judge its output before any rest, false where the sample is not kept. */
    bool (*begin)(struct entry *entry, struct sample_check *check);
    struct sample (*time)(struct entry *entry, const struct sample_check *check);
    bool (*judge)(struct entry *entry, const struct sample_check *check, const struct sample *sample);

    /* Calls without a clock before a sample, so that the caches are its own. */
    unsigned (*untimed_calls)(size_t bytes, size_t last_cache);

    /* How slow the cores are now, around a sample. */
    struct core_times (*core_times)(const struct entry *entry);

    /* What is known of an entry that was measured, into its record. Returns bits of enum flag. */
    unsigned (*note)(struct entry *entry);
};

extern const struct memory_kind host_memory, device_memory, ranks_memory;

enum { MEMORY_KINDS = 3 };
extern const struct memory_kind *const memory_kinds[MEMORY_KINDS];

/* The kind of a point's arrays. */
const struct memory_kind *memory_kind_of(const struct point *point);
