/* SPDX-License-Identifier: MIT */
/* Parts of an output that are poisoned before a timed sample and compared after it, drawn anew for each. */
#include "measure/windows.h"

#include "base/random.h"
#include "problem/verify_elements.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* DRAWN: of a large output, beside its end and the place. EVERYWHERE_MOST: bytes up to which an output is
 * compared whole. SHARED_LEAST: below, one worker is done sooner than several. */
enum { LINE = 64, DRAWN = 16, EVERYWHERE_MOST = 256 << 10, SHARED_LEAST = 64 << 10 };

static struct window_set windows_of(size_t bytes, unsigned workers)
{
    return (struct window_set){
        .bytes = bytes,
        .count = (bytes + WINDOW_BYTES - 1) / WINDOW_BYTES,
        .everywhere = true,
        .workers = bytes >= SHARED_LEAST ? workers : 1,
    };
}

struct window_set windows_draw(size_t bytes, size_t place, unsigned workers, uint64_t seed)
{
    struct window_set windows = windows_of(bytes, workers);
    windows.seed = seed;
    windows.place = place;
    if (bytes > EVERYWHERE_MOST) {
        windows.everywhere = false;
        windows.count = DRAWN + 2;
    }
    return windows;
}

struct window_set windows_whole(size_t bytes, unsigned workers)
{
    return windows_of(bytes, workers);
}

static size_t drawn_below(uint64_t random, size_t count)
{
    return (size_t)((unsigned __int128)random * count >> 64);
}

/* Of lines, so that no window begins within an element. */
static size_t window_first(const struct window_set *windows, size_t index)
{
    const size_t last = windows->bytes - WINDOW_BYTES, part = windows->bytes / DRAWN;
    if (windows->everywhere)
        return index * WINDOW_BYTES;
    if (index == DRAWN)
        return last;
    if (index > DRAWN)
        return (windows->place < last ? windows->place : last) / LINE * LINE;
    /* As likely at its edges as elsewhere. */
    const size_t ends = index * part + drawn_below(random_at(windows->seed, 2 * index), part + WINDOW_BYTES);
    return (ends < WINDOW_BYTES ? 0 : ends - WINDOW_BYTES) / LINE * LINE;
}

struct window window_at(const struct window_set *windows, size_t index)
{
    const size_t first = window_first(windows, index), left = windows->bytes - first;
    struct window window = {.first = first, .bytes = left < WINDOW_BYTES ? left : WINDOW_BYTES};
    const size_t lines = (window.bytes + LINE - 1) / LINE;
    window.line = drawn_below(random_at(windows->seed, 2 * index + 1), lines) * LINE;
    window.line_bytes = window.bytes - window.line < LINE ? window.bytes - window.line : LINE;
    window.line += first;
    return window;
}

/* Poisoning or comparing, each worker its windows. */
struct windows_job {
    const struct window_set *windows;
    const struct answered *answered;
    unsigned char *poisoned;
    bool complement;
    _Atomic size_t wrong; /* the first window */
};

static void poison_part(void *argument, unsigned worker)
{
    const struct windows_job *const job = argument;
    const struct span own = team_part(job->windows->count, 1, worker, job->windows->workers);
    for (size_t i = own.first; i < own.last; i++) {
        const struct window window = window_at(job->windows, i);
        verify_poison(job->poisoned + window.line, window.line_bytes, job->complement);
    }
}

void windows_poison(const struct window_set *windows, void *output, bool complement, struct team *team)
{
    struct windows_job job = {.windows = windows, .poisoned = output, .complement = complement};
    if (windows->count > 0)
        team_run(team, windows->workers, poison_part, &job);
}

/* Whether a window is right; `wanted` receives what it has to be. */
static bool is_right(const struct windows_job *job, const struct window *window, unsigned char *wanted)
{
    const struct answered *const answered = job->answered;
    const size_t size = dtype_size(problem_output_dtype(&answered->problem->key));
    alteration_answer(answered->problem, answered->alteration, window->first / size, window->bytes / size,
                      wanted);
    return memcmp(wanted, (const unsigned char *)answered->output + window->first, window->bytes) == 0;
}

static void compare_part(void *argument, unsigned worker)
{
    struct windows_job *const job = argument;
    const struct span own = team_part(job->windows->count, 1, worker, job->windows->workers);
    _Alignas(LINE) unsigned char wanted[WINDOW_BYTES];
    for (size_t i = own.first; i < own.last; i++) {
        const struct window window = window_at(job->windows, i);
        if (is_right(job, &window, wanted))
            continue;
        size_t first = job->wrong;
        while (i < first && !atomic_compare_exchange_weak(&job->wrong, &first, i)) {
        }
        return;
    }
}

static void describe(const struct windows_job *job, struct finding *finding)
{
    const struct answered *const answered = job->answered;
    const struct problem_key *const key = &answered->problem->key;
    const enum dtype dtype = problem_output_dtype(key);
    const struct window window = window_at(job->windows, job->wrong);
    _Alignas(LINE) unsigned char wanted[WINDOW_BYTES];
    is_right(job, &window, wanted);
    const struct element_pairs pairs = {
        .dtype = dtype,
        .expected = wanted,
        .output = (const unsigned char *)answered->output + window.first,
        .base = window.first / dtype_size(dtype),
        .count = window.bytes / dtype_size(dtype),
        .total = job->windows->bytes / dtype_size(dtype),
    };
    *finding = (struct finding){0};
    if (verify_equal(&pairs, finding))
        snprintf(finding->text, sizeof finding->text, "elements %zu to %zu were written after the call",
                 pairs.base, pairs.base + pairs.count - 1);
}

bool windows_compare(const struct window_set *windows, const struct answered *answered, struct team *team,
                     struct finding *finding)
{
    struct windows_job job = {.windows = windows, .answered = answered, .wrong = SIZE_MAX};
    if (windows->count > 0)
        team_run(team, windows->workers, compare_part, &job);
    if (job.wrong == SIZE_MAX)
        return true;
    describe(&job, finding);
    return false;
}
