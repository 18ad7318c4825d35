/* SPDX-License-Identifier: MIT */
/* The checking engine: an implementation on every awkward case, in guarded and poisoned memory, without
 * timing. */
#include "check/check.h"

#include "base/memory.h"
#include "measure/bench_device.h"
#include "measure/block.h"
#include "problem/reference.h"
#include "problem/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HANG_S = 120 };

/* The arrays of a case, and how it is run in them. */
struct checker {
    const struct implementation *implementation;
    const struct checker_options *options;
    struct checker_result *result;
    struct error *error;
    struct runner_options running;
    struct bench bench;
    struct block block;                /* nothing before the first case */
    struct record records[CASE_RANKS]; /* of its entries: by numbers of ranks, or one */
    struct record unknown;             /* what each begins as, but for its point */
    bool filled;                       /* its arrays are, by its key */
    bool lost;                         /* the device has failed */
};

/* The ways that a case is run in, one after the other until one is wrong. */
static const struct way {
    enum guard guard;
    bool complement; /* of the poison */
    bool unanswered, in_place;
    const char *here, *on_ranks; /* how that is said; NULL: not there */
} ways[] = {
    {GUARD_FRONT, false, false, false, "input at the front guard, output at the back one", "on poison"},
    {GUARD_BACK, true, false, false, "input at the back guard, output at the front one",
     "on the complement of the poison"},
    {GUARD_FRONT, false, true, false, "most groups late", NULL},
    {GUARD_FRONT, false, false, true, "in place", NULL},
};

/* Without mpiexec one rank is alone, in memory of this process. */
static bool is_on_ranks(const struct checker *checker, const struct point *point)
{
    return checker->options->met && point_on_ranks(point);
}

static const struct memory_kind *memory_of(const struct checker *checker, const struct point *point)
{
    return point_on_ranks(point) && !is_on_ranks(checker, point) ? &host_memory : memory_kind_of(point);
}

static bool is_way_of(const struct checker *checker, const struct way *way, const struct point *point)
{
    return (!way->unanswered || point->implementation->falls_back) &&
           (!way->in_place || (point_has(point, AXIS_IN_PLACE) && dtype_keeps_width(point->dtype))) &&
           (way->on_ranks || !is_on_ranks(checker, point));
}

/* But for the last one its arrays on the host stay for the next block: most cases have room in their pages.
 */
static void unmap_block(struct checker *checker, bool last)
{
    struct block *const block = &checker->block;
    for (size_t i = MEMORY_KINDS; i > 0 && block->entries; i--)
        if (last || memory_kinds[i - 1] != &host_memory)
            memory_kinds[i - 1]->unmap(block);
    free(block->entries);
    *block = (struct block){.sets = block->sets, .set_count = block->set_count, .expected = block->expected};
    checker->filled = false;
}

/* A block of the case's problem: of each number of ranks that may come an entry. */
static void map_block(struct checker *checker, const struct point *point, const struct problem_key *key)
{
    struct block *const block = &checker->block;
    block->bench = &checker->bench;
    block->key = *key;
    block->pages = PAGES_4K;
    block->cache = CACHE_HOT;
    block->guarded = memory_of(checker, point)->judged_here;
    block->workers = 1;
    const unsigned ranks =
        checker->options->extent.ranks < CASE_RANKS ? checker->options->extent.ranks : CASE_RANKS;
    const unsigned count = is_on_ranks(checker, point) ? ranks : 1;
    block->entries = memory_array(count, sizeof *block->entries);
    for (; block->entry_count < count; block->entry_count++) {
        struct record *const record = &checker->records[block->entry_count];
        *record = record_of(point);
        if (is_on_ranks(checker, point))
            record->point.ranks = block->entry_count + 1;
        block->entries[block->entry_count] = entry_of(block, record);
        block->entries[block->entry_count].memory = memory_of(checker, point);
    }
    block->planned_count = count;
    for (size_t i = 0; i < MEMORY_KINDS; i++)
        memory_kinds[i]->map(block);
}

static bool same_problem(const struct problem_key *a, const struct problem_key *b)
{
    return a->dtype == b->dtype && a->op == b->op && a->mode == b->mode && a->data == b->data &&
           a->cover == b->cover && a->row == b->row && a->selectivity == b->selectivity &&
           a->prefixed == b->prefixed && a->reversed == b->reversed;
}

static bool have_equal_arrays(enum dtype a, enum dtype b)
{
    return dtype_size(a) == dtype_size(b) && reference_rounds(a) == reference_rounds(b) &&
           dtype_size(dtype_output(a)) == dtype_size(dtype_output(b));
}

static struct entry *entry_for(struct checker *checker, const struct point *point)
{
    return &checker->block.entries[is_on_ranks(checker, point) ? point->ranks - 1 : 0];
}

/* Have the arrays of a problem, filled; NULL where the device has no memory for them, which is noted, or the
 * error says why. */
static struct entry *hold(struct checker *checker, const struct point *point, const struct problem_key *key)
{
    struct block *const block = &checker->block;
    if (!block->entries || block->key.n != key->n ||
        problem_output_count(&block->key) != problem_output_count(key) ||
        !have_equal_arrays(block->key.dtype, key->dtype)) {
        unmap_block(checker, false);
        map_block(checker, point, key);
    }
    struct entry *const entry = entry_for(checker, point);
    if (!entry->active) {
        checker->lost = point_on_device(point);
        if (checker->lost)
            checker_note_wrong(checker->result, ways[0].here, entry->record->message);
        else
            error_set(checker->error, EXIT_SYSTEM, "%s", entry->record->message);
        return NULL;
    }
    checker->filled = checker->filled && same_problem(&block->key, key);
    block->key = *key;
    checker->filled = checker->filled || block_fill(block, key->cover, checker->error);
    return checker->filled ? entry : NULL;
}

/* Make it ready, run it on poison, and judge what it wrote; false with what is wrong. What leaves something
 * for its next run has a next one, on other poison. */
static bool prove(struct checker *checker, struct entry *entry, bool complement, struct finding *finding)
{
    const struct memory_kind *const memory = entry->memory;
    const bool keeps = entry->record->point.implementation->kept_bytes;
    const unsigned runs = keeps && !checker->options->extent.distinct ? 2 : 1;
    struct error why = {0};
    checker->result->building = true;
    const bool ready = memory->prepare(entry, &why);
    checker->result->building = false;
    if (!ready) {
        snprintf(finding->text, sizeof finding->text, "%.255s", why.text);
        return false;
    }
    for (unsigned i = 0; i < runs; i++) {
        memory->poison(entry, complement != (i > 0));
        if (!memory->call(entry)) {
            snprintf(finding->text, sizeof finding->text, "%.255s", entry->record->message);
            return false;
        }
        if (!memory->is_right(entry, finding))
            return false;
    }
    return true;
}

static bool run_way(struct checker *checker, struct entry *entry, const struct point *point,
                    const struct way *way)
{
    struct finding finding = {0};
    *entry->record = checker->unknown;
    entry->record->point = *point;
    entry->record->point.in_place = way->in_place ? IN_PLACE_YES : point->in_place;
    entry->guard = way->guard;
    entry->unanswered = way->unanswered;
    entry->fold = 0;
    const bool right = prove(checker, entry, way->complement, &finding);
    checker->lost = point_on_device(point) && entry->record->status == STATUS_CRASHED;
    entry->memory->finish(entry);
    entry->active = true; /* for the next case */
    if (!right)
        checker_note_wrong(checker->result, is_on_ranks(checker, point) ? way->on_ranks : way->here,
                           finding.text);
    return right;
}

void checker_watch(const struct checker_options *options, struct checker_result *result)
{
    result->limit_s = options->hang_s ? options->hang_s : HANG_S;
    alarm(result->limit_s);
}

void checker_begin_case(const struct checker_options *options, struct checker_result *result,
                        const struct point *point, enum case_data data)
{
    result->now = *point;
    result->data = data;
    if (!result->wrong)
        result->point = *point;
    result->cases++;
    checker_watch(options, result);
}

char *checker_now(const struct checker_result *result, char *text, size_t size)
{
    char point[256];
    if (result->now.implementation)
        snprintf(text, size, "%s, %s", point_text(&result->now, point, sizeof point),
                 case_data_name(result->data));
    else
        snprintf(text, size, "before the first case");
    return text;
}

void checker_note_wrong(struct checker_result *result, const char *how, const char *what)
{
    char now[CASE_TEXT];
    if (!result->wrong++)
        snprintf(result->finding, sizeof result->finding, "%s, %s: %.255s",
                 checker_now(result, now, sizeof now), how, what);
}

static void note_refusal(struct checker_result *result, const struct error *why)
{
    snprintf(result->refused, sizeof result->refused, "%.*s", (int)sizeof result->refused - 1, why->text);
}

/* Whether the device lacks what a point needs: that is no mistake of its implementation. */
static bool refuses(struct checker *checker, const struct point *point)
{
    const struct engine *const engine = engine_of(point);
    const struct bench_device *const device = bench_device_of(&checker->bench, point);
    struct error why = {0};
    if (!device || !engine->supports || engine->supports(device->opened, point, &why))
        return false;
    note_refusal(checker->result, &why);
    return true;
}

static bool check_case(void *context, const struct point *point, enum case_data data)
{
    struct checker *const checker = context;
    struct problem_key key;
    if (!case_problem(point, data, checker->options->seed, &key) || refuses(checker, point))
        return true;
    checker_begin_case(checker->options, checker->result, point, data);
    struct entry *const entry = hold(checker, point, &key);
    if (!entry)
        return false;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (is_way_of(checker, &ways[i], point) && !run_way(checker, entry, point, &ways[i]))
            break;
    return !checker->lost;
}

static bool open_device(struct checker *checker)
{
    const enum devices device = checker->options->extent.device;
    const struct point point = {.device = device};
    return !device || bench_device_open(&checker->bench, &point, checker->error);
}

/* Whoever refuses every case has shown nothing; of some cases, or of one instruction set, it may refuse all,
 * and all where the machine lacks what it needs. */
static void doubt_refusal(struct checker *checker)
{
    const struct case_extent *const extent = &checker->options->extent;
    struct checker_result *const result = checker->result;
    struct error why = {0};
    if (result->cases || result->wrong || *result->refused || extent->filter || extent->isa || extent->ranks)
        return;
    if (!cases_exist(checker->implementation, extent, &why)) {
        note_refusal(result, &why);
        return;
    }
    result->wrong = 1;
    snprintf(result->finding, sizeof result->finding, "it refuses every case");
}

/* The workers are the ranks' where there are ranks. */
static bool open_bench(struct checker *checker)
{
    struct ranks_bench *const met = checker->options->met;
    checker->running = (struct runner_options){.budget_s = INFINITY};
    checker->bench =
        (struct bench){.untimed = true,
                       .options = &checker->running,
                       .ranks = met,
                       .machine = met ? met->machine : NULL, /* what is guarded asks for none */
                       .workers = CASE_WORKERS,
                       .team = met ? met->team : team_create(NULL, CASE_WORKERS, checker->error)};
    return checker->bench.team && open_device(checker);
}

static void close_bench(struct checker *checker)
{
    unmap_block(checker, true);
    bench_devices_close(&checker->bench);
    if (checker->options->met)
        checker->bench.team = NULL;
    bench_close(&checker->bench);
}

bool checker_run(const struct implementation *implementation, const struct checker_options *options,
                 struct checker_result *result, struct error *error)
{
    *result = (struct checker_result){.limit_s = 0};
    struct checker checker = {.implementation = implementation,
                              .options = options,
                              .result = result,
                              .error = error,
                              .unknown = record_of(&(struct point){.implementation = implementation})};
    checker_watch(options, result);
    const bool ok = open_bench(&checker) &&
                    cases_walk(implementation, &options->extent, check_case, &checker) &&
                    model_check_run(implementation, options, result, error);
    if (ok)
        doubt_refusal(&checker);
    close_bench(&checker);
    alarm(0);
    return ok || checker.lost;
}

struct count {
    const struct checker_options *options;
    size_t cases;
};

static bool count_case(void *context, const struct point *point, enum case_data data)
{
    struct count *const count = context;
    struct problem_key key;
    count->cases += case_problem(point, data, count->options->seed, &key);
    return true;
}

size_t checker_count(const struct implementation *implementation, const struct checker_options *options)
{
    struct count count = {.options = options};
    cases_walk(implementation, &options->extent, count_case, &count);
    return count.cases + model_check_count(implementation, options);
}
