/* SPDX-License-Identifier: MIT */
/* Arrays on one to eight ranks, which here are threads: every implementation, schedule and exchange, with no
 * elements, fewer than ranks, and blocks of different lengths. */
#include "implementation/distribution.h"
#include "machine/workers/team.h"
#include "mpi/world.h"
#include "registry/registry.h"

#include "rank_threads.h"
#include "test.h"

enum { RANKS = 8, ROOM = 16 };

/* One rank of a trial. */
struct trial_rank {
    struct mpi_comm comm;
    struct rank_group group;
    struct run run;
    struct span own;
    uint64_t input[ROOM], second[ROOM], output[4 * ROOM], count[2];
    bool prepared;
    pthread_t thread;
};

static struct team *teams[RANKS];

static uint64_t value_of(size_t i)
{
    return i * 7 % 3; /* some are selected */
}

static uint64_t second_of(size_t i)
{
    return i + 1;
}

static void *be_rank(void *argument)
{
    struct trial_rank *const own = argument;
    const struct implementation *const implementation = own->run.point->implementation;
    struct error why = {0};
    own->prepared = implementation->prepare(&own->run, &own->run.state, &why);
    if (!own->prepared)
        return NULL;
    implementation->run(&own->run);
    implementation->finish(own->run.state);
    return NULL;
}

static void sit_down(struct trial_rank *rank, const struct point *point, unsigned r)
{
    *rank = (struct trial_rank){.comm = {.rank = r, .size = (unsigned)point->ranks},
                                .own = span_part(point->n, r, (unsigned)point->ranks)};
    rank->group = (struct rank_group){&glue, &rank->comm, r, (unsigned)point->ranks};
    rank->run = (struct run){.point = point,
                             .input = rank->input,
                             .second = rank->second,
                             .output = rank->output,
                             .count = primitive_counts(point->implementation->primitive) ? rank->count : NULL,
                             .initial = {.u64 = point->implementation->takes_initial ? 5 : 0},
                             .team = teams[r],
                             .workers = 1,
                             .ranks = &rank->group};
    for (size_t i = rank->own.first; i < rank->own.last; i++) {
        rank->input[i - rank->own.first] = value_of(i);
        rank->second[i - rank->own.first] = second_of(i);
    }
    memset(rank->output, 0xa5, sizeof rank->output);
}

/* Sums of elements before `end`, what is selected there, and the kept element at a place among all. */
static uint64_t sum_to(size_t end, bool multiplied)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < end; i++)
        sum += value_of(i) * (multiplied ? second_of(i) : 1);
    return sum;
}

static uint64_t selected_to(size_t end)
{
    uint64_t selected = 0;
    for (size_t i = 0; i < end; i++)
        selected += value_of(i) > 0;
    return selected;
}

static uint64_t kept_at(uint64_t place)
{
    size_t i = 0;
    while (selected_to(i + 1) <= place)
        i++;
    return value_of(i);
}

static bool scanned(const struct trial_rank *rank)
{
    const bool inclusive = rank->run.point->scan_mode == MODE_INCLUSIVE;
    for (size_t i = rank->own.first; i < rank->own.last; i++)
        if (rank->output[i - rank->own.first] != 5 + sum_to(i + inclusive, false))
            return false;
    return true;
}

static bool compacted(const struct trial_rank *rank)
{
    const struct point *const point = rank->run.point;
    struct span kept = {selected_to(rank->own.first), selected_to(rank->own.last)};
    if (!point_has(point, AXIS_COLLECTIVE))
        kept = span_part(selected_to(point->n), rank->comm.rank, rank->comm.size);
    for (size_t i = kept.first; i < kept.last; i++)
        if (rank->output[i - kept.first] != kept_at(i))
            return false;
    return rank->count[0] == kept.last - kept.first && rank->count[1] == kept.first;
}

static bool is_right(const struct trial_rank *rank)
{
    const struct point *const point = rank->run.point;
    const enum primitive primitive = point->implementation->primitive;
    if (primitive == PRIMITIVE_SCAN)
        return scanned(rank);
    if (primitive == PRIMITIVE_COMPACT)
        return compacted(rank);
    if (primitive == PRIMITIVE_TALLY)
        return rank->count[0] == selected_to(point->n);
    return rank->output[0] == sum_to(point->n, primitive == PRIMITIVE_DOT);
}

static void try_point(const struct point *point)
{
    struct trial_rank ranks[RANKS];
    struct error why = {0};
    if (!point->implementation->supports(point, &why))
        return;
    empty_post((unsigned)point->ranks);
    for (unsigned r = 0; r < point->ranks; r++)
        sit_down(&ranks[r], point, r);
    for (unsigned r = 0; r < point->ranks; r++)
        assert_int_equal(pthread_create(&ranks[r].thread, NULL, be_rank, &ranks[r]), 0);
    for (unsigned r = 0; r < point->ranks; r++)
        pthread_join(ranks[r].thread, NULL);
    for (unsigned r = 0; r < point->ranks; r++)
        if (!ranks[r].prepared || !is_right(&ranks[r]))
            fail_msg("%s, %s, %s, mode %u: n = %u, rank %u of %u is wrong", point->implementation->name,
                     schedule_names[point->schedule], exchange_names[point->collective],
                     (unsigned)point->scan_mode, (unsigned)point->n, r, (unsigned)point->ranks);
}

static void try_ranks(struct point point)
{
    static const size_t sizes[] = {0, 1, 5, 13};
    for (point.ranks = 1; point.ranks <= RANKS; point.ranks++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            point.n = sizes[i];
            try_point(&point);
        }
}

static struct point point_of(enum primitive primitive, const char *name)
{
    struct point point = {.implementation = registry_find(primitive, name)};
    assert_non_null(point.implementation);
    point.dtype = DTYPE_U64;
    point.op = point_has(&point, AXIS_OP) ? OP_SUM : OP_NONE;
    point.workers = 1;
    point.rank_algorithm = NODE_SERIAL;
    return point;
}

TEST(scans_are_right)
{
    struct point point = point_of(PRIMITIVE_SCAN, "mpi/scan");
    for (point.schedule = SCHEDULE_NONE + 1; point.schedule < SCHEDULES; point.schedule++)
        for (point.collective = EXCHANGE_NONE + 1; point.collective < EXCHANGES; point.collective++) {
            point.scan_mode = MODE_EXCLUSIVE;
            try_ranks(point);
            point.scan_mode = MODE_INCLUSIVE;
            try_ranks(point);
        }
}

static void try_exchanges(struct point point)
{
    for (point.collective = EXCHANGE_NONE + 1; point.collective < EXCHANGES; point.collective++)
        try_ranks(point);
}

TEST(reductions_are_right)
{
    try_exchanges(point_of(PRIMITIVE_REDUCE, "mpi/reduce"));
    try_exchanges(point_of(PRIMITIVE_DOT, "mpi/dot"));
    try_exchanges(point_of(PRIMITIVE_TALLY, "mpi/count"));
}

TEST(compactions_are_right)
{
    try_exchanges(point_of(PRIMITIVE_COMPACT, "mpi/compact-kept"));
    try_ranks(point_of(PRIMITIVE_COMPACT, "mpi/compact-rebalanced"));
}

/* A part of a rank's block is scanned in the scratch of all of it: fewer elements must not need more. */
TEST(fewer_elements_need_no_more_scratch)
{
    static const unsigned workers[] = {1, 2, 3, 7, 8, 9, 16, 36, 63, 64, 82, 128, 256};
    enum { MOST_N = 32 << 20, DENSITY = 61 };
    size_t asked = 0;
    for (size_t i = 0; i < registry_count; i++)
        for (enum dtype dtype = DTYPE_U32; registry[i]->scratch_bytes && dtype < DTYPE_COUNT; dtype++)
            for (size_t w = 0; w < sizeof workers / sizeof workers[0]; w++) {
                struct point point = implementation_point(registry[i]);
                size_t most = 0;
                if (registry[i]->family != FAMILY_THREADS || registry[i]->primitive != PRIMITIVE_SCAN ||
                    !(registry[i]->dtypes & 1u << dtype))
                    continue;
                point.dtype = dtype;
                point.workers = workers[w];
                for (point.n = 1; point.n < MOST_N; point.n += point.n / DENSITY + 1) {
                    const size_t bytes = registry[i]->scratch_bytes(&point);
                    if (bytes < most)
                        fail_msg("%s, %u workers: n = %llu has %zu bytes, a smaller n %zu", registry[i]->name,
                                 workers[w], (unsigned long long)point.n, bytes, most);
                    most = bytes;
                    asked++;
                }
            }
    assert_true(asked > 1000);
}

/* Of one worker, so that nobody has to run them: a barrier of each returns at once. */
static int begin(void **state)
{
    struct error error = {0};
    (void)state;
    for (unsigned r = 0; r < RANKS; r++) {
        teams[r] = team_create(NULL, 1, &error);
        if (!teams[r])
            return -1;
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned r = 0; r < RANKS; r++)
        team_destroy(teams[r]);
    return 0;
}

AROUND_TESTS(begin, end)
