/* SPDX-License-Identifier: MIT */
/* What the model found: counts by kernel and phase, hazards, stale reads. */
#include "base/divide.h"
#include "engine/model/model_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const model_counter_names[COUNTER_COUNT] = {
    "adds",          "subs",           "multiplies",    "shuffles",           "shared_loads",
    "shared_stores", "bank_conflicts", "barriers",      "simd_barriers",      "steps",
    "shared_words",  "device_loads",   "device_stores", "transactions",       "atomics",
    "polls",         "launches",       "stale_reads",   "memory_instructions"};
const char *const phase_names[PHASE_COUNT] = {"load", "local", "finish", "total"};
static const char *const hazard_names[HAZARD_COUNT] = {"divergent barrier", "poisoned read",
                                                       "out of bounds in shared memory", "shared race",
                                                       "out of bounds in device memory"};

static bool is_known(const struct model_report *report, const struct hazard *hazard)
{
    for (size_t i = 0; i < report->hazards; i++)
        if (report->hazard[i].kind == hazard->kind && report->hazard[i].kernel == hazard->kernel &&
            strcmp(report->hazard[i].array, hazard->array) == 0)
            return true;
    return false;
}

void note_hazard(struct group *group, enum hazard_kind kind, const char *array, size_t word, size_t other)
{
    struct model_report *const report = &group->model->report;
    const struct hazard hazard = {
        .kind = kind,
        .kernel = group->kernel_name,
        .array = array,
        .group = group->id,
        .thread = current_thread(group),
        .word = word,
        .other_thread = other,
    };
    report->hazard_count[kind]++;
    if (report->hazards < MODEL_HAZARDS && !is_known(report, &hazard))
        report->hazard[report->hazards++] = hazard;
}

void note_stale(struct group *group, const char *array, size_t word, size_t writer)
{
    struct model_report *const report = &group->model->report;
    count(group, COUNTER_STALE_READS, 1);
    if (report->stale_reads < MODEL_STALE_READS)
        report->stale[report->stale_reads++] =
            (struct stale_read){group->kernel_name, array, word, group->id, writer};
}

void note_unsupported(struct group *group, const char *format, ...)
{
    struct model *const model = group->model;
    va_list arguments;
    if (!model->halted) {
        va_start(arguments, format);
        vsnprintf(model->report.message, sizeof model->report.message, format, arguments);
        va_end(arguments);
        model->report.unsupported = true;
        model->halted = true;
    }
    group_yield(group, OUTCOME_FINISHED);
}

char *hazard_text(const struct hazard *hazard, char *text, size_t size)
{
    char thread[48] = "", other[48] = "";
    if (hazard->thread != MODEL_NO_THREAD)
        snprintf(thread, sizeof thread, ", thread %zu", hazard->thread);
    if (hazard->kind == HAZARD_RACE && hazard->other_thread != MODEL_NO_THREAD)
        snprintf(other, sizeof other, " (with thread %zu)", hazard->other_thread);
    if (hazard->kind == HAZARD_DIVERGENT_BARRIER)
        snprintf(text, size, "%s: kernel %s, group %zu%s", hazard_names[hazard->kind], hazard->kernel,
                 hazard->group, thread);
    else
        snprintf(text, size, "%s: kernel %s, group %zu%s, %s[%zu]%s", hazard_names[hazard->kind],
                 hazard->kernel, hazard->group, thread, hazard->array, hazard->word, other);
    return text;
}

static bool is_highest(enum counter counter)
{
    return counter == COUNTER_STEPS || counter == COUNTER_SHARED_WORDS;
}

static size_t words_of(const struct group *group, enum phase phase)
{
    const size_t width = group->model->options.device->bank_bytes;
    size_t words = 0;
    for (size_t i = 0; i < group->arrays; i++)
        if (shared_counts(&group->array[i]))
            words += divide_up(group->array[i].extent[phase] * group->array[i].bytes, width);
    return words;
}

void close_phase(struct group *group)
{
    uint64_t *const steps = &group->counts[group->phase].of[COUNTER_STEPS];
    *steps += group->depth - group->phase_depth;
    group->phase_depth = group->depth;
}

/* Sums over the phases, and what is counted once a group. */
static void total_counts(struct group *group)
{
    close_phase(group);
    for (enum phase phase = 0; phase < PHASE_TOTAL; phase++) {
        for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
            group->counts[PHASE_TOTAL].of[counter] += group->counts[phase].of[counter];
        group->counts[phase].of[COUNTER_SHARED_WORDS] = words_of(group, phase);
    }
    group->counts[PHASE_TOTAL].of[COUNTER_SHARED_WORDS] = words_of(group, PHASE_TOTAL);
}

static struct model_kernel *find_kernel(struct model *model, const char *name)
{
    struct model_report *const report = &model->report;
    for (size_t i = 0; i < report->kernels; i++)
        if (strcmp(report->kernel[i].name, name) == 0)
            return &report->kernel[i];
    if (report->kernels == MODEL_KERNELS)
        return &report->kernel[MODEL_KERNELS - 1];
    report->kernel[report->kernels].name = name;
    return &report->kernel[report->kernels++];
}

void add_group_counts(struct model *model, struct group *group)
{
    struct model_kernel *const kernel = find_kernel(model, group->kernel_name);
    model->kernel = kernel;
    total_counts(group);
    for (enum phase phase = 0; phase < PHASE_COUNT; phase++)
        for (enum counter counter = 0; counter < COUNTER_COUNT; counter++) {
            const uint64_t value = group->counts[phase].of[counter];
            uint64_t *const run = &kernel->run[phase].of[counter];
            if (counter == COUNTER_STEPS)
                model->launch_steps[phase] =
                    value > model->launch_steps[phase] ? (unsigned)value : model->launch_steps[phase];
            else if (is_highest(counter))
                *run = value > *run ? value : *run;
            else
                *run += value;
        }
    if (!kernel->has_group && group->tile == 0 && !group->tile_partial) {
        memcpy(kernel->group, group->counts, sizeof kernel->group);
        kernel->threads = group->launch.threads;
        kernel->has_group = true;
    }
}
