/* SPDX-License-Identifier: MIT */
/* A block whose arrays are distributed over ranks, measured from the first of them.
 *
 * A call begins on all ranks at one time, which the first one chooses ahead, and ends when the slowest has
 * ended; one that a rank was late for does not count: after S. Hunold and A. Carpen-Amarie, Reproducible MPI
 * benchmarking is still not as easy as you think (2016). */
#include "measure/ranks_block.h"

#include "base/memory.h"
#include "implementation/distribution.h"
#include "measure/disturbance.h"
#include "measure/limits.h"
#include "measure/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { TRIES = 24, FIRST_CALLS = 3, MOST_CALLS = 32, SKEWS = 16, STARTS_BY_RANK_NS = 20 * 1000 };
static const double sample_s = 100e-6, first_margin_s = 300e-6, first_window_s = 200e-6, most_margin_s = 0.25;

/* How an entry is timed: what is chosen for it as it goes. */
struct pace {
    double margin_s; /* from the order to the first call */
    double
        proved_s; /* the longest run that was proved, on the slowest rank: a call begins after one like it */
    double window_s; /* from a call to the next */
    double call_s;   /* of the slowest that counted so far */
};

struct rank_rounds {
    struct block *block;
    struct bench *bench;
    struct ranks_bench *ranks;
    struct pace *paces; /* by entry */
};

bool ranks_block_is(const struct block *block)
{
    return block->entry_count > 0 && point_on_ranks(&block->entries[0].record->point);
}

static struct ranks_order order_of(const struct rank_rounds *rounds, size_t index, enum ranks_order_kind kind)
{
    struct ranks_order order =
        ranks_order_make(kind, &rounds->block->entries[index].record->point, &rounds->block->key);
    order.pages = rounds->block->pages;
    order.slot = (unsigned)index;
    return order;
}

/* False, and the entry has failed, when a rank did. */
static bool command(const struct rank_rounds *rounds, size_t index, const struct ranks_order *order,
                    enum status status, struct ranks_answer *answer)
{
    struct entry *const entry = &rounds->block->entries[index];
    block_progress(rounds->block, rounds->bench, &entry->record->point);
    if (ranks_command(rounds->ranks, order, answer))
        return true;
    if (entry->active || entry->record->status == STATUS_OK)
        entry_fail(entry, answer->crashed ? STATUS_CRASHED : status, answer->text);
    return false;
}

/* The first entry on as many ranks that has not failed. */
static bool is_first(const struct block *block, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (block->entries[i].active &&
            block->entries[i].record->point.ranks == block->entries[index].record->point.ranks)
            return false;
    return block->entries[index].active;
}

static void refuse_all(const struct rank_rounds *rounds, uint64_t ranks, const char *why)
{
    for (size_t i = 0; i < rounds->block->entry_count; i++) {
        struct entry *const entry = &rounds->block->entries[i];
        if (entry->record->point.ranks == ranks && entry->active)
            entry_fail(entry, STATUS_SKIPPED, why);
    }
}

static void map_all(const struct rank_rounds *rounds)
{
    struct ranks_answer answer;
    for (size_t i = 0; i < rounds->block->entry_count; i++) {
        if (!is_first(rounds->block, i))
            continue;
        const struct ranks_order order = order_of(rounds, i, ORDER_MAP);
        if (!command(rounds, i, &order, STATUS_SKIPPED, &answer))
            refuse_all(rounds, order.axis[AXIS_RANKS], answer.text);
    }
}

static void order_all_entries(const struct rank_rounds *rounds, enum ranks_order_kind kind)
{
    struct ranks_answer answer;
    for (size_t i = 0; i < rounds->block->entry_count; i++) {
        const struct ranks_order order = order_of(rounds, i, kind);
        if (kind == ORDER_FINISH || rounds->block->entries[i].active)
            command(rounds, i, &order, STATUS_SKIPPED, &answer);
    }
}

static void prove(const struct rank_rounds *rounds, size_t index, bool complement)
{
    struct entry *const entry = &rounds->block->entries[index];
    struct ranks_order order = order_of(rounds, index, ORDER_PROVE);
    struct ranks_answer answer;
    order.complement = complement;
    if (!command(rounds, index, &order, STATUS_WRONG, &answer))
        return;
    entry->record->selected = answer.selected;
    entry->record->huge_fraction = answer.huge_fraction;
    entry->digest = answer.digest;
    entry->record->verified++;
    rounds->paces[index].proved_s = fmax(rounds->paces[index].proved_s, answer.took_s);
}

static size_t most_covers(const struct block *block)
{
    size_t most = 1;
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct problem_key key = ranks_problem(&block->entries[i].record->point, &block->key);
        const size_t covers = problem_covers(&key);
        most = covers > most ? covers : most;
    }
    return most;
}

static void fill_all(const struct rank_rounds *rounds, size_t cover)
{
    struct ranks_answer answer;
    for (size_t i = 0; i < rounds->block->entry_count; i++) {
        struct ranks_order order = order_of(rounds, i, ORDER_FILL);
        if (!is_first(rounds->block, i))
            continue;
        order.key.cover = 0;
        order.key.cover = cover % problem_covers(&order.key);
        command(rounds, i, &order, STATUS_SKIPPED, &answer);
    }
}

static void prove_before(const struct rank_rounds *rounds)
{
    for (size_t cover = most_covers(rounds->block); cover-- > 0;) {
        fill_all(rounds, cover);
        for (size_t i = 0; i < rounds->block->entry_count && !bench_stopping(rounds->bench); i++)
            for (unsigned complement = 0; complement < 2 && rounds->block->entries[i].active; complement++)
                prove(rounds, i, complement);
    }
}

static uint64_t nanoseconds(double seconds)
{
    return (uint64_t)(seconds * 1e9);
}

/* One order of calls that begin together: the mean of those that nobody was late for, NAN when there is none.
 */
static double time_calls(const struct rank_rounds *rounds, size_t index, uint64_t calls,
                         struct ranks_answer *answer)
{
    struct entry *const entry = &rounds->block->entries[index];
    struct pace *const pace = &rounds->paces[index];
    struct ranks_order order = order_of(rounds, index, ORDER_TIME);
    order.calls = calls;
    order.window_ns = nanoseconds(pace->window_s);
    order.start_ns = bench_now_ns(rounds->bench) + nanoseconds(pace->margin_s + 2 * pace->call_s) +
                     STARTS_BY_RANK_NS * rounds->ranks->world.size;
    if (!command(rounds, index, &order, STATUS_SKIPPED, answer))
        return NAN;
    double total_s = 0, most_s = 0;
    uint64_t counted = 0;
    for (uint64_t i = 0; i < calls; i++) {
        const double took_s = rounds->ranks->times_s[i];
        entry->record->late_calls += isinf(took_s);
        if (isinf(took_s))
            continue;
        total_s += took_s;
        most_s = fmax(most_s, took_s);
        counted++;
    }
    pace->call_s = fmax(pace->call_s, most_s);
    if (counted == 0)
        pace->margin_s =
            fmin(fmax(2 * pace->margin_s, pace->proved_s / 8), fmax(most_margin_s, 2 * pace->proved_s));
    if (4 * counted < 3 * calls)
        pace->window_s = fmin(1.5 * pace->window_s, most_margin_s + 2 * pace->call_s);
    return counted ? total_s / (double)counted : NAN;
}

/* Until some calls began in time on every rank. */
static double time_entry(const struct rank_rounds *rounds, size_t index, uint64_t calls,
                         struct ranks_answer *answer)
{
    struct entry *const entry = &rounds->block->entries[index];
    double seconds = NAN;
    for (unsigned i = 0; i < TRIES && isnan(seconds) && entry->active && !bench_stopping(rounds->bench); i++)
        seconds = time_calls(rounds, index, calls, answer);
    if (isnan(seconds) && entry->active && !bench_stopping(rounds->bench))
        entry_fail(entry, STATUS_TIMEOUT, "no call began in time on every rank; expected a CPU for each");
    return seconds;
}

static void keep(struct entry *entry, double seconds)
{
    struct record *const record = entry->record;
    if (record->sample_count == record->sample_capacity) {
        record->sample_capacity = record->sample_capacity ? 2 * record->sample_capacity : 64;
        record->samples_s =
            memory_resize(record->samples_s, record->sample_capacity, sizeof *record->samples_s);
    }
    record->samples_s[record->sample_count++] = seconds;
}

static void take_sample(const struct rank_rounds *rounds, size_t index)
{
    struct entry *const entry = &rounds->block->entries[index];
    struct watch *const watch = rounds->bench->options->watch;
    struct ranks_answer answer;
    const uint64_t start_ns = bench_now_ns(rounds->bench);
    const double seconds = time_entry(rounds, index, entry->record->batch, &answer);
    if (isnan(seconds))
        return;
    entry->timed_s += clock_since_s(&rounds->bench->machine->clock, start_ns);
    if (watch)
        watch->effort.sampled_s += seconds * (double)entry->record->batch;
    keep(entry, seconds);
    if (answer.digest != entry->digest)
        entry_fail(entry, STATUS_WRONG, "the output of a sample is not the one that was verified");
}

/* Some calls, that tell how long one takes: how many are a sample, and how far apart they begin. */
static void pace_entry(const struct rank_rounds *rounds, size_t index)
{
    struct entry *const entry = &rounds->block->entries[index];
    struct pace *const pace = &rounds->paces[index];
    struct ranks_answer answer;
    const bool smoke = rounds->bench->options->smoke;
    pace->margin_s = first_margin_s;
    pace->window_s = first_window_s;
    const double call_s = time_entry(rounds, index, smoke ? 1 : FIRST_CALLS, &answer);
    if (isnan(call_s))
        return;
    const double calls = ceil(sample_s / fmax(call_s, 1e-9));
    entry->record->late_calls = 0;
    entry->record->batch = smoke ? 1 : (uint64_t)fmin(calls, MOST_CALLS);
    const struct record *const known = bench_known(rounds->bench, entry->record);
    if (known)
        entry->record->batch = known->batch < RANKS_CALLS ? known->batch : RANKS_CALLS;
    pace->window_s = fmax(pace->window_s, 2 * pace->call_s);
}

/* Whether any goes on. */
static bool one_round(const struct rank_rounds *rounds, uint32_t *order)
{
    struct block *const block = rounds->block;
    random_shuffle(&rounds->bench->random, order, block->entry_count);
    for (size_t i = 0; i < block->entry_count && !bench_stopping(rounds->bench); i++)
        if (rounds_wants(block, order[i]))
            take_sample(rounds, order[i]);
    return !bench_stopping(rounds->bench) && rounds_decide_all(block, rounds->bench);
}

static void run_rounds(const struct rank_rounds *rounds)
{
    struct block *const block = rounds->block;
    uint32_t *const order = memory_array(block->entry_count, sizeof *order);
    for (uint32_t i = 0; i < block->entry_count; i++) {
        order[i] = i;
        if (block->entries[i].active && !bench_stopping(rounds->bench))
            pace_entry(rounds, i);
    }
    bool going = rounds_active(block);
    while (going && !bench_stopping(rounds->bench))
        going = one_round(rounds, order);
    free(order);
}

/* How far apart the ends of a barrier are, on the ranks of an entry: what timing by barriers would add. */
static void measure_skew(const struct rank_rounds *rounds, size_t index)
{
    struct record *const record = rounds->block->entries[index].record;
    struct ranks_order order = order_of(rounds, index, ORDER_SKEW);
    struct ranks_answer answer;
    order.calls = SKEWS;
    order.start_ns = bench_now_ns(rounds->bench);
    if (command(rounds, index, &order, STATUS_SKIPPED, &answer))
        record->barrier_skew_s = statistics_make(rounds->ranks->times_s, SKEWS).median;
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

static void rate(const struct rank_rounds *rounds, size_t index)
{
    struct entry *const entry = &rounds->block->entries[index];
    struct record *const record = entry->record;
    const struct seat *const seat = &rounds->ranks->seat;
    const struct topology_facts *const facts = topology_facts(rounds->bench->machine->topology);
    if (record->status != STATUS_OK)
        return;
    record->statistics = record_statistics(record);
    record->compute_s = record->compute_spread = NAN;
    record->message_s = rounds->bench->message.message_s;
    record->message_bytes_per_s = rounds->bench->message.bytes_per_s;
    note_cpus(rounds->bench, record);
    if (seat->locals * point_workers(&record->point) > facts->units)
        record->flags |= FLAG_OVERSUBSCRIBED;
    disturbance_flag(rounds->block, rounds->bench, entry);
}

/* By what messages cost, and by the limit in the same rounds. */
static void predict(const struct rank_rounds *rounds, struct record *record)
{
    const struct point *const point = &record->point;
    const struct message_cost *const message = &rounds->bench->message;
    const bool alone = point->ranks == 1;
    struct rank_costs costs = {alone ? 0 : message->message_s, alone ? 0 : 1 / message->bytes_per_s,
                               record->limit_bytes_per_s / (double)point->ranks};
    if (record->status != STATUS_OK || !point->implementation->predict)
        return;
    if (primitive_limit(point->implementation->primitive) == PRIMITIVE_MESSAGES)
        costs.bytes_per_s = NAN; /* of messages, not of memory */
    record->rank_bytes_per_s = costs.bytes_per_s;
    record->predicted_s = point->implementation->predict(point, record->selected, &costs);
}

static void conclude(const struct rank_rounds *rounds)
{
    struct block *const block = rounds->block;
    for (size_t i = 0; i < block->entry_count; i++) {
        struct record *const record = block->entries[i].record;
        const bool finished =
            i < block->planned_count ? record->stop_reason != STOP_NONE : record->sample_count > 0;
        if (record->status == STATUS_PENDING && finished)
            record->status = STATUS_OK;
        if (record->status != STATUS_OK)
            continue;
        prove(rounds, i, false);
        measure_skew(rounds, i);
        rate(rounds, i);
    }
    limits_rate(block);
    disturbance_grade(block);
    for (size_t i = 0; i < block->planned_count; i++)
        predict(rounds, block->entries[i].record);
    for (size_t i = 0; i < block->planned_count; i++)
        if (block->entries[i].record->status == STATUS_PENDING)
            entry_fail(&block->entries[i], STATUS_INTERRUPTED, bench_why_unfinished(rounds->bench));
}

static void note_begin(const struct block *block)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (size_t i = 0; i < block->planned_count; i++)
        block->entries[i].record->began_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void ranks_block_measure(struct block *block, struct bench *bench)
{
    struct rank_rounds rounds = {block, bench, bench->ranks, NULL};
    struct ranks_answer answer;
    if (!bench->ranks) {
        for (size_t i = 0; i < block->entry_count; i++)
            entry_fail(&block->entries[i], STATUS_UNSUPPORTED,
                       "there are no ranks: mpiexec did not start this");
        return;
    }
    rounds.paces = memory_array(block->entry_count, sizeof *rounds.paces);
    map_all(&rounds);
    order_all_entries(&rounds, ORDER_PREPARE);
    prove_before(&rounds);
    note_begin(block);
    run_rounds(&rounds);
    conclude(&rounds);
    order_all_entries(&rounds, ORDER_FINISH);
    const struct ranks_order unmap = order_of(&rounds, 0, ORDER_UNMAP);
    command(&rounds, 0, &unmap, STATUS_SKIPPED, &answer);
    free(rounds.paces);
}
