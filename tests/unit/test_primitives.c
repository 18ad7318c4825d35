/* SPDX-License-Identifier: MIT */
/* Every primitive through the checker and the runner: implementations made of the reference pass, the same
 * with a seeded bug are caught. */
#include "measure/measure.h"
#include "problem/reference.h"

#include "isolated.h"
#include "made_up.h"
#include "test.h"

static void put(const struct run *run, uint64_t bits)
{
    memcpy(run->output, &bits, dtype_size(run->point->dtype));
}

static uint64_t fold(const struct run *run, size_t n)
{
    const uint64_t first = reference_fold(run->point->dtype, run->input, n);
    return run->second ? first ^ reference_fold(run->point->dtype, run->second, n) : first;
}

static void copy_part(const struct run *run, size_t n)
{
    const struct problem_key key = point_problem(run->point, 0);
    const size_t size = dtype_size(key.dtype);
    for (size_t first = 0; first < n; first += PART_BLOCK) {
        const size_t last = n - first < PART_BLOCK ? n : first + PART_BLOCK;
        const size_t at = primitive_part(first, key.selectivity);
        memcpy((char *)run->output + at * size, (const char *)run->input + first * size,
               (primitive_part(last, key.selectivity) - at) * size);
    }
    *run->count = fold(run, n);
}

/* The right answer for the first n elements. */
static void answer(const struct run *run, size_t n)
{
    struct problem_key key = point_problem(run->point, 0);
    const void *const inputs[PROBLEM_INPUTS] = {run->input, run->second};
    size_t selected;
    key.n = n;
    if (key.primitive == PRIMITIVE_SCAN)
        reference_scan(&key, run->input, run->output, n, run->initial);
    else if (key.primitive == PRIMITIVE_RECURRENCE)
        reference_recurrence(&key, inputs, run->output, run->initial);
    else if (key.primitive == PRIMITIVE_COPY || key.primitive == PRIMITIVE_MESSAGES)
        memcpy(run->output, run->input, problem_output_bytes(&key));
    else if (key.primitive == PRIMITIVE_READ || key.primitive == PRIMITIVE_READ_TWO)
        put(run, fold(run, n));
    else if (key.primitive == PRIMITIVE_COPY_PART)
        copy_part(run, n);
    else {
        problem_solve(&key, inputs, run->output, &selected);
        if (run->count)
            *run->count = selected;
    }
}

static void right(const struct run *run)
{
    answer(run, run->point->n);
}

static void skips_last(const struct run *run)
{
    answer(run, run->point->n > 0 ? run->point->n - 1 : 0);
}

static void skips_half(const struct run *run)
{
    answer(run, run->point->n / 2);
}

static void does_nothing(const struct run *run)
{
    (void)run;
}

static void ignores_prefix(const struct run *run)
{
    struct run other = *run;
    other.initial = op_identity(run->point->op, run->point->dtype);
    right(&other);
}

static void ignores_direction(const struct run *run)
{
    struct point point = *run->point;
    struct run other = *run;
    point.direction = point_reversed(&point) ? DIRECTION_FORWARD : DIRECTION_REVERSE;
    other.point = &point;
    right(&other);
}

static union element element_of(const struct run *run, const void *array, size_t index)
{
    return element_load(run->point->dtype, array, index);
}

/* b·before + more. */
static union element linear(const struct run *run, union element b, union element before, union element more)
{
    const enum dtype dtype = run->point->dtype;
    return element_combine(OP_SUM, dtype, element_combine(OP_PRODUCT, dtype, b, before), more);
}

/* A forward recurrence by pairs, every second of which is joined in the wrong order. */
static void swaps_pairs(const struct run *run)
{
    const enum dtype dtype = run->point->dtype;
    union element before = run->initial;
    right(run);
    for (size_t i = 0; !point_reversed(run->point) && i + 1 < run->point->n; i += 2) {
        const union element a = element_of(run, run->second, i), b = element_of(run, run->second, i + 1);
        const union element x =
            linear(run, a, element_of(run, run->input, i + 1), element_of(run, run->input, i));
        before = linear(run, element_combine(OP_PRODUCT, dtype, a, b), before, x);
        element_store(dtype, run->output, i + 1, before);
    }
}

/* a·(before + x), not a·before + x. */
static void multiplies_late(const struct run *run)
{
    const enum dtype dtype = run->point->dtype;
    union element h = run->initial;
    for (size_t i = 0; i < run->point->n; i++) {
        h = element_combine(OP_SUM, dtype, h, element_of(run, run->input, i));
        h = element_combine(OP_PRODUCT, dtype, h, element_of(run, run->second, i));
        element_store(dtype, run->output, i, h);
    }
}

/* With heads that are moved by some elements, and lost where they are multiples of something. */
static void scan_with_heads(const struct run *run, size_t late, size_t lost)
{
    const size_t n = run->point->n;
    struct run other = *run;
    unsigned char *const heads = calloc(1, n + 1);
    assert_non_null(heads);
    for (size_t i = late; i < n; i++)
        heads[i] = i % lost > 0 && ((const unsigned char *)run->second)[i - late];
    other.second = heads;
    right(&other);
    free(heads);
}

static void drops_resets(const struct run *run)
{
    scan_with_heads(run, run->point->n, 1);
}

static void drops_resets_of_tiles(const struct run *run)
{
    scan_with_heads(run, 0, 16);
}

static void resets_late(const struct run *run)
{
    scan_with_heads(run, 1, SIZE_MAX);
}

static void ignores_second(const struct run *run)
{
    struct run other = *run;
    other.second = run->input;
    right(&other);
}

static void restarts_late(const struct run *run)
{
    struct point point = *run->point;
    struct run other = *run;
    point.values_per_thread++;
    other.point = &point;
    right(&other);
}

static void counts_one_more(const struct run *run)
{
    right(run);
    ++*run->count;
}

static void forgets_count(const struct run *run)
{
    uint64_t mine;
    struct run other = *run;
    other.count = &mine;
    right(&other);
}

/* Right but for the order. */
static void reverses(const struct run *run)
{
    const size_t size = dtype_size(run->point->dtype);
    char *const out = run->output;
    right(run);
    for (size_t low = 0, high = *run->count; low + 1 < high; low++, high--) {
        union element kept;
        memcpy(&kept, out + low * size, size);
        memcpy(out + low * size, out + (high - 1) * size, size);
        memcpy(out + (high - 1) * size, &kept, size);
    }
}

static void selects_nan(const struct run *run)
{
    const float *const in = run->input;
    uint64_t count = 0;
    for (size_t i = 0; i < run->point->n; i++)
        count += !(in[i] <= 0);
    *run->count = count;
}

static struct implementation fake(enum primitive primitive, void (*run)(const struct run *))
{
    const bool scans = primitive == PRIMITIVE_SCAN, directed = primitive_info(primitive)->directed;
    const bool tiles = primitive == PRIMITIVE_TILED_SCAN;
    const bool combines = scans || tiles || primitive == PRIMITIVE_REDUCE;
    const bool selects = primitive_counts(primitive);
    const unsigned tile_axes = AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD);
    return (struct implementation){
        .name = "fake",
        .summary = "for a test",
        .source = "scanbench",
        .primitive = primitive,
        .family = FAMILY_SERIAL,
        .axes = (combines ? AXIS_BIT(AXIS_OP) : 0) | (scans ? AXIS_BIT(AXIS_SCAN_MODE) : 0) |
                (tiles ? tile_axes : 0) | (selects ? AXIS_BIT(AXIS_SELECTIVITY) : 0),
        .dtypes = EVERY_DTYPE,
        .ops = combines ? EVERY_OP : 0,
        .takes_initial = directed,
        .reverses = directed,
        .roundings = serial_roundings,
        .run = run,
    };
}

static const struct checker_options smoke = {.extent = {.smoke = true}, .seed = 3};

static struct checker_result check(const struct implementation *implementation)
{
    const struct checker_result result = checked(implementation, &smoke);
    assert_true(result.cases > 0);
    return result;
}

static void expect_wrong(const struct implementation *implementation, const char *what)
{
    const struct checker_result result = check(implementation);
    if (!result.wrong || !strstr(result.finding, what))
        fail_msg("%s: %zu wrong, '%s' does not say '%s'", primitive_names[implementation->primitive],
                 result.wrong, result.finding, what);
}

TEST(right_ones_pass)
{
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++) {
        const struct implementation implementation = fake(primitive, right);
        const struct checker_result result = check(&implementation);
        if (result.wrong)
            fail_msg("%s", result.finding);
        assert_true(result.cases > 60);
    }
}

TEST(lost_elements_are_caught)
{
    static void (*const bugs[])(const struct run *) = {skips_last, skips_half, does_nothing};
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++) {
        for (size_t b = 0; b < 3; b++) {
            for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++) {
                struct implementation implementation = fake(primitive, bugs[b]);
                implementation.dtypes = 1u << dtype;
                expect_wrong(&implementation, "expected ");
            }
        }
    }
}

TEST(each_operator_is_judged)
{
    for (enum primitive primitive = PRIMITIVE_SCAN; primitive <= PRIMITIVE_REDUCE; primitive++) {
        for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++) {
            for (enum op op = OP_SUM; op < OP_COUNT; op++) {
                struct implementation implementation = fake(primitive, skips_last);
                implementation.dtypes = 1u << dtype;
                implementation.ops = 1u << op;
                expect_wrong(&implementation, "expected ");
            }
        }
    }
}

TEST(bugs_of_one_primitive_are_caught)
{
    static const struct {
        enum primitive primitive;
        void (*run)(const struct run *);
        const char *what;
    } bugs[] = {
        {PRIMITIVE_SCAN, ignores_prefix, "after a prefix"},
        {PRIMITIVE_SCAN, ignores_direction, "element"},
        {PRIMITIVE_TILED_SCAN, restarts_late, "element"},
        {PRIMITIVE_RECURRENCE, ignores_prefix, "after a prefix"},
        {PRIMITIVE_RECURRENCE, ignores_direction, "element"},
        {PRIMITIVE_RECURRENCE, swaps_pairs, "element"},
        {PRIMITIVE_RECURRENCE, multiplies_late, "element"},
        {PRIMITIVE_RECURRENCE, ignores_second, "element"},
        {PRIMITIVE_SEGMENTED_SCAN, drops_resets, "element"},
        {PRIMITIVE_SEGMENTED_SCAN, drops_resets_of_tiles, "element"},
        {PRIMITIVE_SEGMENTED_SCAN, resets_late, "element"},
        {PRIMITIVE_DOT, ignores_second, "element 0 of 1"},
        {PRIMITIVE_READ_TWO, ignores_second, "element 0 of 1"},
        {PRIMITIVE_TALLY, counts_one_more, "count: expected 0, got 1"},
        {PRIMITIVE_COMPACT, counts_one_more, "count: expected 0, got 1"},
        {PRIMITIVE_COMPACT, forgets_count, "count: expected 0, got "},
        {PRIMITIVE_COPY_PART, forgets_count, "count: expected 0, got "},
        {PRIMITIVE_COMPACT, reverses, "element 0 of "},
    };
    for (size_t i = 0; i < sizeof bugs / sizeof bugs[0]; i++) {
        const struct implementation implementation = fake(bugs[i].primitive, bugs[i].run);
        expect_wrong(&implementation, bugs[i].what);
    }
    struct implementation nan = fake(PRIMITIVE_TALLY, selects_nan);
    nan.dtypes = 1u << DTYPE_F32;
    expect_wrong(&nan, "count: expected ");
}

TEST(any_order_where_declared)
{
    struct implementation compaction = fake(PRIMITIVE_COMPACT, reverses);
    compaction.unordered = true;
    assert_int_equal(check(&compaction).wrong, 0);
    compaction.run = skips_last;
    expect_wrong(&compaction, "count: expected ");
}

/* One plan with all primitives, sizes that need several covers of products and extrema included. */
enum { POINTS = PRIMITIVE_COUNT * DTYPE_COUNT, SIZE = 20000 };

struct bed {
    struct planned_point points[POINTS];
    struct implementation implementations[PRIMITIVE_COUNT];
    struct plan plan;
    struct config config;
    struct machine machine;
    struct results results;
    struct error error;
};

static void bed_init(struct bed *bed, void (*run)(const struct run *))
{
    *bed = (struct bed){.plan.points = bed->points};
    bed->config.measure = (struct measure_settings){.samples = 20, .time_s = 1, .processes = 1, .seed = 5};
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
        bed->implementations[primitive] = fake(primitive, run);
    assert_true(machine_init(&bed->machine, "synthetic:core:1 pu:1", &bed->error));
}

static struct point *add(struct bed *bed, enum primitive primitive, enum dtype dtype, enum op op, size_t n)
{
    const struct implementation *const implementation = &bed->implementations[primitive];
    struct planned_point *const planned = &bed->points[bed->plan.count++];
    const bool tiled = primitive == PRIMITIVE_TILED_SCAN;
    planned->supported = true;
    planned->point = (struct point){
        .implementation = implementation,
        .dtype = dtype,
        .op = implementation->ops ? op : OP_NONE,
        .scan_mode = primitive == PRIMITIVE_SCAN ? MODE_EXCLUSIVE : MODE_NONE,
        .n = n,
        .threads_per_group = tiled ? 64 : 0,
        .values_per_thread = tiled ? 4 : 0,
        .selectivity = primitive_counts(primitive) ? SELECTIVITY_ONE / 4 : 0,
        .pages = PAGES_4K,
        .cache = CACHE_HOT,
    };
    return &planned->point;
}

static void run_all(struct bed *bed)
{
    const struct runner_options options = {.smoke = true, .budget_s = INFINITY};
    const struct workload workload = {&bed->plan, &bed->config, &bed->machine};
    assert_true(runner_run(&workload, &options, &bed->results, &bed->error));
}

static void bed_close(struct bed *bed)
{
    results_close(&bed->results);
    machine_close(&bed->machine);
}

TEST(runner_takes_every_primitive)
{
    static struct bed bed;
    bed_init(&bed, right);
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
        for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++)
            add(&bed, primitive, dtype, (enum op)(OP_SUM + dtype % 4), SIZE);
    add(&bed, PRIMITIVE_TILED_SCAN, DTYPE_U32, OP_SUM, SIZE)->values_per_thread = 8;
    add(&bed, PRIMITIVE_REDUCE, DTYPE_F32, OP_PRODUCT, 0);
    add(&bed, PRIMITIVE_COMPACT, DTYPE_F32, OP_NONE, 0);
    run_all(&bed);
    for (size_t i = 0; i < bed.results.count; i++) {
        const struct record *const record = &bed.results.records[i];
        char text[256];
        if (record->status != STATUS_OK)
            fail_msg("%s: %s", point_text(&record->point, text, sizeof text), record->message);
        assert_true(record->verified >= 3);
        assert_true(record->point.n == 0 || record_bytes_per_s(record) > 0);
    }
    bed_close(&bed);
}

TEST(runner_counts_what_was_written)
{
    static struct bed bed;
    bed_init(&bed, right);
    add(&bed, PRIMITIVE_COMPACT, DTYPE_U64, OP_NONE, SIZE);
    add(&bed, PRIMITIVE_COPY_PART, DTYPE_F32, OP_NONE, SIZE);
    add(&bed, PRIMITIVE_TALLY, DTYPE_F32, OP_NONE, SIZE);
    run_all(&bed);
    const struct record *const records = bed.results.records;
    assert_in_range(records[0].selected, SIZE / 5, SIZE * 3 / 10);
    assert_true(record_bytes(&records[0]) == 8.0 * (double)(SIZE + records[0].selected));
    assert_int_equal(records[1].selected, SIZE / 4);
    assert_true(record_bytes(&records[1]) == 4.0 * (SIZE + SIZE / 4));
    assert_true(records[2].selected == 0 && record_bytes(&records[2]) == 4.0 * SIZE);
    bed_close(&bed);
}

TEST(runner_catches_every_primitive)
{
    static struct bed bed;
    bed_init(&bed, skips_half);
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
        for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++)
            add(&bed, primitive, dtype, (enum op)(OP_SUM + dtype % 4), SIZE);
    run_all(&bed);
    for (size_t i = 0; i < bed.results.count; i++) {
        const struct record *const record = &bed.results.records[i];
        char text[256];
        if (record->status != STATUS_WRONG)
            fail_msg("%s passes", point_text(&record->point, text, sizeof text));
    }
    bed_close(&bed);
}
