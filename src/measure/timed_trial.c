/* SPDX-License-Identifier: MIT */
/* What is timed is what is verified: before each sample, or between two of its calls, an element of the input
 * changes, and parts of the output are poisoned before; after it, before any rest, the output is compared
 * with the answer that follows. */
#include "measure/timed_trial.h"

#include "base/random.h"
#include "engine/engine.h"
#include "measure/arena.h"
#include "measure/batch.h"
#include "measure/device_arena.h"
#include "problem/verify.h"

#include <stdio.h>

/* WHOLE_BASE: of our own code, and on devices, all of the output is verified after the first sample, and
 * after one in each stretch of samples that is so many times as long as the one before. */
enum { WHOLE_BASE = 4 };

bool trials_begin(struct block *block, struct error *error)
{
    const struct problem problem = {
        .key = block->key,
        .input = {block->sets[0].input[0].data, block->sets[0].input[1].data},
    };
    ranks_make(&block->ranks, &problem);
    for (size_t i = 0; i < block->set_count; i++)
        for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
            if (!buffer_protect(&block->sets[i].input[stream], true, error))
                return false;
    return true;
}

/* Of each entry and batch another, whatever else has been drawn. */
static uint64_t seed_of(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    const uint64_t which = (uint64_t)(entry - block->entries);
    const uint64_t of_block = random_at(~block->key.seed, bench->block_number);
    return random_at(random_at(of_block, which), entry->trials);
}

/* Whether all of this batch's output is verified: always of foreign code, but for what a device would have to
 * send. */
static bool is_whole(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    const size_t sample = entry->record->sample_count;
    size_t first = 1;
    if (sample == 0 || (point->implementation->family == FAMILY_PLUGIN && !point_on_device(point)))
        return true;
    while (first * WHOLE_BASE <= sample)
        first *= WHOLE_BASE;
    const uint64_t of_entry =
        random_at(block->key.seed ^ bench->block_number, (uint64_t)(entry - block->entries));
    return sample == first + random_at(of_entry, first) % ((WHOLE_BASE - 1) * first);
}

static struct problem block_problem(const struct block *block, const struct entry *entry)
{
    struct problem problem = entry_problem(block, entry);
    problem.key = block->key;
    return problem;
}

static void put(const struct block *block, const struct entry *entry, const struct alteration *alteration,
                bool undo)
{
    const struct point *const point = &entry->record->point;
    const enum dtype dtype = block->key.dtype;
    const size_t size = dtype_size(dtype), at = alteration->index * size;
    unsigned char *const input = block_set(block, point)->input[0].data;
    if (!alteration->made)
        return;
    (undo ? alteration_undo : alteration_apply)(alteration, dtype, input);
    if (!point_on_device(point))
        return;
    const struct device_set *const device = block_device(block, point);
    device->opened->engine->copy_in(device->opened, (char *)device->input[0] + at, input + at, size);
}

static void poison(const struct block *block, const struct bench *bench, const struct entry *entry,
                   const struct trial *trial)
{
    const struct run run = entry_host_run(block, bench, entry);
    const bool complement = trial->windows.seed & 1;
    if (run.count)
        *run.count = verify_poison_count(complement);
    if (point_on_device(run.point))
        device_arena_poison_windows(block, entry, &trial->windows, complement);
    else
        windows_poison(&trial->windows, run.output, complement, bench->team);
}

static unsigned writers(const struct run *run)
{
    return implementation_callers(run->point->implementation, run->workers) == run->workers ? run->workers
                                                                                            : 1;
}

/* Half of the times before the last call, so that no earlier one helps. */
static uint64_t calls_before(const struct point *point, uint64_t calls, uint64_t random)
{
    if (point_on_device(point) || calls < 2)
        return 0;
    return random & 1 ? calls - 1 : 1 + (random >> 1) % (calls - 1);
}

void trial_draw(const struct block *block, const struct bench *bench, struct entry *entry, uint64_t calls,
                struct trial *trial)
{
    const struct problem problem = block_problem(block, entry);
    const struct run run = entry_host_run(block, bench, entry);
    const struct problem_key key = entry_problem(block, entry).key;
    const uint64_t seed = seed_of(block, bench, entry);
    const size_t size = dtype_size(problem_output_dtype(&key));
    *trial = (struct trial){
        .calls = calls,
        .before = calls_before(run.point, calls, random_at(seed, 3)),
        .alteration = alteration_draw(&problem, &block->ranks, seed),
        .dtype = key.dtype,
        .input = block_set(block, run.point)->input[0].data,
    };
    entry->trials++;
    trial->windows = windows_draw(block_answer_bytes(block, entry->record), trial->alteration.place * size,
                                  writers(&run), random_at(seed, 2));
    trial->whole = is_whole(block, bench, entry);
}

void trial_prepare(const struct block *block, const struct bench *bench, const struct entry *entry,
                   const struct trial *trial)
{
    if (!trial->before)
        put(block, entry, &trial->alteration, false);
    poison(block, bench, entry, trial);
}

void trial_change(const void *trial)
{
    const struct trial *const changed = trial;
    alteration_apply(&changed->alteration, changed->dtype, changed->input);
}

/* A limit that is judged by its input, or elements in any order: expected has the altered element meanwhile.
 */
static bool verify_whole(const struct block *block, const struct entry *entry, const struct trial *trial,
                         const struct run *run, struct finding *finding)
{
    struct problem problem = entry_problem(block, entry);
    const struct alteration *const made = &trial->alteration;
    if (run->count)
        problem.selected = alteration_count(&problem, made);
    const bool follows = problem.unordered && made->made && made->place < problem.selected;
    void *const expected = block->expected.data;
    if (follows)
        element_store(problem.key.dtype, expected, made->place, made->is);
    const bool right = verify_output(&problem, run->output, run->count ? *run->count : 0, 0, finding);
    if (follows)
        element_store(problem.key.dtype, expected, made->place, made->was);
    return right;
}

static bool is_count_right(const struct problem *problem, const struct trial *trial, const struct run *run,
                           struct finding *finding)
{
    if (!run->count)
        return true;
    const uint64_t wanted = alteration_count(problem, &trial->alteration);
    if (*run->count == wanted)
        return true;
    snprintf(finding->text, sizeof finding->text, "count: expected %llu, got %llu",
             (unsigned long long)wanted, (unsigned long long)*run->count);
    return false;
}

static bool is_right(const struct block *block, const struct bench *bench, const struct entry *entry,
                     const struct trial *trial, struct finding *finding)
{
    const struct problem problem = entry_problem(block, entry);
    const struct run run = entry_host_run(block, bench, entry);
    const struct answered answered = {&problem, &trial->alteration, run.output};
    const struct window_set whole = windows_whole(trial->windows.bytes, trial->windows.workers);
    if (!is_count_right(&problem, trial, &run, finding))
        return false;
    if (primitive_info(problem.key.primitive)->altered && !problem.unordered)
        return windows_compare(trial->whole ? &whole : &trial->windows, &answered, bench->team, finding);
    return !trial->whole || verify_whole(block, entry, trial, &run, finding);
}

static void fail(struct entry *entry, const struct trial *trial, const struct finding *finding)
{
    char message[sizeof finding->text + 96];
    snprintf(message, sizeof message, "the output of %s %zu: %s",
             trial->timed ? "sample" : "a batch before sample", entry->record->sample_count + 1,
             finding->text);
    entry_fail(entry, STATUS_WRONG, message);
}

/* Who changed the input that this entry was given: all are called once more, and it is looked at after each.
 * The answer is whether anybody did. */
static bool find_culprit(struct block *block, struct bench *bench)
{
    bool found = false;
    for (size_t i = 0; i < block->entry_count && !bench_stopping(bench); i++) {
        struct entry *const entry = &block->entries[i];
        const struct run run = entry_run(block, bench, entry);
        if (!entry->active || point_on_device(run.point))
            continue;
        arena_refill(block, bench, entry);
        batch_run(&run, 1);
        found |= arena_mend(block, bench, entry);
    }
    return found;
}

enum trial_verdict trial_judge(struct block *block, struct bench *bench, struct entry *entry,
                               const struct trial *trial)
{
    const struct point *const point = &entry->record->point;
    struct finding finding = {0};
    if (point_on_device(point))
        device_arena_fetch(block, entry, trial->whole ? NULL : &trial->windows);
    if (!device_arena_good(block, bench, entry))
        return TRIAL_WRONG;
    const bool right = is_right(block, bench, entry, trial, &finding);
    put(block, entry, &trial->alteration, true);
    if (right) {
        entry->record->verified += trial->whole;
        return TRIAL_RIGHT;
    }
    size_t index;
    if (!point_on_device(point) && arena_mend_set(block, bench, block_set(block, point), &index) &&
        find_culprit(block, bench))
        return entry->active ? TRIAL_SPOILED : TRIAL_WRONG;
    fail(entry, trial, &finding);
    return TRIAL_WRONG;
}
