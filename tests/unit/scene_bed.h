/* SPDX-License-Identifier: MIT */
/* A measured point that nothing disturbed, for tests of what is said of one that something did. */
#pragma once

#include "measure/block.h"
#include "measure/measure.h"

#include "test.h"

enum { SAMPLES = 30, N = 1 << 20 };

struct scene {
    struct machine machine;
    struct config config;
    struct runner_options options;
    struct place places[2];
    struct bench bench;
    struct implementation implementation;
    double samples[SAMPLES];
    struct record record;
    struct entry entry;
    struct buffer_set set;
    struct block block;
};

/* Of a machine of this topology, hwloc's words; REAL: this one. */
#define REAL NULL
static inline void enter(struct scene *scene, const char *topology)
{
    struct error error = {0};
    *scene = (struct scene){
        .places = {{.cpu = 0, .core = 0}, {.cpu = 1, .core = 1}},
        .implementation = {.name = "calm", .primitive = PRIMITIVE_SCAN},
        .set = {.workers = 2, .huge_fraction = 1, .remote_fraction = 0},
    };
    assert_true(machine_init(&scene->machine, topology, &error));
    scene->machine.clock.tick_s = scene->machine.clock.overhead_s = 1e-8;
    for (size_t i = 0; i < SAMPLES; i++)
        scene->samples[i] = 1e-3 * (1 + 1e-6 * (double)(i % 3));
    const struct point point = {.implementation = &scene->implementation, .n = N, .workers = 2};
    scene->record = record_of(&point);
    scene->record.batch = 1;
    scene->record.samples_s = scene->samples;
    scene->record.sample_count = SAMPLES;
    scene->record.huge_fraction = 1;
    scene->record.compute_s = 1e-6;
    scene->record.compute_spread = 0.01;
    scene->record.stop_reason = STOP_MAX_SAMPLES;
    scene->entry = (struct entry){.block = &scene->block, .memory = &host_memory, .record = &scene->record};
    scene->block = (struct block){
        .bench = &scene->bench,
        .key = {.primitive = PRIMITIVE_SCAN, .dtype = DTYPE_U32, .n = N},
        .pages = PAGES_HUGE,
        .workers = 2,
        .sets = &scene->set,
        .set_count = 1,
    };
    scene->bench = (struct bench){
        .config = &scene->config,
        .machine = &scene->machine,
        .options = &scene->options,
        .places = scene->places,
        .place_count = 2,
    };
}
