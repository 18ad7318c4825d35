/* SPDX-License-Identifier: MIT */
/* What calls on ranks should take: the line through messages, exchanges, and the formulas of each
 * implementation. */
#include "implementation/distribution.h"
#include "registry/registry.h"
#include "statistics/statistics.h"

#include <math.h>

#include "test.h"

TEST(lines_go_through_their_points)
{
    static const double x[] = {8, 512, 4096, 1 << 20};
    double y[4];
    for (unsigned i = 0; i < 4; i++)
        y[i] = 1e-6 + x[i] * 2e-10;
    const struct line_fit line = line_fit_relative(x, y, 4);
    assert_near(line.intercept, 1e-6, 1e-15);
    assert_near(line.slope, 2e-10, 1e-18);
}

/* A long message that is ten times as slow does not hide what short ones cost. */
TEST(short_ones_count_as_much)
{
    static const double x[] = {1, 2, 1000000}, y[] = {1.000001, 1.000002, 20};
    const struct line_fit line = line_fit_relative(x, y, 3);
    assert_near(line.intercept, 1, 1e-4);
    assert_near(line.slope, 19e-6, 1e-7);
}

TEST(no_part_is_negative)
{
    static const double x[] = {1, 2, 3}, steep[] = {1, 4, 9}, falling[] = {9, 4, 1}, same[] = {5, 5, 5};
    struct line_fit line = line_fit_relative(x, steep, 3);
    assert_true(line.intercept == 0 && line.slope > 1 && line.slope < 3);
    line = line_fit_relative(x, falling, 3);
    assert_true(line.slope == 0 && line.intercept > 1 && line.intercept < 9);
    assert_true(isnan(line_fit_relative(same, x, 3).slope));
    assert_true(isnan(line_fit_relative(x, steep, 1).intercept));
    assert_true(isnan(line_fit_relative(x, steep, 0).intercept));
}

/* A second a message, a sixteenth a byte, four bytes a second of memory. */
static const struct rank_costs costs = {1, 1.0 / 16, 4};

TEST(exchanges_are_their_messages)
{
    static const struct {
        enum exchange_kind kind;
        unsigned ranks;
        double scan, reduce; /* of 8 bytes, 1.5 a message */
    } rows[] = {
        {EXCHANGE_LINEAR, 5, 6, 12},
        {EXCHANGE_RECURSIVE_DOUBLING, 8, 4.5, 4.5},
        {EXCHANGE_RECURSIVE_DOUBLING, 5, 4.5, 6},
        {EXCHANGE_LIBRARY, 5, 4.5, 4.5},
        {EXCHANGE_ALLGATHER, 5, 5, 5},
        {EXCHANGE_LINEAR, 1, 0, 0},
        {EXCHANGE_ALLGATHER, 1, 0, 0},
        {EXCHANGE_RECURSIVE_DOUBLING, 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_near(exchange_scan_s(rows[i].kind, rows[i].ranks, 8, &costs), rows[i].scan, 1e-12);
        assert_near(exchange_reduce_s(rows[i].kind, rows[i].ranks, 8, &costs), rows[i].reduce, 1e-12);
    }
    assert_near(exchange_scan_s(EXCHANGE_ONE_DOUBLING, 8, 8, &costs), 6, 1e-12);
    assert_near(exchange_scan_s(EXCHANGE_ROUND_OPTIMAL, 8, 8, &costs), 4.5, 1e-12);
}

static const struct implementation *find(const char *name)
{
    size_t i = 0;
    while (i < registry_count && strcmp(registry[i]->name, name) != 0)
        i++;
    assert_true(i < registry_count);
    return registry[i];
}

static double predicted(const char *name, enum schedule schedule, uint64_t ranks)
{
    struct point point = {.implementation = find(name)};
    point.dtype = DTYPE_U64;
    point.n = 64;
    point.ranks = ranks;
    point.schedule = schedule;
    point.collective = EXCHANGE_RECURSIVE_DOUBLING;
    return point.implementation->predict(&point, 16, &costs);
}

/* On four ranks 64 elements of 8 bytes are 32 seconds a pass, and an exchange of a word two messages of 1.5.
 */
TEST(formulas_are_those_of_explain)
{
    assert_near(predicted("mpi/scan", SCHEDULE_REDUCE_FIRST, 4), 3 * 32 + 3, 1e-12);
    assert_near(predicted("mpi/scan", SCHEDULE_SCAN_FIRST, 4), 4 * 32 + 3, 1e-12);
    assert_near(predicted("mpi/scan", SCHEDULE_REDUCE_FIRST, 1), 2 * 128, 1e-12);
    assert_near(predicted("mpi/scan", SCHEDULE_SCAN_FIRST, 1), 2 * 128, 1e-12);
    assert_near(predicted("mpi/scan", SCHEDULE_OVERLAP, 4), 3 * 32, 1e-12);
    assert_near(predicted("mpi/scan", SCHEDULE_OVERLAP, 1), 2 * 128, 1e-12);
    assert_near(predicted("mpi/reduce", SCHEDULE_NONE, 4), 32 + 3, 1e-12);
    assert_near(predicted("mpi/count", SCHEDULE_NONE, 4), 32 + 3, 1e-12);
    assert_near(predicted("mpi/dot", SCHEDULE_NONE, 4), 2 * 32 + 3, 1e-12);
    assert_near(predicted("mpi/compact-kept", SCHEDULE_NONE, 4), 32 + 8 + 3, 1e-12);
    assert_near(predicted("mpi/compact-rebalanced", SCHEDULE_NONE, 4), 32 + 3 * 8 + 2 + 1.5 + 3, 1e-12);
    assert_near(predicted("mpi/exscan", SCHEDULE_NONE, 4), 2 * (1 + 32), 1e-12);
    assert_near(predicted("mpi/messages", SCHEDULE_NONE, 4), 2 * (1 + 32), 1e-12);
}

/* Overlap hides no more than two passes over 256 KiB of each worker, over all there is of a shorter block,
 * and over nothing but the exchange. */
TEST(overlap_hides_what_it_can)
{
    static const struct rank_costs slow_messages = {1e9, 0, 4};
    struct point point = {.implementation = find("mpi/scan")};
    point.dtype = DTYPE_U64;
    point.ranks = 2;
    point.schedule = SCHEDULE_OVERLAP;
    point.collective = EXCHANGE_LINEAR;
    point.n = 2 << 20;
    assert_near(point.implementation->predict(&point, 0, &slow_messages), 3 * 2097152. + 1e9 - 2 * 65536.,
                1e-3);
    point.workers = 4;
    assert_near(point.implementation->predict(&point, 0, &slow_messages), 3 * 2097152. + 1e9 - 2 * 4 * 65536.,
                1e-3);
    point.n = 2 << 4;
    assert_near(point.implementation->predict(&point, 0, &slow_messages), 3 * 32. + 1e9 - 2 * 32., 1e-3);
}

/* Whatever is on ranks but what bounds it by memory says what it should take. */
TEST(all_on_ranks_have_one)
{
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const implementation = registry[i];
        const bool bounds = primitive_limit(implementation->primitive) == implementation->primitive;
        if (implementation->family == FAMILY_MPI && !bounds && !implementation->predict)
            fail_msg("%s predicts nothing", implementation->name);
        if (implementation->family != FAMILY_MPI && implementation->predict)
            fail_msg("%s is on no ranks", implementation->name);
    }
}
