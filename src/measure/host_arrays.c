/* SPDX-License-Identifier: MIT */
/* The arrays of a block on the host: who writes them first, what pages they get, whether all in them is
 * right. */

#include "base/divide.h"
#include "base/memory.h"
#include "base/span.h"
#include "measure/measure.h"
#include "problem/solving.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 20 }; /* of a digest, whoever hashes it */

/* Writing an array, each worker its part. */
struct write_job {
    const struct problem_key *key;
    unsigned stream;
    const unsigned char *from; /* what is copied */
    unsigned char *data;
    size_t n, size; /* elements that are drawn, and the bytes of one; bytes of the rest */
    unsigned workers;
    bool complement;
};

static void fill_part(void *argument, unsigned worker)
{
    const struct write_job *const job = argument;
    const struct span own = team_part(job->n, PAGE / job->size, worker, job->workers);
    problem_fill(job->key, job->stream, job->data, own.first, own.last);
}

static void poison_part(void *argument, unsigned worker)
{
    const struct write_job *const job = argument;
    const struct span own = team_part(job->n, PAGE, worker, job->workers);
    verify_poison(job->data + own.first, own.last - own.first, job->complement);
}

static void refill_part(void *argument, unsigned worker)
{
    const struct write_job *const job = argument;
    const struct span own = team_part(job->n, PAGE, worker, job->workers);
    if (own.first < own.last)
        memcpy(job->data + own.first, job->from + own.first, own.last - own.first);
}

/* The first set's is drawn, the others' are its copies. */
static bool fill_input(struct buffer_set *set, unsigned stream, const struct block *block,
                       struct error *error)
{
    struct buffer *const input = &set->input[stream];
    const bool drawn = set == block->sets;
    struct write_job job = {
        .key = &block->key,
        .stream = stream,
        .from = block->sets[0].input[stream].data,
        .data = buffer_open(input, error),
        .n = drawn ? block->key.n : input->bytes,
        .size = primitive_input_size(block->key.primitive, block->key.dtype, stream),
        .workers = set->workers,
    };
    if (!job.data)
        return false;
    team_run(block->bench->team, set->workers, drawn ? fill_part : refill_part, &job);
    return buffer_close(input, error);
}

static void fold_part(void *argument, unsigned worker)
{
    solving_fold(argument, worker);
}

static void solve_part(void *argument, unsigned worker)
{
    solving_write(argument, worker);
}

/* First from all workers: that a page is there takes longer than what is written into it. */
static void solve(struct block *block)
{
    struct write_job job = {
        .data = block->expected.data,
        .n = block->expected.bytes,
        .workers = block->workers,
    };
    team_run(block->bench->team, block->workers, poison_part, &job);
    const struct buffer *const input = block->sets[0].input;
    const void *const streams[PROBLEM_INPUTS] = {input[0].data, input[1].data};
    if (block->workers == 1 || !solving_has_parts(&block->key)) {
        problem_solve(&block->key, streams, block->expected.data, &block->selected);
        return;
    }
    struct solving *const solving = solving_open(&block->key, streams, block->expected.data, block->workers);
    team_run(block->bench->team, block->workers, fold_part, solving);
    team_run(block->bench->team, block->workers, solve_part, solving);
    solving_close(solving, &block->selected);
}

bool host_arrays_fill(struct block *block, struct error *error)
{
    if (!block->set_count)
        return true;
    for (size_t i = 0; i < block->set_count; i++)
        for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
            if (!fill_input(&block->sets[i], stream, block, error))
                return false;
    solve(block);
    return true;
}

/* Comparing an input with its recipe, each worker its part. */
struct mend_job {
    const struct problem_key *key;
    unsigned stream, workers;
    unsigned char *data;
    _Atomic size_t first; /* element that differed */
};

static size_t mended_size(const struct mend_job *job)
{
    return primitive_input_size(job->key->primitive, job->key->dtype, job->stream);
}

/* Only those that differ: where somebody could write them, we can. */
static void mend_elements(struct mend_job *job, const unsigned char *wanted, size_t at, size_t count)
{
    const size_t size = mended_size(job);
    for (size_t i = 0; i < count; i++) {
        unsigned char *const element = job->data + (at + i) * size;
        if (memcmp(wanted + i * size, element, size) == 0)
            continue;
        memcpy(element, wanted + i * size, size);
        size_t first = job->first;
        while (at + i < first && !atomic_compare_exchange_weak(&job->first, &first, at + i)) {
        }
    }
}

static void mend_part(void *argument, unsigned worker)
{
    struct mend_job *const job = argument;
    const size_t size = mended_size(job), step = PAGE / size;
    const struct span own = team_part(job->key->n, step, worker, job->workers);
    _Alignas(CACHE_LINE) unsigned char wanted[PAGE];
    for (size_t at = own.first; at < own.last; at += step) {
        const size_t count = own.last - at < step ? own.last - at : step;
        problem_fill(job->key, job->stream, wanted - at * size, at, at + count);
        if (memcmp(wanted, job->data + at * size, count * size) != 0)
            mend_elements(job, wanted, at, count);
    }
}

/* The first element that differed; SIZE_MAX: none. */
static size_t mend_set(const struct block *block, const struct buffer_set *set)
{
    size_t index = SIZE_MAX;
    for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++) {
        struct mend_job job = {&block->key, stream, set->workers, set->input[stream].data, SIZE_MAX};
        team_run(block->bench->team, set->workers, mend_part, &job);
        if (job.first < index)
            index = job.first;
    }
    return index;
}

bool host_mend(struct entry *entry)
{
    char message[96];
    const size_t index = mend_set(entry->block, entry_set(entry));
    if (index == SIZE_MAX)
        return false;
    snprintf(message, sizeof message, "it changed element %zu of its input", index);
    entry_fail(entry, STATUS_WRONG, message);
    return true;
}

static bool let_alter(struct block *block, struct error *why)
{
    const struct problem problem = {
        .key = block->key,
        .input = {block->sets[0].input[0].data, block->sets[0].input[1].data},
    };
    for (size_t i = 0; i < block->set_count; i++)
        for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
            if (!buffer_protect(&block->sets[i].input[stream], true, why))
                return false;
    ranks_make(&block->ranks, &problem);
    return true;
}

bool host_let_alter(struct entry *entry)
{
    struct block *const block = entry->block;
    struct error why = {0};
    if (!block->alterable)
        block->alterable = let_alter(block, &why);
    if (!block->alterable)
        entry_refuse(entry, &why);
    return block->alterable;
}

/* Elements that the entry writes of those it reads, where that is not given by n. */
static size_t selected_by(const struct problem *problem)
{
    if (problem->key.primitive == PRIMITIVE_COMPACT)
        return problem->selected;
    const bool copies_part = problem->key.primitive == PRIMITIVE_COPY_PART;
    return copies_part ? primitive_part(problem->key.n, problem->key.selectivity) : 0;
}

void host_poison(struct entry *entry, bool complement)
{
    const struct problem problem = entry_problem(entry);
    struct buffer_set *const set = entry_set(entry);
    struct write_job job = {
        .data = set->output.data,
        .n = host_output_bytes(entry->block),
        .workers = set->workers,
        .complement = complement,
    };
    set->count = verify_poison_count(complement);
    verify_poison(set->scratch.data, set->scratch.bytes, complement);
    entry->record->selected = selected_by(&problem);
    team_run(entry->block->bench->team, set->workers, poison_part, &job);
}

void host_refill(const struct entry *entry)
{
    const struct buffer_set *const set = entry_set(entry);
    struct write_job job = {
        .from = set->input[0].data,
        .data = set->output.data,
        .n = problem_input_bytes(&entry->block->key, 0),
        .workers = set->workers,
    };
    if (point_in_place(&entry->record->point))
        team_run(entry->block->bench->team, set->workers, refill_part, &job);
}

/* The least of the buffers that are large enough to tell; NAN when none is. */
static double huge_fraction(const struct buffer_set *set)
{
    double least = NAN;
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        if (set->input[stream].bytes >= HUGE_PAGE_MEASURED)
            least = fmin(least, buffer_huge_fraction(&set->input[stream]));
    if (set->output.bytes >= HUGE_PAGE_MEASURED)
        least = fmin(least, buffer_huge_fraction(&set->output));
    return least;
}

/* Of the buffer that has the most of them. */
static double remote_fraction(const struct buffer_set *set, const struct bench *bench)
{
    unsigned *const nodes = memory_array(set->workers, sizeof *nodes);
    double most = NAN;
    for (unsigned w = 0; w < set->workers; w++)
        nodes[w] = bench->places[w].node;
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        if (set->input[stream].data)
            most = fmax(most, nodes_elsewhere(set->input[stream].data, set->input[stream].bytes, nodes,
                                              set->workers));
    most = fmax(most, nodes_elsewhere(set->output.data, set->output.bytes, nodes, set->workers));
    free(nodes);
    return most;
}

void host_read_pages(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    struct buffer_set *const set = entry_set(entry);
    if (isnan(set->huge_fraction))
        set->huge_fraction = huge_fraction(set);
    if (bench->places && topology_facts(bench->machine->topology)->nodes > 1 && isnan(set->remote_fraction))
        set->remote_fraction = remote_fraction(set, bench);
}

/* What a limit that reads has answered with. */
static uint64_t folded(const struct problem_key *key, const struct run *run)
{
    if (run->count)
        return *run->count;
    return primitive_info(key->primitive)->output == OUTPUT_FIXED && problem_output_count(key) > 0
               ? element_load(key->dtype, run->output, 0).u64
               : 0;
}

/* Whether what is right is known byte for byte, and so compared by all workers: as solved, or the input. */
static bool has_bytes(const struct problem *problem)
{
    const struct primitive_info *const info = primitive_info(problem->key.primitive);
    return info->altered && (info->solve || info->output == OUTPUT_ALL) && !problem->unordered &&
           problem->key.data == DATA_EXACT;
}

static void add_up_part(void *argument, unsigned worker)
{
    gridded_add_up(argument, worker);
}

static void judge_part(void *argument, unsigned worker)
{
    gridded_judge(argument, worker);
}

/* Each worker adds up a part, then judges it. */
static bool is_gridded_right(const struct entry *entry, const struct problem *problem, size_t roundings,
                             struct finding *finding)
{
    struct team *const team = entry->block->bench->team;
    const unsigned workers = entry_set(entry)->workers;
    struct gridded *const gridded = gridded_open(problem, entry_run(entry).output, roundings, workers);
    team_run(team, workers, add_up_part, gridded);
    team_run(team, workers, judge_part, gridded);
    return gridded_close(gridded, finding);
}

bool host_is_right(struct entry *entry, struct finding *finding)
{
    const struct point *const point = &entry->record->point;
    const struct problem problem = entry_problem(entry);
    const struct run run = entry_run(entry);
    const size_t roundings = point->implementation->roundings ? point->implementation->roundings(point) : 0;
    const struct sample_check check = {.bytes = entry_answer_bytes(entry), .whole = true};
    const bool right =
        has_bytes(&problem) ? sample_check_is_right(entry, &check, finding)
        : verify_has_parts(&problem.key)
            ? is_gridded_right(entry, &problem, roundings, finding)
            : verify_output(&problem, run.output, run.count ? *run.count : 0, roundings, finding);
    if (!right)
        return false;
    entry->fold = folded(&problem.key, &run);
    return true;
}

/* Hashing an output, each worker some of its chunks. */
struct digest_job {
    const unsigned char *output;
    size_t bytes;
    uint64_t *digests; /* by chunk */
    unsigned workers;
};

static void digest_part(void *argument, unsigned worker)
{
    const struct digest_job *const job = argument;
    const struct span own = span_part(divide_up(job->bytes, CHUNK_BYTES), worker, job->workers);
    for (size_t i = own.first; i < own.last; i++) {
        const size_t first = i * CHUNK_BYTES, left = job->bytes - first;
        job->digests[i] = digest_output(job->output + first, left < CHUNK_BYTES ? left : CHUNK_BYTES, 0);
    }
}

uint64_t host_digest(const struct entry *entry)
{
    const struct run run = entry_run(entry);
    const size_t bytes = entry_answer_bytes(entry), chunks = divide_up(bytes, CHUNK_BYTES);
    const unsigned workers = entry_set(entry)->workers;
    struct digest_job job = {run.output, bytes, memory_array(chunks + 1, sizeof *job.digests), workers};
    team_run(entry->block->bench->team, workers, digest_part, &job);
    const uint64_t digest =
        digest_output(job.digests, chunks * sizeof *job.digests, run.count ? *run.count : 0);
    free(job.digests);
    return digest;
}
