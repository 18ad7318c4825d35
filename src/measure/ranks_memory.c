/* SPDX-License-Identifier: MIT */
/* Memory of ranks, from the first of them, which has the others hold, fill, prove and time their blocks.
 *
 * A call begins on all ranks at one time, which the first one chooses ahead, and ends when the slowest has
 * ended; one that a rank was late for does not count: after S. Hunold and A. Carpen-Amarie, Reproducible MPI
 * benchmarking is still not as easy as you think (2016). */
#include "base/memory.h"
#include "implementation/distribution.h"
#include "measure/measure.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 24,
    FIRST_CALLS = 3,
    MOST_CALLS = 32,
    SKEWS = 16,
    EXCHANGES_TIMED = 16,
    STARTS_BY_RANK_NS = 20 * 1000,
    WHOLE_BYTES = 16 << 20
};
static const double first_margin_s = 300e-6, first_window_s = 200e-6, most_margin_s = 0.25;

/* How an entry is timed, what is chosen for it as it goes; and what the ranks answered last. */
struct pace {
    double margin_s; /* from the order to the first call */
    double
        proved_s; /* the longest run that was proved, on the slowest rank: a call begins after one like it */
    double window_s;               /* from a call to the next */
    double call_s;                 /* of the slowest that counted so far */
    bool complement;               /* of the next poison */
    uint64_t proved[DIGEST_PARTS]; /* of the output that was verified */
    struct ranks_answer answer;
};

static struct pace *pace_of(const struct entry *entry)
{
    return &entry->block->paces[entry - entry->block->entries];
}

static struct ranks_order order_of(const struct entry *entry, enum ranks_order_kind kind)
{
    struct ranks_order order = ranks_order_make(kind, &entry->record->point, &entry->block->key);
    order.pages = entry->block->pages;
    order.slot = (unsigned)(entry - entry->block->entries);
    return order;
}

/* Have all ranks do it. False when one failed; the answer says which. */
static bool command(const struct entry *entry, const struct ranks_order *order)
{
    entry_progress(entry);
    return ranks_command(entry->block->bench->ranks, order, &pace_of(entry)->answer);
}

static bool order_done(struct entry *entry, enum ranks_order_kind kind, struct error *why)
{
    const struct ranks_order order = order_of(entry, kind);
    const struct ranks_answer *const answer = &pace_of(entry)->answer;
    return command(entry, &order) ||
           error_set(why, answer->code ? answer->code : EXIT_SYSTEM, "%s", answer->text);
}

/* The first active entry on as many ranks. */
static bool is_first(const struct entry *entry)
{
    const struct entry *other = entry->block->entries;
    while (other < entry && !(other->active && other->record->point.ranks == entry->record->point.ranks))
        other++;
    return entry->active && other == entry;
}

static void refuse_all(struct block *block, uint64_t ranks, const struct error *why)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].record->point.ranks == ranks && block->entries[i].active)
            entry_refuse(&block->entries[i], why);
}

static bool is_here(const struct block *block)
{
    return block->entry_count > 0 && block->entries[0].memory == &ranks_memory;
}

static void map_blocks(struct entry *entry)
{
    struct error why = {0};
    if (!entry->block->bench->ranks)
        error_set(&why, EXIT_USAGE, "there are no ranks: mpiexec did not start this");
    else if (order_done(entry, ORDER_MAP, &why))
        return;
    refuse_all(entry->block, entry->record->point.ranks, &why);
}

static void ranks_map(struct block *block)
{
    if (!is_here(block))
        return;
    block->paces = memory_array(block->entry_count, sizeof *block->paces);
    for (size_t i = 0; i < block->entry_count; i++)
        if (is_first(&block->entries[i]))
            map_blocks(&block->entries[i]);
}

static void ranks_unmap(struct block *block)
{
    if (block->paces && block->bench->ranks)
        order_done(&block->entries[0], ORDER_UNMAP, &(struct error){0});
    free(block->paces);
    block->paces = NULL;
}

static bool ranks_fill(struct block *block, struct error *error)
{
    (void)error;
    for (size_t i = 0; is_here(block) && i < block->entry_count; i++) {
        if (!is_first(&block->entries[i]))
            continue;
        struct ranks_order order = order_of(&block->entries[i], ORDER_FILL);
        if (order.key.data == DATA_EXACT) /* else it is a place */
            order.key.cover = block->key.cover % problem_covers(&order.key);
        command(&block->entries[i], &order);
    }
    return true;
}

static bool ranks_prepare(struct entry *entry, struct error *why)
{
    return order_done(entry, ORDER_PREPARE, why);
}

static void ranks_finish(struct entry *entry)
{
    order_done(entry, ORDER_FINISH, &(struct error){0});
}

static void ranks_poison(struct entry *entry, bool complement)
{
    pace_of(entry)->complement = complement;
}

/* On poison, and each rank judges its part. */
static bool ranks_call(struct entry *entry)
{
    struct pace *const pace = pace_of(entry);
    struct ranks_order order = order_of(entry, ORDER_PROVE);
    order.complement = pace->complement;
    if (!command(entry, &order) && pace->answer.crashed) {
        entry_fail(entry, STATUS_CRASHED, pace->answer.text);
        return false;
    }
    pace->proved_s = fmax(pace->proved_s, pace->answer.took_s);
    return true;
}

static bool ranks_is_right(struct entry *entry, struct finding *finding)
{
    const struct ranks_answer *const answer = &pace_of(entry)->answer;
    entry->record->selected = answer->selected;
    entry->record->huge_fraction = answer->huge_fraction;
    memcpy(pace_of(entry)->proved, answer->digest, sizeof answer->digest);
    snprintf(finding->text, sizeof finding->text, "%s", answer->text);
    return !answer->failed;
}

/* Of a large output on devices each sample brings another part, else all of it. */
static unsigned compared_part(const struct entry *entry)
{
    const struct record *const record = entry->record;
    const bool away = node_engine(record->point.rank_algorithm) != ENGINE_NONE &&
                      problem_output_bytes(&entry->block->key) > WHOLE_BYTES;
    return away ? record->sample_count % DIGEST_PARTS : DIGEST_PARTS;
}

static bool is_as_proved(const struct entry *entry, unsigned part)
{
    const struct pace *const pace = pace_of(entry);
    if (part < DIGEST_PARTS)
        return pace->answer.digest[part] == pace->proved[part];
    return memcmp(pace->answer.digest, pace->proved, sizeof pace->proved) == 0;
}

static uint64_t nanoseconds(double seconds)
{
    return (uint64_t)(seconds * 1e9);
}

/* What the calls of an order say of those to come. */
static void adapt(struct pace *pace, uint64_t calls, uint64_t counted, double most_s)
{
    pace->call_s = fmax(pace->call_s, most_s);
    if (counted == 0)
        pace->margin_s =
            fmin(fmax(2 * pace->margin_s, pace->proved_s / 8), fmax(most_margin_s, 2 * pace->proved_s));
    if (4 * counted < 3 * calls)
        pace->window_s = fmin(1.5 * pace->window_s, most_margin_s + 2 * pace->call_s);
}

/* The mean of the calls that nobody was late for, NAN when there is none. */
static double mean_s(struct entry *entry, uint64_t calls)
{
    const double *const took_s = entry->block->bench->ranks->times_s;
    double total_s = 0, most_s = 0;
    uint64_t counted = 0;
    for (uint64_t i = 0; i < calls; i++) {
        entry->record->late_calls += isinf(took_s[i]);
        if (isinf(took_s[i]))
            continue;
        total_s += took_s[i];
        most_s = fmax(most_s, took_s[i]);
        counted++;
    }
    adapt(pace_of(entry), calls, counted, most_s);
    return counted ? total_s / (double)counted : NAN;
}

/* One order of calls that begin together. False when a rank failed. */
static bool command_calls(struct entry *entry, struct ranks_order *order, uint64_t calls)
{
    const struct bench *const bench = entry->block->bench;
    const struct pace *const pace = pace_of(entry);
    order->kind = ORDER_TIME;
    order->calls = calls;
    order->window_ns = nanoseconds(pace->window_s);
    order->start_ns = bench_now_ns(bench) + nanoseconds(pace->margin_s + 2 * pace->call_s) +
                      STARTS_BY_RANK_NS * bench->ranks->world.size;
    return command(entry, order);
}

static double time_calls(struct entry *entry, uint64_t calls)
{
    const struct pace *const pace = pace_of(entry);
    struct ranks_order order = order_of(entry, ORDER_TIME);
    order.part = compared_part(entry);
    if (command_calls(entry, &order, calls))
        return mean_s(entry, calls);
    entry_fail(entry, pace->answer.crashed ? STATUS_CRASHED : STATUS_SKIPPED, pace->answer.text);
    return NAN;
}

/* Until some calls began in time on every rank. */
static double time_entry(struct entry *entry, uint64_t calls)
{
    const struct bench *const bench = entry->block->bench;
    double seconds = NAN;
    for (unsigned i = 0; i < TRIES && isnan(seconds) && entry->active && !bench_stopping(bench); i++)
        seconds = time_calls(entry, calls);
    if (isnan(seconds) && entry->active && !bench_stopping(bench))
        entry_fail(entry, STATUS_TIMEOUT, "no call began in time on every rank; expected a CPU for each");
    return seconds;
}

/* Some calls, that tell how long one takes: how many are a sample, and how far apart they begin. */
static void ranks_warm(struct entry *entry)
{
    struct pace *const pace = pace_of(entry);
    const bool smoke = entry->block->bench->options->smoke;
    const struct record *const known = entry_known(entry);
    pace->margin_s = first_margin_s;
    pace->window_s = first_window_s;
    const double call_s = time_entry(entry, smoke ? 1 : FIRST_CALLS);
    if (isnan(call_s))
        return;
    const double calls = ceil(ranks_memory.batch_s / fmax(call_s, 1e-9));
    entry->record->late_calls = 0;
    entry->record->batch = smoke ? 1 : (uint64_t)fmin(calls, MOST_CALLS);
    if (known)
        entry->record->batch = known->batch < RANKS_CALLS ? known->batch : RANKS_CALLS;
    pace->window_s = fmax(pace->window_s, 2 * pace->call_s);
}

static bool ranks_begin(struct entry *entry, struct sample_check *check)
{
    *check = (struct sample_check){.calls = entry->record->batch};
    return true;
}

/* What the orders take counts among the time that the point may take. */
static struct sample ranks_time(struct entry *entry, const struct sample_check *check)
{
    const struct bench *const bench = entry->block->bench;
    const uint64_t start_ns = bench_now_ns(bench);
    const double seconds = time_entry(entry, check->calls) * (double)check->calls;
    if (!isnan(seconds))
        entry->timed_s += fmax(0, clock_since_s(&bench->machine->clock, start_ns) - seconds);
    return (struct sample){.seconds = seconds};
}

static bool ranks_judge(struct entry *entry, const struct sample_check *check, const struct sample *sample)
{
    (void)check;
    if (isnan(sample->seconds))
        return false;
    if (is_as_proved(entry, compared_part(entry)))
        return true;
    entry_fail(entry, STATUS_WRONG, "the output of a sample is not the one that was verified");
    return false;
}

/* Each call comes after one that is not timed, on every rank. */
static unsigned ranks_untimed_calls(size_t bytes, size_t last_cache)
{
    (void)bytes, (void)last_cache;
    return 0;
}

static struct core_times ranks_core_times(const struct entry *entry)
{
    (void)entry;
    return (struct core_times){NAN, NAN};
}

/* How far apart the ends of a barrier are, on the ranks of an entry: what timing by barriers would add. */
static double barrier_skew_s(const struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    struct ranks_order order = order_of(entry, ORDER_SKEW);
    order.calls = SKEWS;
    order.start_ns = bench_now_ns(bench);
    return command(entry, &order) ? statistics_make(bench->ranks->times_s, SKEWS).median : NAN;
}

/* The median of the calls of the last order that nobody was late for, NAN when there is none. */
static double median_in_time_s(const struct bench *bench, uint64_t calls)
{
    double in_time_s[RANKS_CALLS];
    size_t count = 0;
    for (uint64_t i = 0; i < calls; i++)
        if (isfinite(bench->ranks->times_s[i]))
            in_time_s[count++] = bench->ranks->times_s[i];
    return count ? statistics_make(in_time_s, count).median : NAN;
}

/* Whether ranks exchange words in its calls, and each has an element to take for one. */
static bool has_exchange(const struct point *point)
{
    return point->ranks > 1 && point->n >= point->ranks && point_has(point, AXIS_COLLECTIVE) &&
           point->implementation->primitive != PRIMITIVE_EXSCAN;
}

/* What the exchange of a word takes on the ranks of an entry, when they have nothing else to do. */
static double exchange_s(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    const uint64_t calls = bench->options->smoke ? 1 : EXCHANGES_TIMED;
    const bool is_away = node_engine(entry->record->point.rank_algorithm) != ENGINE_NONE;
    struct point bare = entry->record->point;
    double seconds = NAN;
    if (!has_exchange(&bare))
        return NAN;
    bare.implementation = registry_find(PRIMITIVE_EXSCAN, is_away ? "mpi/device-exscan" : "mpi/exscan");
    bare.n = 1;
    struct ranks_order order = ranks_order_make(ORDER_PREPARE, &bare, &entry->block->key);
    order.slot = (unsigned)entry->block->entry_count;
    order.part = DIGEST_PARTS + 1;
    bool ok = command(entry, &order);
    for (unsigned i = 0; ok && i < TRIES && isnan(seconds) && !bench_stopping(bench); i++) {
        ok = command_calls(entry, &order, calls);
        seconds = ok ? median_in_time_s(bench, calls) : NAN;
        adapt(pace_of(entry), calls, isnan(seconds) ? 0 : calls, 0);
    }
    order.kind = ORDER_FINISH;
    command(entry, &order);
    return seconds;
}

/* Of the first rank, where its workers are pinned. */
static void note_cpus(const struct bench *bench, struct record *record)
{
    const unsigned workers = point_workers(&record->point),
                   room = sizeof record->cpus / sizeof record->cpus[0];
    if (!bench->places)
        return;
    record->cpu_count = workers < room ? workers : room;
    for (unsigned w = 0; w < record->cpu_count; w++)
        record->cpus[w] = bench->places[w].cpu;
}

static unsigned ranks_note(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    struct record *const record = entry->record;
    const struct topology_facts *const facts = topology_facts(bench->machine->topology);
    record->message_s = bench->message.message_s;
    record->message_bytes_per_s = bench->message.bytes_per_s;
    record->barrier_skew_s = barrier_skew_s(entry);
    record->exchange_s = exchange_s(entry);
    note_cpus(bench, record);
    return bench->ranks->seat.locals * point_workers(&record->point) > facts->units ? FLAG_OVERSUBSCRIBED : 0;
}

const struct memory_kind ranks_memory = {
    .batch_s = 100e-6,
    .bytes_per_s = 12e9,
    .calls_most = RANKS_CALLS,
    .map = ranks_map,
    .unmap = ranks_unmap,
    .fill = ranks_fill,
    .prepare = ranks_prepare,
    .finish = ranks_finish,
    .poison = ranks_poison,
    .call = ranks_call,
    .is_right = ranks_is_right,
    .warm = ranks_warm,
    .begin = ranks_begin,
    .time = ranks_time,
    .judge = ranks_judge,
    .untimed_calls = ranks_untimed_calls,
    .core_times = ranks_core_times,
    .note = ranks_note,
};
