/* SPDX-License-Identifier: MIT */
/* What is timed is what is verified: the input of a sample changes in one element, some lines of its output
 * are poisoned before, and the output is compared with the answer that follows, before any rest. */
#include "base/divide.h"
#include "measure/measure.h"

#include "base/random.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* LENGTHS: how many numbers of calls the samples of foreign code may have. SHARED_LEAST: bytes below which
 * one worker compares sooner than several. */
enum { LINE = 64, LENGTHS = 8, SHARED_LEAST = 64 << 10 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t drawn_below(uint64_t random, size_t count)
{
    return (size_t)((unsigned __int128)random * count >> 64);
}

struct window window_at(size_t output_bytes, size_t first, uint64_t random)
{
    const size_t bytes = least(output_bytes, WINDOW_BYTES);
    struct window window = {.first = least(first / LINE * LINE, output_bytes - bytes), .bytes = bytes};
    const size_t line = drawn_below(random, divide_up(bytes, LINE)) * LINE;
    window.line = window.first + line;
    window.line_bytes = least(bytes - line, LINE);
    return window;
}

/* As likely at its edges as elsewhere. */
static size_t drawn_first(size_t output_bytes, uint64_t random)
{
    const size_t end = drawn_below(random, output_bytes + WINDOW_BYTES);
    return end < WINDOW_BYTES ? 0 : end - WINDOW_BYTES;
}

/* How many workers look at an output: those of the host who wrote it, of what came from elsewhere all. */
static unsigned checkers(const struct entry *entry, const struct run *run)
{
    if (!entry->memory->calls_here)
        return entry->block->workers;
    return implementation_callers(run->point->implementation, run->workers) == run->workers ? run->workers
                                                                                            : 1;
}

/* Whether a window is right; `wanted` receives what it has to be. */
static bool is_right(const struct answered *answered, const struct window *window, unsigned char *wanted)
{
    const size_t size = dtype_size(problem_output_dtype(&answered->problem->key));
    alteration_answer(answered->problem, answered->alteration, window->first / size, window->bytes / size,
                      wanted);
    return memcmp(wanted, (const unsigned char *)answered->output + window->first, window->bytes) == 0;
}

bool answered_in(const struct answered *answered, const struct window *window, struct finding *finding)
{
    _Alignas(LINE) unsigned char wanted[WINDOW_BYTES];
    const enum dtype dtype = problem_output_dtype(&answered->problem->key);
    if (is_right(answered, window, wanted))
        return true;
    const struct element_pairs pairs = {
        .dtype = dtype,
        .expected = wanted,
        .output = (const unsigned char *)answered->output + window->first,
        .base = window->first / dtype_size(dtype),
        .count = window->bytes / dtype_size(dtype),
        .total = answered->bytes / dtype_size(dtype),
    };
    *finding = (struct finding){0};
    if (verify_equal(&pairs, finding))
        snprintf(finding->text, sizeof finding->text, "elements %zu to %zu were written after the call",
                 pairs.base, pairs.base + pairs.count - 1);
    return false;
}

/* Comparing all of an output, each worker its windows. */
struct whole_job {
    const struct answered *answered;
    unsigned workers;
    _Atomic size_t wrong; /* where the first window begins that is not right */
};

static struct window whole_window(const struct answered *answered, size_t first)
{
    return (struct window){.first = first, .bytes = least(answered->bytes - first, WINDOW_BYTES)};
}

static void compare_part(void *argument, unsigned worker)
{
    struct whole_job *const job = argument;
    const struct span own = team_part(job->answered->bytes, WINDOW_BYTES, worker, job->workers);
    _Alignas(LINE) unsigned char wanted[WINDOW_BYTES];
    for (size_t at = own.first; at < own.last; at += WINDOW_BYTES) {
        const struct window window = whole_window(job->answered, at);
        if (is_right(job->answered, &window, wanted))
            continue;
        size_t first = job->wrong;
        while (at < first && !atomic_compare_exchange_weak(&job->wrong, &first, at)) {
        }
        return;
    }
}

bool answered_whole(const struct answered *answered, struct team *team, unsigned workers,
                    struct finding *finding)
{
    struct whole_job job = {
        .answered = answered, .workers = answered->bytes < SHARED_LEAST ? 1 : workers, .wrong = SIZE_MAX};
    team_run(team, job.workers, compare_part, &job);
    if (job.wrong == SIZE_MAX)
        return true;
    const struct window window = whole_window(answered, job.wrong);
    return answered_in(answered, &window, finding);
}

/* Of each entry and sample another, whatever else has been drawn. */
static uint64_t seed_of(const struct entry *entry)
{
    const struct block *const block = entry->block;
    const uint64_t which = (uint64_t)(entry - block->entries);
    const uint64_t of_block = random_at(~block->key.seed, block->bench->block_number);
    return random_at(random_at(of_block, which), entry->record->sample_count);
}

static uint64_t calls_of(const struct entry *entry, uint64_t random)
{
    const uint64_t batch = entry->record->batch;
    return entry_is_foreign(entry) ? batch - random % least(batch, LENGTHS) : batch;
}

void sample_check_draw(const struct entry *entry, struct sample_check *check)
{
    const struct block *const block = entry->block;
    struct problem problem = entry_problem(entry);
    const size_t size = dtype_size(problem_output_dtype(&problem.key));
    const uint64_t seed = seed_of(entry);
    const size_t bytes = entry_answer_bytes(entry);
    problem.key = block->key;
    *check = (struct sample_check){
        .calls = calls_of(entry, random_at(seed, 3)),
        .alteration = alteration_draw(&problem, &block->ranks, seed),
        .dtype = block->key.dtype,
        .input = entry_set(entry)->input[0].data,
        .bytes = bytes,
        .complement = seed & 1,
    };
    check->before = check->calls - 1;
    const size_t firsts[WINDOWS] = {drawn_first(bytes, random_at(seed, 4)), check->alteration.place * size,
                                    bytes};
    for (unsigned i = 0; i < WINDOWS; i++)
        check->windows[i] = window_at(bytes, firsts[i], random_at(seed, 5 + i));
}

void sample_check_alter(const void *check)
{
    const struct sample_check *const altered = check;
    alteration_apply(&altered->alteration, altered->dtype, altered->input);
}

void sample_check_undo(const struct sample_check *check)
{
    alteration_undo(&check->alteration, check->dtype, check->input);
}

/* A limit that is judged by its input, or elements in any order: expected has the altered element meanwhile.
 */
static bool verify_whole(const struct entry *entry, const struct sample_check *check, const struct run *run,
                         struct finding *finding)
{
    struct problem problem = entry_problem(entry);
    const struct alteration *const made = &check->alteration;
    if (run->count)
        problem.selected = alteration_count(&problem, made);
    const bool follows = problem.unordered && made->made && made->place < problem.selected;
    void *const expected = entry->block->expected.data;
    if (follows)
        element_store(problem.key.dtype, expected, made->place, made->is);
    const bool right = verify_output(&problem, run->output, run->count ? *run->count : 0, 0, finding);
    if (follows)
        element_store(problem.key.dtype, expected, made->place, made->was);
    return right;
}

static bool is_count_right(const struct problem *problem, const struct sample_check *check,
                           const struct run *run, struct finding *finding)
{
    if (!run->count)
        return true;
    const uint64_t wanted = alteration_count(problem, &check->alteration);
    if (*run->count == wanted)
        return true;
    snprintf(finding->text, sizeof finding->text, "count: expected %llu, got %llu",
             (unsigned long long)wanted, (unsigned long long)*run->count);
    return false;
}

bool sample_check_is_right(const struct entry *entry, const struct sample_check *check,
                           struct finding *finding)
{
    const struct problem problem = entry_problem(entry);
    const struct run run = entry_run(entry);
    const struct answered answered = {&problem, &check->alteration, run.output, check->bytes};
    if (!is_count_right(&problem, check, &run, finding))
        return false;
    if (!primitive_info(problem.key.primitive)->altered || problem.unordered)
        return !check->whole || verify_whole(entry, check, &run, finding);
    if (check->whole)
        return answered_whole(&answered, run.team, checkers(entry, &run), finding);
    for (unsigned i = 0; i < WINDOWS; i++)
        if (!answered_in(&answered, &check->windows[i], finding))
            return false;
    return true;
}

bool sample_check_end(struct entry *entry, const struct sample_check *check, bool right,
                      const struct finding *finding)
{
    char message[sizeof finding->text + 96];
    entry->record->verified += right && check->whole;
    snprintf(message, sizeof message, "the output of sample %zu: %s", entry->record->sample_count + 1,
             finding->text);
    if (!right)
        entry_fail(entry, STATUS_WRONG, message);
    return right;
}
