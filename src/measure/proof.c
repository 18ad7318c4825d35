/* SPDX-License-Identifier: MIT */
/* No number without proof: every entry is verified in the configuration that is timed, before and after. */
#include "measure/batch.h"
#include "measure/block.h"
#include "problem/verify.h"

#include <stdatomic.h>
#include <string.h>

/* EQUAL_LEAST: below, waking the workers costs more than they save. */
enum { EQUAL_GRAIN = 4096, EQUAL_LEAST = 1 << 20 };

struct problem block_problem(const struct block *block, const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    const struct buffer *const input = block_set(block, point)->input;
    struct problem problem = {
        .key = block->key,
        .input = {input[0].data, input[1].data},
        .expected = block->expected.data,
        .selected = block->selected,
        .unordered = point->implementation->unordered,
    };
    problem.key.primitive = point->implementation->primitive;
    return problem;
}

/* Elements that the entry writes of those it reads, where that is not given by n. */
static size_t selected_by(const struct problem *problem)
{
    if (problem->key.primitive == PRIMITIVE_COMPACT)
        return problem->selected;
    const bool copies_part = problem->key.primitive == PRIMITIVE_COPY_PART;
    return copies_part ? primitive_part(problem->key.n, problem->key.selectivity) : 0;
}

/* Comparing two runs of bytes, each worker its part. */
struct equal_job {
    const unsigned char *expected, *output;
    size_t bytes;
    unsigned workers;
    _Atomic bool differ;
};

static void compare_part(void *argument, unsigned worker)
{
    struct equal_job *const job = argument;
    size_t first, last;
    team_part(job->bytes, EQUAL_GRAIN, worker, job->workers, &first, &last);
    if (memcmp(job->expected + first, job->output + first, last - first) != 0)
        job->differ = true;
}

/* Whether a large output is the expected one byte for byte; what that does not tell is left to the verifier.
 */
static bool is_equal(const struct block *block, const struct bench *bench, const struct problem *problem,
                     const struct run *run)
{
    const void *expected;
    const size_t bytes = verify_bytes(problem, run->count ? *run->count : 0, &expected);
    struct equal_job job = {expected, run->output, bytes, block->workers, false};
    if (bytes < EQUAL_LEAST)
        return false;
    team_run(bench->team, block->workers, compare_part, &job);
    return !job.differ;
}

static bool prove(struct block *block, struct bench *bench, struct entry *entry, bool complement)
{
    const struct point *const point = &entry->record->point;
    const struct problem problem = block_problem(block, entry);
    const struct run run = block_run(block, bench, entry);
    const size_t roundings = point->implementation->roundings ? point->implementation->roundings(point) : 0;
    struct finding finding;
    block_poison(block, bench, entry, complement);
    batch_run(&run, 1);
    entry->record->selected = selected_by(&problem);
    if (!is_equal(block, bench, &problem, &run) &&
        !verify_output(&problem, run.output, run.count ? *run.count : 0, roundings, &finding)) {
        entry_fail(entry, STATUS_WRONG, finding.text);
        return false;
    }
    entry->digest = block_digest(block, bench, entry, false);
    entry->record->verified++;
    return true;
}

bool proof_before(struct block *block, struct bench *bench, struct error *error)
{
    for (size_t cover = problem_covers(&block->key); cover-- > 0;) {
        bench_watch(bench, WATCH_FILL, &block->entries[0].record->point);
        if (!block_fill(block, bench, cover, error))
            return false;
        for (size_t i = 0; i < block->entry_count && !bench_stopping(bench); i++) {
            struct entry *const entry = &block->entries[i];
            if (!entry->active)
                continue;
            bench_progress(bench, block, &entry->record->point);
            if (prove(block, bench, entry, false))
                prove(block, bench, entry, true);
        }
    }
    return true;
}

void proof_after(struct block *block, struct bench *bench)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (entry->record->status != STATUS_OK)
            continue;
        bench_progress(bench, block, &entry->record->point);
        prove(block, bench, entry, false);
    }
}
