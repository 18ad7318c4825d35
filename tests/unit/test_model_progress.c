/* SPDX-License-Identifier: MIT */
/* Who starves under which promise of progress: the verdict table of the device models. */
#include "base/random.h"
#include "engine/model/dialect_model.h"
#include "engine/model/model.h"
#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"
#include "kernels/scan.h"
#include "kernels/scan_one_pass.h"
#include "problem/primitive.h"

#include "kernels/scan_fallback.h"

#include "test.h"

/* Each tile waits for the one before it; tiles go by group id, or by ticket. */
KERNEL(chain, IN(elem, in), OUT(elem, out), EXCHANGE(uint, ticket), EXCHANGE(uint, state),
       EXCHANGE(elem, sums), VALUE(size, n), VALUE(uint, ticketed))
{
    PRIVATE_ARRAY(elem, value);
    SHARED(size, tile_word, 1);
    THE_FIRST_THREAD {
        PUT(tile_word, 0, ticketed ? ATOMIC_ADD(ticket, 0, 1) : GROUP);
    }
    BARRIER;
    const size tile = BROADCAST(tile_word, 0);
    LOAD_BLOCKED(value, in, tile, n);
    THE_FIRST_THREAD {
        elem sum = IDENTITY;
        if (tile > 0) {
            while (ATOMIC_LOAD_ACQUIRE(state, tile - 1) == 0)
                POLL;
            sum = READ(sums, tile - 1);
        }
        WRITE(sums, tile, OP(sum, MY_AT(value, 0)));
        WRITE(out, tile, sum);
        ATOMIC_STORE_RELEASE(state, tile, 1);
    }
}

/* The first pass of reduce-then-scan. */
KERNEL(sum_tile, IN(elem, in), OUT(elem, sums), VALUE(size, n))
{
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    LOAD_TOTAL(total, in, GROUP, n, LAYOUT_BLOCKED, 1);
    CALL(reduce_cooperative, total, words);
    THE_FIRST_THREAD {
        WRITE(sums, GROUP, MY(total));
    }
}

enum { GROUPS = 12, THREADS_A_GROUP = 32, N = GROUPS * THREADS_A_GROUP };
static uint32_t input[N], output[N], scratch[4 * GROUPS + 64];

enum kind { CHAIN_STATIC, CHAIN_TICKETED, CHAINED, LOOKBACK, FALLBACK, REDUCE_THEN_SCAN };

struct setting {
    enum kind kind;
    enum progress progress;
    enum group_order order;
    size_t resident; /* groups */
    bool benign;
};

static struct device device_for(const struct setting *setting)
{
    struct device device = *device_find("cuda");
    device.progress = setting->progress;
    device.resident_threads = setting->resident * THREADS_A_GROUP;
    return device;
}

static void add_regions(struct model *model)
{
    struct error error = {0};
    memset(scratch, 0, sizeof scratch);
    memset(output, 0xa5, sizeof output);
    assert_true(model_region(model, "in", input, sizeof input, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    assert_true(model_region(model, "scratch", scratch, sizeof scratch, &error));
}

static void launch_chain(struct model *model, bool ticketed)
{
    struct launch launch = {.threads = THREADS_A_GROUP, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].out = scratch;
    launch.argument[3].out = scratch + 1;
    launch.argument[4].out = scratch + 1 + GROUPS;
    launch.argument[5].value = N;
    launch.argument[6].value = ticketed;
    model_launch(model, chain_model, &launch, GROUPS);
}

static void launch_one_pass(struct model *model, launch_kernel *kernel)
{
    static const uint32_t nothing;
    struct launch launch = {.threads = THREADS_A_GROUP,
                            .values = 1,
                            .dtype = DTYPE_U32,
                            .op = OP_SUM,
                            .local = (void (*)(void))scan_cooperative};
    const bool separate_sums = kernel != scan_fallback_model;
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].in = &nothing;
    launch.argument[3].out = scratch;
    launch.argument[4].out = scratch + 1;
    launch.argument[5].out = scratch + 1 + 2 * GROUPS;
    launch.argument[5 + separate_sums].value = N;
    if (kernel == scan_fallback_model)
        launch.argument[7].value = 1; /* every tile publishes */
    model_launch(model, kernel, &launch, GROUPS);
}

static void launch_reduce_then_scan(struct model *model)
{
    static const uint32_t nothing;
    uint32_t *const sums = scratch, *const before = scratch + GROUPS;
    struct launch launch = {.threads = THREADS_A_GROUP,
                            .values = 1,
                            .dtype = DTYPE_U32,
                            .op = OP_SUM,
                            .local = (void (*)(void))scan_cooperative};
    launch.argument[0].in = input;
    launch.argument[1].out = sums;
    launch.argument[2].value = N;
    model_launch(model, sum_tile_model, &launch, GROUPS);
    launch.argument[0].in = sums;
    launch.argument[1].out = before;
    launch.argument[2].in = &nothing;
    launch.argument[3].value = GROUPS;
    launch.argument[4].value = 0;
    model_launch(model, scan_tile_model, &launch, 1);
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].in = before;
    launch.argument[3].value = N;
    model_launch(model, scan_tile_model, &launch, GROUPS);
}

static void launch_kind(struct model *model, enum kind kind)
{
    if (kind == CHAIN_STATIC || kind == CHAIN_TICKETED)
        launch_chain(model, kind == CHAIN_TICKETED);
    else if (kind == REDUCE_THEN_SCAN)
        launch_reduce_then_scan(model);
    else
        launch_one_pass(model, kind == CHAINED    ? scan_chained_model
                               : kind == LOOKBACK ? scan_lookback_model
                                                  : scan_fallback_model);
}

/* What the kernels write: chains one word a tile, scans all. */
static void check_output(enum kind kind)
{
    const bool chain = kind <= CHAIN_TICKETED;
    uint32_t sum = 0;
    for (size_t i = 0; i < (chain ? GROUPS : N); i++) {
        assert_int_equal(output[i], sum);
        sum += input[chain ? i * THREADS_A_GROUP : i];
    }
}

static void check_hazards(const struct model_report *report)
{
    char text[256];
    for (size_t i = 0; i < report->hazards; i++)
        print_error("%s\n", hazard_text(&report->hazard[i], text, sizeof text));
    assert_int_equal(report->hazards, 0);
}

/* True when all groups finish, with the right result; else somebody starves, and the message says who. */
static bool finishes(const struct setting *setting, char *message, struct model_report *report)
{
    const struct device device = device_for(setting);
    const struct model_options options = {
        .device = &device, .order = setting->order, .workers = 1, .benign = setting->benign};
    struct error error = {0};
    struct model *const model = model_create(&options);
    add_regions(model);
    launch_kind(model, setting->kind);
    assert_true(model_finish(model, &error));
    *report = *model_report(model);
    snprintf(message, MODEL_MESSAGE, "%s", report->message);
    model_destroy(model);
    check_hazards(report);
    if (!report->starved)
        check_output(setting->kind);
    return !report->starved;
}

static bool ends_well(struct setting setting)
{
    char message[MODEL_MESSAGE];
    struct model_report report;
    return finishes(&setting, message, &report);
}

static const enum progress promises[] = {PROGRESS_NONE, PROGRESS_HSA, PROGRESS_OBE, PROGRESS_FAIR};

static void check_verdicts(enum kind kind, enum group_order order, const bool expected[4])
{
    for (size_t i = 0; i < 4; i++)
        if (ends_well((struct setting){kind, promises[i], order, 4, false}) != expected[i])
            fail_msg("kind %d, order %s, progress %s: %s", (int)kind, order_names[order],
                     progress_names[promises[i]], expected[i] ? "starved" : "finished");
}

TEST(a_static_chain_needs_a_promise_and_ascending_order)
{
    check_verdicts(CHAIN_STATIC, ORDER_ASCENDING, (const bool[]){false, true, true, true});
    check_verdicts(CHAIN_STATIC, ORDER_DESCENDING, (const bool[]){false, true, false, true});
    assert_true(ends_well((struct setting){CHAIN_STATIC, PROGRESS_OBE, ORDER_DESCENDING, GROUPS, false}));
}

/* Under hsa the ticket of a lowest group may come after one that has stopped: possible. */
TEST(tickets_need_occupancy_bound_progress)
{
    static const enum kind kinds[] = {CHAIN_TICKETED, CHAINED, LOOKBACK};
    for (size_t i = 0; i < 3; i++) {
        check_verdicts(kinds[i], ORDER_ASCENDING, (const bool[]){false, true, true, true});
        check_verdicts(kinds[i], ORDER_DESCENDING, (const bool[]){false, false, true, true});
        assert_false(ends_well((struct setting){kinds[i], PROGRESS_NONE, ORDER_RANDOM, 4, false}));
        assert_true(ends_well((struct setting){kinds[i], PROGRESS_OBE, ORDER_RANDOM, 4, false}));
        assert_true(ends_well((struct setting){kinds[i], PROGRESS_FAIR, ORDER_RANDOM, 4, false}));
    }
}

TEST(some_kernels_never_wait_in_vain)
{
    static const bool all_well[] = {true, true, true, true};
    for (enum group_order order = 0; order < ORDER_COUNT; order++) {
        check_verdicts(FALLBACK, order, all_well);
        check_verdicts(REDUCE_THEN_SCAN, order, all_well);
    }
}

TEST(a_benign_schedule_passes)
{
    for (enum kind kind = CHAIN_STATIC; kind <= LOOKBACK; kind++)
        assert_true(ends_well((struct setting){kind, PROGRESS_NONE, ORDER_DESCENDING, 4, true}));
}

TEST(alone_on_the_device_nobody_waits)
{
    assert_true(ends_well((struct setting){CHAIN_STATIC, PROGRESS_NONE, ORDER_ASCENDING, 1, false}));
    assert_true(ends_well((struct setting){LOOKBACK, PROGRESS_NONE, ORDER_DESCENDING, 1, false}));
}

TEST(starvation_says_who_waits_for_whom)
{
    char message[MODEL_MESSAGE];
    struct model_report report;
    const struct setting setting = {CHAIN_STATIC, PROGRESS_OBE, ORDER_DESCENDING, 4, false};
    assert_false(finishes(&setting, message, &report));
    assert_string_equal(message, "kernel chain: group 11 waits for state[10], which is 0 forever; resident: "
                                 "11 10 9 8; 0 of 12 finished, 8 not started");
}

/* G tickets and G stores of states; one group after another polls G − 1 times. */
TEST(an_ascending_chain_polls_once_a_group)
{
    static const uint64_t states_a_group[] = {[CHAIN_TICKETED] = 1, [CHAINED] = 1, [LOOKBACK] = 2};
    for (enum kind kind = CHAIN_TICKETED; kind <= LOOKBACK; kind++) {
        char message[MODEL_MESSAGE];
        struct model_report report;
        const struct setting setting = {kind, PROGRESS_FAIR, ORDER_ASCENDING, GROUPS, false};
        assert_true(finishes(&setting, message, &report));
        const struct counts *const run = &report.kernel[0].run[PHASE_TOTAL];
        assert_int_equal(run->of[COUNTER_POLLS], GROUPS - 1);
        assert_int_equal(run->of[COUNTER_ATOMICS],
                         GROUPS + states_a_group[kind] * GROUPS - (kind == LOOKBACK));
        assert_int_equal(run->of[COUNTER_LAUNCHES], 1);
        assert_int_equal(run->of[COUNTER_STALE_READS], 0);
    }
}

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++)
        input[i] = (uint32_t)(random_at(2, i) >> 32);
    return 0;
}

AROUND_TESTS(fill, NULL)
