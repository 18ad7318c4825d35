/* SPDX-License-Identifier: MIT */
/* Where most groups are late, later ones compute their tiles: the scan is right, and each late tile has the
 * sum that another group inserted for it. */
#include "engine/engine.h"
#include "implementation/implementation.h"
#include "machine/isa.h"
#include "registry/registry.h"

enum { WORKERS = 1 };
#include "team_bed.h"

/* PERIOD: of so many tiles one publishes. */
enum {
    THREADS = 32,
    VALUES = 2,
    TILE = THREADS * VALUES,
    TILES = 11,
    N = TILES * TILE - 5,
    PERIOD = 3,
    LINE = 64
};

/* The ticket, alone in its line, then two words a tile: a state in the upper half, half of a sum in the
 * lower. */
struct exchanged_words {
    uint32_t line[LINE / sizeof(uint32_t)];
    struct tile_words {
        uint32_t low, high;
    } tile[TILES + LINE];
};

static _Alignas(LINE) struct exchanged_words scratch;
static _Alignas(LINE) uint32_t input[N], output[N];

/* The group that draws the last ticket alone: whoever drew those before it has published nothing. */
static void run_last_group(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    const struct scan_fallback_arguments arguments = {
        .in = input,
        .out = output,
        .initial = &run.initial,
        .ticket = scratch.line,
        .state = &scratch.tile[0].low,
        .n = N,
        .inclusive = true,
        .period = 1,
    };
    run.worker = worker;
    scratch = (struct exchanged_words){.line = {TILES - 1}};
    program_launch(&run, 0, &arguments, 1);
}

static void scan_by(team_function *work, bool unanswered)
{
    const struct point point = {.implementation = registry_find(PRIMITIVE_SCAN, "group/fallback"),
                                .dtype = DTYPE_U32,
                                .op = OP_SUM,
                                .scan_mode = MODE_INCLUSIVE,
                                .n = N,
                                .threads_per_group = THREADS,
                                .values_per_thread = VALUES,
                                .group_algorithm = LOCAL_RAKING,
                                .isa = isa_best(),
                                .workers = 1};
    struct error error = {0};
    struct run run = {.point = &point,
                      .input = input,
                      .output = output,
                      .scratch = &scratch,
                      .team = team,
                      .workers = 1,
                      .engine = &emulate_engine,
                      .unanswered = unanswered};
    assert_true(point.implementation->falls_back);
    assert_true(point.implementation->scratch_bytes(&point) <= sizeof scratch);
    assert_done(point.implementation->prepare(&run, &run.state, &error), &error);
    for (size_t i = 0; i < N; i++)
        input[i] = (uint32_t)(i * 2654435761u);
    team_run(team, 1, work, &run);
    point.implementation->finish(run.state);
}

static void scan(bool unanswered)
{
    scan_by(run_worker, unanswered);
}

static uint32_t sum_of(size_t first, size_t last)
{
    uint32_t sum = 0;
    for (size_t i = first; i < last; i++)
        sum += input[i];
    return sum;
}

static void assert_scanned(void)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < N; i++)
        assert_int_equal(output[i], sum += input[i]);
}

static uint32_t state_of(size_t tile)
{
    assert_int_equal(scratch.tile[tile].low >> 16, scratch.tile[tile].high >> 16);
    return scratch.tile[tile].low >> 16;
}

static uint32_t value_of(size_t tile)
{
    return (scratch.tile[tile].low & 0xffff) | scratch.tile[tile].high << 16;
}

TEST(tiles_that_are_late_are_fallen_back_on)
{
    scan(true);
    assert_scanned();
    const uint32_t whole = state_of(0); /* of all before it and its own */
    assert_true(whole != 0);
    for (size_t tile = 0; tile < TILES; tile++) {
        const bool publishes = tile % PERIOD == 0;
        if (tile == TILES - 1 && !publishes) {
            assert_int_equal(state_of(tile), 0); /* nobody needs it */
            continue;
        }
        assert_int_equal(state_of(tile) == whole, publishes);
        assert_true(state_of(tile) != 0);
        assert_int_equal(value_of(tile),
                         sum_of(publishes ? 0 : tile * TILE, (tile + 1) * TILE < N ? (tile + 1) * TILE : N));
    }
}

TEST(nobody_is_late_otherwise)
{
    scan(false);
    assert_scanned();
    for (size_t tile = 1; tile < TILES; tile++)
        assert_int_equal(state_of(tile), state_of(0));
}

/* One tile after the other is late: each sum counts, that of the first with all before it. */
TEST(late_tiles_in_a_row_are_added_up)
{
    scan_by(run_last_group, false);
    uint32_t sum = sum_of(0, (TILES - 1) * TILE);
    for (size_t i = (TILES - 1) * TILE; i < N; i++)
        assert_int_equal(output[i], sum += input[i]);
    for (size_t tile = 0; tile < TILES - 1; tile++)
        assert_int_equal(value_of(tile), sum_of(tile * TILE, (tile + 1) * TILE));
    assert_int_equal(value_of(TILES - 1), sum_of(0, N));
    assert_int_equal(state_of(TILES - 1), state_of(0));
    for (size_t tile = 1; tile < TILES - 1; tile++)
        assert_true(state_of(tile) != 0 && state_of(tile) != state_of(0));
}

AROUND_TESTS(team_setup, team_teardown)
