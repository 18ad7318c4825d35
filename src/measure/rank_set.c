/* SPDX-License-Identifier: MIT */
/* The blocks of an array on a rank, one set for each number of ranks that it is on. */
#include "measure/rank_set.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/conditions/environment_memory.h"
#include "problem/reference.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 14, SLACK = 256 };

struct rank_set *rank_set_of(const struct ranks_bench *bench, unsigned ranks)
{
    for (size_t i = 0; i < bench->set_count; i++)
        if (bench->sets[i].ranks.size == ranks)
            return &bench->sets[i];
    return NULL;
}

/* The block, of all elements; an exclusive scan over ranks has as many on each. */
static struct span own_span(const struct problem_key *key, const struct rank_group *ranks)
{
    return ranks_part(key->n, ranks->rank, ranks->size);
}

static size_t elements(const struct rank_set *set)
{
    return set->own.last - set->own.first;
}

/* Write elements first … last − 1 of the whole array to the beginning of memory. */
static void draw(const struct problem_key *key, unsigned stream, void *memory, size_t first, size_t last)
{
    const uintptr_t base = (uintptr_t)memory - first * dtype_size(key->dtype);
    problem_fill(key, stream, (void *)base, first, last);
}

static bool take(struct buffer *buffer, size_t bytes, enum pages pages, struct error *why)
{
    const struct buffer_shape shape = {.bytes = bytes, .placement = PLACE_OFFSET, .pages = pages};
    return buffer_map(buffer, &shape, why);
}

/* Before any page is touched, with what the other ranks of this host take beside it. */
static bool has_room(const struct ranks_bench *bench, const struct rank_set *set, struct error *why)
{
    char which[128], need_text[32], have_text[32];
    const size_t size = dtype_size(set->key.dtype), have = environment_memory("", which, sizeof which);
    const size_t buffers = primitive_inputs(set->key.primitive) + 3;
    const size_t need = buffers * (elements(set) + SLACK) * size;
    if (have == SIZE_MAX || need <= have / bench->seat.locals)
        return true;
    return error_set(why, EXIT_SYSTEM, "needs %s, %s allows %s for %u ranks",
                     text_format_bytes(need_text, sizeof need_text, (double)need), which,
                     text_format_bytes(have_text, sizeof have_text, (double)have), bench->seat.locals);
}

static bool take_all(struct rank_set *set, enum pages pages, struct error *why)
{
    const size_t bytes = elements(set) * dtype_size(set->key.dtype), slack = SLACK * sizeof(union element);
    for (unsigned stream = 0; stream < primitive_inputs(set->key.primitive); stream++)
        if (!take(&set->input[stream], bytes, pages, why))
            return false;
    return take(&set->output, bytes + slack, pages, why) && take(&set->expected, bytes + slack, pages, why) &&
           (set->key.primitive != PRIMITIVE_COMPACT || take(&set->moved, bytes + slack, pages, why));
}

bool rank_set_map(struct ranks_bench *bench, const struct ranks_order *order, struct error *why)
{
    const unsigned ranks = (unsigned)order->axis[AXIS_RANKS];
    const struct rank_group *const world = &bench->world;
    bench->sets = memory_resize(bench->sets, bench->set_count + 1, sizeof *bench->sets);
    struct rank_set *const set = &bench->sets[bench->set_count++];
    *set = (struct rank_set){.key = order->key};
    set->ranks = (struct rank_group){world->glue, world->glue->first(world->comm, ranks), world->rank, ranks};
    if (!set->ranks.comm)
        return true;
    set->own = own_span(&set->key, &set->ranks);
    return has_room(bench, set, why) && take_all(set, order->pages, why);
}

struct rank_arrays rank_set_arrays(const struct rank_set *set)
{
    return (struct rank_arrays){set->input, primitive_inputs(set->key.primitive), &set->output};
}

static void unmap(struct rank_set *set)
{
    rank_device_unmap(&set->device);
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        buffer_unmap(&set->input[stream]);
    buffer_unmap(&set->output);
    buffer_unmap(&set->expected);
    buffer_unmap(&set->moved);
    set->ranks.glue->release(set->ranks.comm);
}

void rank_sets_unmap(struct ranks_bench *bench)
{
    for (size_t i = 0; i < bench->set_count; i++)
        unmap(&bench->sets[i]);
    free(bench->sets);
    bench->sets = NULL;
    bench->set_count = 0;
}

/* Filling, each worker the pages that it will use. */
struct fill_job {
    struct rank_set *set;
    unsigned workers;
};

static void fill_part(void *argument, unsigned worker)
{
    const struct fill_job *const job = argument;
    struct rank_set *const set = job->set;
    const size_t size = dtype_size(set->key.dtype);
    const struct span part = team_part(elements(set), PAGE / size, worker, job->workers);
    for (unsigned stream = 0; stream < primitive_inputs(set->key.primitive); stream++)
        draw(&set->key, stream, set->input[stream].data + part.first * size, set->own.first + part.first,
             set->own.first + part.last);
}

/* What the elements of a range come to: of sums and the like. */
struct range_fold {
    union element value;
    uint64_t selected;
};

/* Walk through elements of the whole array that this rank does not hold, chunk by chunk. */
static struct range_fold fold_range(const struct problem_key *key, size_t first, size_t last)
{
    const size_t size = dtype_size(key->dtype);
    unsigned char *const chunk = memory_block(2 * CHUNK * size), *const second = chunk + CHUNK * size;
    const bool reduces = key->primitive == PRIMITIVE_SCAN || key->primitive == PRIMITIVE_REDUCE;
    struct range_fold fold = {.value = op_identity(key->op, key->dtype)};
    for (size_t at = first; at < last; at += CHUNK) {
        const size_t end = last - at < CHUNK ? last : at + CHUNK;
        draw(key, 0, chunk, at, end);
        if (primitive_inputs(key->primitive) > 1)
            draw(key, 1, second, at, end);
        if (reduces)
            fold.value = element_combine(key->op, key->dtype, fold.value,
                                         reference_reduce(key->op, key->dtype, chunk, end - at));
        else if (key->primitive == PRIMITIVE_DOT)
            fold.value = element_combine(OP_SUM, key->dtype, fold.value,
                                         reference_dot(key->dtype, chunk, second, end - at));
        else
            fold.selected += reference_count(key->dtype, chunk, end - at);
    }
    free(chunk);
    return fold;
}

static void expect_scan(struct rank_set *set)
{
    const struct problem_key *const key = &set->key;
    const union element before = fold_range(key, 0, set->own.first).value;
    reference_scan(key, set->input[0].data, set->expected.data, elements(set),
                   element_combine(key->op, key->dtype, problem_initial(key), before));
}

static void expect_reduction(struct rank_set *set)
{
    const union element all = fold_range(&set->key, 0, set->key.n).value;
    element_store(set->key.dtype, set->expected.data, 0, all);
}

static void count_selected(struct rank_set *set)
{
    set->before_selected = fold_range(&set->key, 0, set->own.first).selected;
    set->own_selected = reference_count(set->key.dtype, set->input[0].data, elements(set));
    set->selected =
        set->before_selected + set->own_selected + fold_range(&set->key, set->own.last, set->key.n).selected;
}

/* The kept elements in the rank's share of them, of whatever block. */
static void draw_share(struct rank_set *set)
{
    const size_t size = dtype_size(set->key.dtype);
    unsigned char *const chunk = memory_block(2 * CHUNK * size), *const kept = chunk + CHUNK * size;
    size_t found = 0;
    for (size_t at = 0; at < set->key.n && found < set->share.last; at += CHUNK) {
        const size_t end = set->key.n - at < CHUNK ? set->key.n : at + CHUNK;
        draw(&set->key, 0, chunk, at, end);
        const size_t more = reference_compact(set->key.dtype, chunk, kept, end - at);
        const size_t first = set->share.first > found ? set->share.first - found : 0;
        const size_t last = set->share.last - found < more ? set->share.last - found : more;
        if (first < last)
            memcpy(set->moved.data + (found + first - set->share.first) * size, kept + first * size,
                   (last - first) * size);
        found += more;
    }
    free(chunk);
}

static void expect_compaction(struct rank_set *set)
{
    count_selected(set);
    reference_compact(set->key.dtype, set->input[0].data, set->expected.data, elements(set));
    set->share = ranks_part(set->selected, set->ranks.rank, set->ranks.size);
    draw_share(set);
}

/* What the ranks before have at the same place, rank after rank. */
static void expect_exscan(struct rank_set *set)
{
    const struct problem_key *const key = &set->key;
    const size_t words = elements(set);
    unsigned char *const other = memory_block(words * dtype_size(key->dtype) + 1);
    for (size_t i = 0; i < words; i++)
        element_store(key->dtype, set->expected.data, i, op_identity(key->op, key->dtype));
    for (unsigned rank = 0; rank < set->ranks.rank; rank++) {
        draw(key, 0, other, rank * words, (rank + 1) * words);
        for (size_t i = 0; i < words; i++)
            element_store(key->dtype, set->expected.data, i,
                          element_combine(key->op, key->dtype,
                                          element_load(key->dtype, set->expected.data, i),
                                          element_load(key->dtype, other, i)));
    }
    free(other);
}

/* How what is right on a rank follows from all of the array, for each primitive: one that is not here does
 * not compile. Limits are judged by the input, as is what no ranks compute together. */
#define BY_INPUT NULL
#define EXPECT_SCAN expect_scan
#define EXPECT_TILED_SCAN BY_INPUT
#define EXPECT_REDUCE expect_reduction
#define EXPECT_DOT expect_reduction
#define EXPECT_TALLY count_selected
#define EXPECT_COMPACT expect_compaction
#define EXPECT_COPY BY_INPUT
#define EXPECT_READ BY_INPUT
#define EXPECT_READ_TWO BY_INPUT
#define EXPECT_COPY_PART BY_INPUT
#define EXPECT_EXSCAN expect_exscan
#define EXPECT_MESSAGES BY_INPUT

static void expect(struct rank_set *set)
{
#define EXPECTATION(NAME, ...) [PRIMITIVE_##NAME] = EXPECT_##NAME,
    static void (*const expectations[PRIMITIVE_COUNT])(struct rank_set *) = {FOR_EACH_PRIMITIVE(EXPECTATION)};
    if (expectations[set->key.primitive])
        expectations[set->key.primitive](set);
}

void rank_set_fill(struct rank_set *set, const struct ranks_bench *bench, const struct ranks_order *order)
{
    if (!set || !set->ranks.comm)
        return;
    set->key = order->key;
    const unsigned workers = order->axis[AXIS_WORKERS] ? (unsigned)order->axis[AXIS_WORKERS] : 1;
    struct fill_job job = {set, workers};
    team_run(bench->team, workers, fill_part, &job);
    const struct rank_arrays arrays = rank_set_arrays(set);
    rank_device_fill(&set->device, &arrays);
    expect(set);
}

static bool is_moved(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_COMPACT && !point_has(point, AXIS_EXCHANGE);
}

/* Where messages end up: the words of the rank that the last one came from. */
static bool verify_messages(const struct rank_set *set, const struct problem *problem,
                            struct finding *finding)
{
    const unsigned size = set->ranks.size;
    const size_t words = elements(set);
    unsigned skip = 1;
    while (2 * skip < size)
        skip *= 2;
    const unsigned from = size > 1 ? (set->ranks.rank + size - skip) % size : set->ranks.rank;
    unsigned char *const other = memory_block(words * dtype_size(set->key.dtype) + 1);
    draw(&set->key, 0, other, from * words, (from + 1) * words);
    struct problem theirs = *problem;
    theirs.input[0] = other;
    const bool right = verify_output(&theirs, set->output.data, 0, 0, finding);
    free(other);
    return right;
}

bool rank_set_verify(const struct rank_set *set, const struct point *point, struct finding *finding)
{
    struct problem own = {
        .key = set->key,
        .input = {set->input[0].data, set->input[1].data},
        .expected = set->expected.data,
        .selected = set->own_selected,
    };
    *finding = (struct finding){0};
    own.key.primitive = point->implementation->primitive;
    own.key.n = elements(set);
    if (own.key.primitive == PRIMITIVE_MESSAGES)
        return verify_messages(set, &own, finding);
    if (own.key.primitive == PRIMITIVE_TALLY)
        own.selected = set->selected;
    if (is_moved(point)) {
        own.expected = set->moved.data;
        own.selected = set->share.last - set->share.first;
    }
    if (!verify_output(&own, set->output.data, set->count[0], 0, finding))
        return false;
    const uint64_t before = is_moved(point) ? set->share.first : set->before_selected;
    if (own.key.primitive != PRIMITIVE_COMPACT || set->count[1] == before)
        return true;
    snprintf(finding->text, sizeof finding->text, "elements before this rank: expected %llu, got %llu",
             (unsigned long long)before, (unsigned long long)set->count[1]);
    return false;
}

uint64_t rank_set_selected(const struct rank_set *set, const struct point *point)
{
    if (point->implementation->primitive == PRIMITIVE_COPY_PART)
        return primitive_part(elements(set), set->key.selectivity);
    if (point->implementation->primitive != PRIMITIVE_COMPACT)
        return 0;
    return is_moved(point) ? set->share.last - set->share.first : set->own_selected;
}

size_t rank_set_answer_bytes(const struct rank_set *set, const struct point *point)
{
    struct problem_key key = set->key;
    key.primitive = point->implementation->primitive;
    key.n = elements(set);
    if (primitive_info(key.primitive)->output == OUTPUT_SELECTED)
        return rank_set_selected(set, point) * dtype_size(key.dtype);
    return problem_output_bytes(&key);
}

double rank_set_huge_fraction(const struct rank_set *set)
{
    return set->input[0].bytes >= HUGE_PAGE_MEASURED ? buffer_huge_fraction(&set->input[0]) : NAN;
}
