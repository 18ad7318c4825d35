/* SPDX-License-Identifier: MIT */
/* The energy of a call: counters of energy move in steps that are longer than most calls, so that calls are
 * repeated, without a pause, from one step to another. */
#include "base/memory.h"
#include "measure/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ENERGY_ROUNDS = 3, WINDOW_STEPS = 4, LOST_STEPS = 64 };

/* What was taken between two steps of a counter, and for how many calls. */
struct energy_window {
    double joules, seconds;
    uint64_t calls;
};

bool energy_is_told(const struct point *point)
{
    const struct memory_kind *const memory = memory_kind_of(point);
    return memory->counts_energy && point->cache != CACHE_COLD && !point_in_place(point) &&
           memory->counts_energy(point);
}

bool energy_is_due(const struct block *block)
{
    const struct runner_options *const options = block->bench->options;
    const struct measure_settings *const measure = &block->bench->config->measure;
    return measure->energy_s > 0 && options->launch + 1 == measure->processes && !options->smoke &&
           !options->turns;
}

/* The limit of a point, which was measured in the same rounds; NULL: there is none. */
static struct entry *limit_of(const struct block *block, const struct entry *entry)
{
    const struct record *const record = entry->record;
    for (size_t i = 0; i < block->entry_count && record->limit_name; i++) {
        const struct point *const point = &block->entries[i].record->point;
        if (strcmp(point->implementation->name, record->limit_name) == 0 &&
            limits_hold(block, point, &record->point))
            return &block->entries[i];
    }
    return NULL;
}

static bool is_limit_of_any(const struct entry *entry)
{
    const struct block *const block = entry->block;
    for (size_t i = 0; i < block->planned_count; i++)
        if (limit_of(block, &block->entries[i]) == entry)
            return true;
    return false;
}

static bool is_counted(const struct entry *entry)
{
    return entry->record->status == STATUS_OK && (entry_is_planned(entry) || is_limit_of_any(entry)) &&
           energy_is_told(&entry->record->point);
}

static double since_s(const struct entry *entry, uint64_t start_ns)
{
    return clock_since_s(&entry->block->bench->machine->clock, start_ns);
}

/* Spend about so much time with calls, or with nothing. Returns how many calls. */
static uint64_t spend(struct entry *entry, bool idle, double seconds)
{
    const double fitting = seconds / entry->record->statistics.median;
    const uint64_t calls = (uint64_t)fmin(fmax(fitting, 1), entry->memory->calls_most);
    const struct timespec pause = {.tv_sec = (time_t)seconds,
                                   .tv_nsec = (long)(1e9 * (seconds - floor(seconds)))};
    if (idle)
        nanosleep(&pause, NULL);
    else
        entry->memory->repeat(entry, calls);
    return idle ? 0 : calls;
}

/* Go on until the counter moves. False: it stands still, or cannot be read any more. */
static bool await_step(struct entry *entry, bool idle, struct energy_reading *reading, uint64_t *calls)
{
    const double step_s = entry->memory->energy_step_s;
    const uint64_t start_ns = bench_now_ns(entry->block->bench);
    struct energy_reading before;
    bool moved = false, read = entry->memory->read_energy(entry, &before);
    while (read && !moved && since_s(entry, start_ns) < LOST_STEPS * step_s) {
        *calls += spend(entry, idle, step_s / 10);
        read = entry->memory->read_energy(entry, reading);
        moved = energy_between_j(&before, reading) > 0;
    }
    return read && moved;
}

/* Add a window of at least so many seconds. */
static void add_window(struct entry *entry, bool idle, double seconds, struct energy_window *sum)
{
    const struct bench *const bench = entry->block->bench;
    struct energy_reading first, last;
    uint64_t before = 0, calls = 0;
    entry_progress(entry);
    if (!await_step(entry, idle, &first, &before))
        return;
    const uint64_t start_ns = bench_now_ns(bench);
    while (since_s(entry, start_ns) < seconds && !bench_stopping(bench))
        calls += spend(entry, idle, seconds / 16);
    if (!await_step(entry, idle, &last, &calls))
        return;
    sum->joules += energy_between_j(&first, &last);
    sum->seconds += since_s(entry, start_ns);
    sum->calls += calls;
}

/* Of one window of a round. */
static double window_s(const struct entry *entry)
{
    const double asked_s = entry->block->bench->config->measure.energy_s / ENERGY_ROUNDS;
    return fmax(asked_s, WINDOW_STEPS * entry->memory->energy_step_s);
}

/* Whether two entries are counted by one counter. */
static bool share_counter(const struct entry *a, const struct entry *b)
{
    return a->memory == b->memory &&
           (a->memory->calls_here || points_of_one_device(&a->record->point, &b->record->point));
}

/* With nothing running, once for each counter. */
static void add_idle(struct block *block, struct energy_window *idle)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        bool first = is_counted(entry);
        for (size_t k = 0; k < i && first; k++)
            first = !is_counted(&block->entries[k]) || !share_counter(entry, &block->entries[k]);
        if (first)
            add_window(entry, true, window_s(entry), &idle[i]);
    }
}

static void add_round(struct block *block, struct energy_window *busy)
{
    uint32_t *const order = memory_array(block->entry_count, sizeof *order);
    for (uint32_t i = 0; i < block->entry_count; i++)
        order[i] = i;
    random_shuffle(&block->bench->random, order, block->entry_count);
    for (size_t i = 0; i < block->entry_count && !bench_stopping(block->bench); i++)
        if (is_counted(&block->entries[order[i]]))
            add_window(&block->entries[order[i]], false, window_s(&block->entries[order[i]]),
                       &busy[order[i]]);
    free(order);
}

/* The watts of the first entry that has them by the same counter. */
static double idle_w(const struct entry *entry, const struct energy_window *idle)
{
    const struct block *const block = entry->block;
    for (size_t i = 0; i < block->entry_count; i++)
        if (idle[i].seconds > 0 && share_counter(entry, &block->entries[i]))
            return idle[i].joules / idle[i].seconds;
    return NAN;
}

/* After all windows: of what has any, since one whose counter stood still adds nothing. */
static void note(struct block *block, const struct energy_window *busy, const struct energy_window *idle)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (busy[i].calls > 0 && block->entries[i].record->status == STATUS_OK) {
            block->entries[i].record->energy_j = busy[i].joules / (double)busy[i].calls;
            block->entries[i].record->idle_w = idle_w(&block->entries[i], idle);
        }
    for (size_t i = 0; i < block->planned_count; i++) {
        struct record *const record = block->entries[i].record;
        const struct entry *const limit = limit_of(block, &block->entries[i]);
        if (limit)
            record->energy_ratio = limit->record->energy_j / record_bytes(limit->record) *
                                   record_bytes(record) / record->energy_j;
    }
}

static void prove_last(struct block *block, const struct energy_window *busy)
{
    for (size_t i = 0; i < block->planned_count; i++) {
        struct entry *const entry = &block->entries[i];
        entry->active = busy[i].calls > 0;
        if (entry->active)
            proof_once(entry, false);
        entry->active = false;
    }
}

void energy_measure(struct block *block)
{
    struct energy_window *const busy = memory_array(2 * block->entry_count, sizeof *busy),
                                *const idle = busy + block->entry_count;
    add_idle(block, idle);
    for (unsigned round = 0; round < ENERGY_ROUNDS && !bench_stopping(block->bench); round++)
        add_round(block, busy);
    add_idle(block, idle);
    prove_last(block, busy);
    note(block, busy, idle);
    free(busy);
}
