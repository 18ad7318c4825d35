/* SPDX-License-Identifier: MIT */
/* Memory of devices: the same data as on the host, calls timed by the device's clock, and what comes back. */
#include "base/memory.h"
#include "measure/bench_device.h"
#include "measure/measure.h"

#include <math.h>
#include <stdlib.h>

static bool is_here(const struct entry *entry)
{
    return entry->memory == &device_memory;
}

/* The arrays that an entry has there; NULL before they are taken. */
static struct device_set *find_set(const struct entry *entry)
{
    const struct block *const block = entry->block;
    const struct bench_device *const device = bench_device_of(block->bench, &entry->record->point);
    for (size_t i = 0; i < block->device_count; i++)
        if (block->devices[i].device == device && block->devices[i].guard == entry->guard)
            return &block->devices[i];
    return NULL;
}

static struct device_arrays *arrays_of(const struct entry *entry)
{
    return &find_set(entry)->arrays;
}

/* Take an entry out, and with it all of the same device, which would be told the same. */
static void refuse_all(struct block *block, const struct point *like, const struct error *why)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (entry->active && points_of_one_device(&entry->record->point, like))
            entry_refuse(entry, why);
    }
}

/* Memory of the host, which is writable. Few bytes are copied sooner than their memory is pinned. */
static void *pin(const struct block *block, struct engine_device *opened, void *memory, size_t bytes)
{
    enum { BYTES_LEAST = 1 << 20 };
    const bool pinned = opened->engine->pin && !block->guarded && bytes >= BYTES_LEAST &&
                        opened->engine->pin(opened, memory, bytes);
    return pinned ? memory : NULL;
}

/* Once the workers have filled them for the first time, so that they have decided where the pages lie. */
static bool pin_inputs(const struct block *block, struct device_set *set, struct error *error)
{
    for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++) {
        struct buffer *const input = &block->sets[0].input[stream];
        void **const pinned = &set->pinned[1 + stream];
        if (!buffer_protect(input, true, error))
            return false;
        *pinned = pin(block, set->arrays.opened, input->data, input->bytes);
        if (!buffer_protect(input, false, error))
            return false;
    }
    return true;
}

static bool map_device(struct block *block, const struct entry *entry, enum guard guard, struct error *why)
{
    const struct point *const point = &entry->record->point;
    struct bench_device *const device = bench_device_open(block->bench, point, why);
    if (!device)
        return false;
    const bool two = primitive_inputs(block->key.primitive) > 1;
    const struct device_bytes bytes = {
        .guarded = block->guarded,
        .odd_input = guard == GUARD_BACK,
        .input = problem_input_bytes(&block->key, 0),
        .second = two ? problem_input_bytes(&block->key, 1) : 0,
        .inputs = 1 + two,
        .output = host_output_bytes(block),
        .scratch = block->scratch_bytes,
    };
    struct device_set set = {.device = device, .guard = guard};
    if (!device_arrays_map(&set.arrays, device->opened, &bytes, why))
        return false;
    set.pinned[0] = pin(block, device->opened, entry_set(entry)->output.data, host_output_bytes(block));
    block->devices[block->device_count++] = set;
    return block->cache != CACHE_COLD || bench_device_map_eviction(device, why);
}

static void device_map(struct block *block)
{
    block->devices = memory_array(GUARDS * block->entry_count, sizeof *block->devices);
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct entry *const entry = &block->entries[i];
        struct error why = {0};
        if (!is_here(entry) || !entry->active || find_set(entry))
            continue;
        watch_note(block->bench->options->watch, WATCH_POINT, &entry->record->point);
        const enum guard last = block->guarded ? GUARDS - 1 : GUARD_FRONT;
        bool mapped = true;
        for (enum guard guard = GUARD_FRONT; mapped && guard <= last; guard++)
            mapped = map_device(block, entry, guard, &why);
        if (!mapped)
            refuse_all(block, &entry->record->point, &why);
    }
}

static void device_unmap(struct block *block)
{
    for (size_t i = 0; i < block->device_count; i++) {
        struct device_set *const set = &block->devices[i];
        for (unsigned array = 0; array < 1 + PROBLEM_INPUTS; array++)
            if (set->pinned[array])
                set->arrays.opened->engine->unpin(set->arrays.opened, set->pinned[array]);
        device_arrays_unmap(&set->arrays);
    }
    free(block->devices);
    block->devices = NULL;
    block->device_count = 0;
}

/* Copies of pinned memory go on when they have been called. */
static void await_copies(const struct device_set *set)
{
    if (set->pinned[1] || set->pinned[2])
        set->arrays.opened->engine->wait(set->arrays.opened);
}

static bool device_fill(struct block *block, struct error *error)
{
    for (size_t i = 0; i < block->device_count; i++) {
        struct device_set *const set = &block->devices[i];
        if (!set->filled && !block->guarded && !pin_inputs(block, set, error))
            return false;
        set->filled = true;
        device_arrays_fill(&set->arrays, block->sets[0].input);
        await_copies(set);
    }
    return true;
}

/* What an entry's run works on there. */
static struct run run_of(const struct entry *entry)
{
    const struct device_arrays *const set = arrays_of(entry);
    struct run run = entry_run(entry);
    run.device = set->opened;
    run.input = point_in_place(run.point) ? set->output : set->input[0];
    run.second = run.second ? set->input[1] : NULL;
    run.output = set->output;
    run.count = run.count ? set->count : NULL;
    run.scratch = set->scratch;
    return run;
}

static bool device_prepare(struct entry *entry, struct error *why)
{
    if (!host_hold_scratch(entry, why) ||
        !device_arrays_hold_scratch(arrays_of(entry), entry_scratch_bytes(entry), why))
        return false;
    const struct run run = run_of(entry);
    return entry_prepare(entry, &run, why);
}

/* Before each call that works in place. */
static void refill(const struct entry *entry)
{
    const struct device_set *const set = find_set(entry);
    const struct device_arrays *const arrays = &set->arrays;
    const struct buffer *const input = entry_set(entry)->input;
    if (!point_in_place(&entry->record->point))
        return;
    arrays->opened->engine->copy_in(arrays->opened, arrays->output, input->data, input->bytes);
    await_copies(set); /* the input is altered next */
}

static unsigned char poison_byte(bool complement)
{
    unsigned char poison;
    verify_poison(&poison, sizeof poison, complement);
    return poison;
}

static void device_poison(struct entry *entry, bool complement)
{
    const struct device_arrays *const set = arrays_of(entry);
    const struct engine *const engine = set->opened->engine;
    const unsigned char poison = poison_byte(complement);
    host_poison(entry, complement);
    engine->fill(set->opened, set->output, poison, host_output_bytes(entry->block));
    engine->fill(set->opened, set->count, poison, sizeof(uint64_t));
    if (!set->guarded)
        return;
    engine->fill(set->opened, set->scratch, poison, entry_scratch_bytes(entry));
    device_arrays_guard(set);
}

/* Copy what an entry has written to the host's output and count: some windows of it, or with NULL all. */
static void fetch(const struct entry *entry, const struct window *windows)
{
    const struct device_arrays *const device = arrays_of(entry);
    const struct engine *const engine = device->opened->engine;
    struct buffer_set *const set = entry_set(entry);
    const struct window all = {.bytes = host_output_bytes(entry->block)};
    if (primitive_counts(entry->record->point.implementation->primitive))
        engine->copy_out(device->opened, &set->count, device->count, sizeof set->count);
    for (size_t i = 0; i < (windows ? WINDOWS : 1); i++) {
        const struct window *const window = windows ? &windows[i] : &all;
        engine->copy_out(device->opened, set->output.data + window->first,
                         (const char *)device->output + window->first, window->bytes);
    }
}

/* Whether all that an entry did succeeded. Else it has failed, and where the run is in a child process, so
 * that a fresh one may go on with a fresh device, the process has ended. */
static bool is_good(struct entry *entry)
{
    const struct runner_options *const options = entry->block->bench->options;
    struct engine_device *const opened = arrays_of(entry)->opened;
    struct error why = {0};
    if (!opened->engine->failed(opened, &why))
        return true;
    if (options->lost)
        options->lost(options->context, why.text);
    entry_fail(entry, STATUS_CRASHED, why.text);
    return false;
}

/* One thread of the host gives all launches. */
static void call_all(const struct run *run, uint64_t calls)
{
    for (uint64_t i = 0; i < calls; i++)
        run->point->implementation->run(run);
}

/* Nothing is held back until all is queued: a first call of a library may load its kernels, which waits for
 * the device. */
static void call_untimed(const struct entry *entry, uint64_t calls)
{
    const struct run run = run_of(entry);
    call_all(&run, calls);
    run.engine->wait(run.device);
}

static double timed_s(struct entry *entry, uint64_t calls)
{
    const struct run run = run_of(entry);
    run.engine->begin(run.device);
    call_all(&run, calls);
    return run.engine->end(run.device);
}

/* Whether all succeeded, and a guarded entry has written nothing but what it may. */
static bool is_within(struct entry *entry)
{
    const struct device_arrays *const set = arrays_of(entry);
    const struct buffer *const input = entry_set(entry)->input;
    struct error why = {0};
    const bool within = !set->guarded || device_arrays_check(set, input, &why);
    if (!is_good(entry) || within)
        return entry->active;
    device_arrays_fill(set, input);
    entry_fail(entry, STATUS_WRONG, why.text);
    return false;
}

static bool device_call(struct entry *entry)
{
    refill(entry);
    call_untimed(entry, 1);
    fetch(entry, NULL);
    return is_within(entry);
}

/* In the order of the queue. */
static void evict(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    const struct bench_device *const device = bench_device_of(bench, &entry->record->point);
    const uint64_t start_ns = bench_now_ns(bench);
    if (entry->block->cache != CACHE_COLD)
        return;
    device->opened->engine->fill(device->opened, device->evicting, 0, device->evicting_bytes);
    entry_evicted(entry, start_ns);
}

static double repeat(struct entry *entry, uint64_t calls)
{
    refill(entry);
    evict(entry);
    return timed_s(entry, calls);
}

static void device_warm(struct entry *entry)
{
    entry->record->empty_dispatch_s = bench_device_of(entry->block->bench, &entry->record->point)->empty_s;
    warm_up(entry);
    is_good(entry);
}

/* One call brings what its one cache holds. */
static unsigned device_untimed_calls(size_t bytes, size_t last_cache)
{
    (void)bytes, (void)last_cache;
    return 1;
}

static void poison_lines(const struct entry *entry, const struct sample_check *check)
{
    const struct device_arrays *const set = arrays_of(entry);
    const struct engine *const engine = set->opened->engine;
    const unsigned char poison = poison_byte(check->complement);
    for (size_t i = 0; i < WINDOWS; i++)
        engine->fill(set->opened, (char *)set->output + check->windows[i].line, poison,
                     check->windows[i].line_bytes);
    engine->fill(set->opened, set->count, poison, sizeof(uint64_t));
}

/* The altered element of the host. */
static void copy_altered(const struct entry *entry, const struct sample_check *check)
{
    const struct device_arrays *const set = arrays_of(entry);
    const size_t size = dtype_size(check->dtype), at = check->alteration.index * size;
    if (check->alteration.made)
        set->opened->engine->copy_in(set->opened, (char *)set->input[0] + at, (const char *)check->input + at,
                                     size);
}

static bool device_begin(struct entry *entry, struct sample_check *check)
{
    const struct bench *const bench = entry->block->bench;
    if (!host_let_alter(entry))
        return false;
    sample_check_draw(entry, check);
    const uint64_t start_ns = bench_now_ns(bench);
    refill(entry);
    if (entry_untimed_calls(entry))
        call_untimed(entry, entry_untimed_calls(entry));
    bench_effort(bench)->untimed_s += clock_since_s(&bench->machine->clock, start_ns);
    sample_check_alter(check);
    copy_altered(entry, check);
    poison_lines(entry, check);
    refill(entry);
    evict(entry);
    return true;
}

static struct sample device_time(struct entry *entry, const struct sample_check *check)
{
    entry->record->counted_calls += check->calls;
    return (struct sample){.seconds = timed_s(entry, check->calls)};
}

/* What the device says of itself around a sample. */
static void watch(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    struct record *const record = entry->record;
    struct bench_device *const device = bench_device_of(bench, &record->point);
    bench_device_look(bench, device);
    entry->disturbance.slowed += device->slowed_since != 0;
    entry->disturbance.slowed_by |= device->slowed_since;
    entry->disturbance.shared += device->shared;
    if (device->condition.clock_mhz)
        record->clock_mhz = fmin(record->clock_mhz, device->condition.clock_mhz);
    if (device->condition.temperature_c)
        record->temperature_c = fmax(record->temperature_c, device->condition.temperature_c);
}

static bool device_judge(struct entry *entry, const struct sample_check *check, const struct sample *sample)
{
    struct finding finding = {0};
    (void)sample;
    fetch(entry, check->whole ? NULL : check->windows);
    if (!is_good(entry))
        return false;
    const bool right = sample_check_is_right(entry, check, &finding);
    sample_check_undo(check);
    copy_altered(entry, check);
    if (!sample_check_end(entry, check, right, &finding))
        return false;
    watch(entry);
    return true;
}

static bool read_energy(const struct entry *entry, struct energy_reading *reading)
{
    const struct engine_device *const opened = arrays_of(entry)->opened;
    *reading = (struct energy_reading){.count = 1};
    return opened->engine->energy &&
           opened->engine->energy(arrays_of(entry)->opened, &reading->counters[0].uj);
}

static bool counts_energy(const struct point *point)
{
    const struct engine_facts *facts;
    struct error why = {0};
    return engine_probe(point->device, &facts, &why) && facts->counts_energy;
}

static struct core_times device_core_times(const struct entry *entry)
{
    const struct bench_device *const device = bench_device_of(entry->block->bench, &entry->record->point);
    return (struct core_times){bench_device_core_s(device), NAN};
}

const struct memory_kind device_memory = {
    .judged_here = true,
    .batch_s = 200e-6, /* its events tell half a microsecond */
    .bytes_per_s = 500e9,
    .calls_most = 1 << 24,
    .map = device_map,
    .unmap = device_unmap,
    .fill = device_fill,
    .prepare = device_prepare,
    .finish = entry_finish,
    .poison = device_poison,
    .call = device_call,
    .is_right = host_is_right,
    .repeat = repeat,
    .counts_energy = counts_energy,
    .read_energy = read_energy,
    .energy_step_s = 0.1,
    .warm = device_warm,
    .begin = device_begin,
    .time = device_time,
    .judge = device_judge,
    .untimed_calls = device_untimed_calls,
    .core_times = device_core_times,
    .note = disturbance_of_device,
};
