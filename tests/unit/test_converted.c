/* SPDX-License-Identifier: MIT */
/* Converted types: their conversions, their data, their answers, and that a sum which is not widened is found
 * wrong. */
#include "base/buffer.h"
#include "cpu/converted_kernels.h"
#include "cpu/elements.h"
#include "machine/isa.h"
#include "problem/alteration.h"
#include "problem/half.h"
#include "problem/recipe.h"
#include "registry/registry.h"

#include "trial.h"

#include <math.h>

#define EACH_CONVERTED(dtype) (enum dtype dtype = DTYPE_U8_U32; dtype < DTYPE_COUNT; dtype++)

/* The value of a 16-bit float by its definition. */
static double value_of(uint16_t half, unsigned exponent_bits)
{
    const int digits = 15 - (int)exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = half >> digits & ((1 << exponent_bits) - 1), fraction = half & ((1 << digits) - 1);
    const double sign = half >> 15 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1)
        return fraction ? NAN : sign * INFINITY;
    if (exponent == 0)
        return sign * ldexp(fraction, 1 - bias - digits);
    return sign * ldexp(fraction + (1 << digits), exponent - bias - digits);
}

struct half_type {
    unsigned exponent_bits;
    float (*read)(uint16_t half);
    uint16_t (*write)(float value);
};
static const struct half_type types[] = {{5, f16_read, f16_write}, {8, bf16_read, bf16_write}};
#define EACH_HALF_TYPE(type) (const struct half_type *type = types; type < types + 2; type++)

TEST(every_half_is_read_exactly_and_written_back)
{
    for
        EACH_HALF_TYPE(type)
        {
            for (uint32_t half = 0; half < 1u << 16; half++) {
                const double value = value_of((uint16_t)half, type->exponent_bits);
                const float read = type->read((uint16_t)half);
                if (isnan(value)) {
                    assert_true(isnan(read) && isnan(type->read(type->write(read))));
                    assert_int_equal(type->write(read) >> 15, half >> 15);
                    continue;
                }
                assert_true(read == value && !signbit(read) == !(half >> 15));
                assert_int_equal(type->write(read), half);
            }
        }
}

/* Between each two neighbours: halfway to the even one, and beside that to the nearer. The greatest is
 * followed by what the next power of two would be, from halfway to which all is infinite. */
TEST(what_is_between_two_halves_is_rounded_to_nearest_even)
{
    for
        EACH_HALF_TYPE(type)
        {
            const unsigned infinity = ((1u << type->exponent_bits) - 1) << (15 - type->exponent_bits);
            for (unsigned half = 0; half < infinity; half++) {
                const double low = value_of((uint16_t)half, type->exponent_bits);
                const double below = half ? value_of((uint16_t)(half - 1), type->exponent_bits) : 0;
                const double high = half + 1 < infinity ? value_of((uint16_t)(half + 1), type->exponent_bits)
                                                        : low + (low - below);
                const float middle = (float)((low + high) / 2);
                if ((double)middle != (low + high) / 2) /* below what a float has */
                    continue;
                assert_int_equal(type->write(middle), half + half % 2);
                assert_int_equal(type->write(nextafterf(middle, 0)), half);
                assert_int_equal(type->write(nextafterf(middle, INFINITY)), half + 1);
                assert_int_equal(type->write(-middle), 0x8000 | (half + half % 2));
            }
            assert_int_equal(type->write(INFINITY), infinity);
            assert_int_equal(type->write(0x1.fffffep127f), infinity);
            assert_int_equal(type->write(0x1p-149f), 0);
        }
}

/* A pair in every lane of a few registers, each half with one of another exponent: what is between two halves
 * and is subnormal or infinite is among the sums. */
TEST(registers_convert_as_scalars_do)
{
    enum { ELEMENTS = 128, PAIRS = 24 };
    for (unsigned t = 0; t < 2; t++) {
        const enum dtype dtype = t ? DTYPE_BF16 : DTYPE_F16;
        for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++) {
            scan_kernel *const scan =
                isa_available(isa) ? converted_kernels(isa, dtype)->scan[SCAN_WINDOWS][0] : NULL;
            for (uint32_t half = 0; scan && half < PAIRS << 16; half++) {
                _Alignas(64) uint16_t input[ELEMENTS] = {0}, output[ELEMENTS];
                const uint16_t other = (uint16_t)(half * 40503u >> (half >> 16) % 16);
                const unsigned at = half % (ELEMENTS - 1);
                const float first = types[t].read((uint16_t)half), sum = first + types[t].read(other);
                union element carry = {.f32 = 0};
                input[at] = (uint16_t)half;
                input[at + 1] = other;
                scan(input, output, ELEMENTS, 0, &carry);
                if (isnan(sum)) {
                    assert_true(isnan(types[t].read(output[ELEMENTS - 1])));
                    continue;
                }
                assert_int_equal(output[at], types[t].write(first + 0.0f));
                assert_int_equal(output[at + 1], types[t].write(sum + 0.0f));
                assert_int_equal(output[ELEMENTS - 1], types[t].write(sum + 0.0f));
            }
        }
    }
}

/* Sums of the greatest bytes, beside a few smaller ones, onto a carry that makes them wrap. */
static void scan_bytes(scan_kernel *scan, const uint8_t *input, size_t n, size_t misaligned)
{
    _Alignas(64) uint32_t output[1024];
    const union element before = {.u32 = UINT32_MAX - 1000};
    union element carry = before;
    uint32_t sum = before.u32;
    output[misaligned + n] = 0x5a5a5a5a;
    scan(input, output + misaligned, n, 0, &carry);
    for (size_t i = 0; i < n; i++) {
        sum += input[i];
        assert_int_equal(output[misaligned + i], sum);
    }
    assert_int_equal(carry.u32, sum);
    assert_int_equal(output[misaligned + n], 0x5a5a5a5a);
}

TEST(sums_of_bytes_are_right_in_every_lane)
{
    uint8_t input[900];
    for (size_t i = 0; i < sizeof input; i++)
        input[i] = i % 11 ? UINT8_MAX : (uint8_t)(i * 37);
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (unsigned unroll = 0; isa_available(isa) && unroll < UNROLLS; unroll++)
            for (size_t n = 0; n <= sizeof input; n += 1 + n / 9)
                for (size_t misaligned = 0; misaligned < 17; misaligned += 5)
                    scan_bytes(converted_kernels(isa, DTYPE_U8_U32)->scan[SCAN_WINDOWS][unroll],
                               input + misaligned % 2, n - (n > 0), misaligned);
}

enum { ROW_ELEMENTS = 9001, SPLIT = 4321 };

/* An array whose rows are joined one element after the other, and what its sums come to; halves are 0 and 1,
 * so that each sum is one of them. */
struct rows_bed {
    struct point point;
    struct run run;
    _Alignas(64) unsigned char input[8 * ROW_ELEMENTS], output[8 * ROW_ELEMENTS], expected[8 * ROW_ELEMENTS];
};

/* So small that every sum is exact. */
static union element small_element(enum dtype dtype, size_t i)
{
    const uint32_t one = dtype == DTYPE_F16 ? 0x3c00 : dtype == DTYPE_BF16 ? 0x3f80 : 0;
    if (dtype == DTYPE_F32)
        return (union element){.f32 = (float)(i * 37 % 251)};
    if (dtype == DTYPE_F64)
        return (union element){.f64 = (double)(i * 37 % 251)};
    return (union element){.u64 = one ? i % 3 % 2 * one : i * 37 % 251};
}

static void make_rows(struct rows_bed *bed, const struct point *of)
{
    bed->point = *of;
    bed->point.unroll = 4;
    bed->point.n = ROW_ELEMENTS;
    bed->run = (struct run){.point = &bed->point, .input = bed->input, .output = bed->output};
    for (size_t i = 0; i < ROW_ELEMENTS; i++)
        element_store((enum dtype)of->dtype, bed->input, i, small_element((enum dtype)of->dtype, i));
    memset(bed->output, 0x5a, sizeof bed->output);
    memset(bed->expected, 0x5a, sizeof bed->expected);
}

static void expect_rows(const struct rows_bed *bed, const char *what)
{
    for (size_t i = 0; i < sizeof bed->output; i++)
        if (bed->output[i] != bed->expected[i])
            fail_msg("%s of %s, isa %u, rows of %u: byte %zu", what, dtype_names[bed->point.dtype],
                     (unsigned)bed->point.isa, (unsigned)bed->point.row_length, i);
}

/* In two ranges, of which the second begins within a row. */
static void scan_rows(struct rows_bed *bed, enum scan_style style, bool inclusive)
{
    const enum dtype dtype = (enum dtype)bed->point.dtype;
    const enum op op = (enum op)bed->point.op;
    const union element identity = op_identity(op, dtype);
    union element sum = identity, carry = identity;
    bed->point.scan_mode = inclusive ? MODE_INCLUSIVE : MODE_EXCLUSIVE;
    for (size_t i = 0; i < ROW_ELEMENTS; i++) {
        const union element before = i % bed->point.row_length == 0 ? identity : sum;
        sum = element_combine(op, dtype, before, element_read(dtype, bed->input, i));
        element_write(dtype, bed->expected, i, inclusive ? sum : before);
    }
    scan_range(&bed->run, style, &(struct element_range){0, SPLIT, 0}, &carry);
    scan_range(&bed->run, style, &(struct element_range){SPLIT, ROW_ELEMENTS, 0}, &carry);
    expect_rows(bed, inclusive ? "inclusive scan" : "exclusive scan");
}

static void sum_rows(struct rows_bed *bed)
{
    const enum dtype dtype = (enum dtype)bed->point.dtype;
    const enum op op = (enum op)bed->point.op;
    const size_t row = bed->point.row_length, rows = (ROW_ELEMENTS + row - 1) / row;
    for (size_t r = 0; r < rows; r++) {
        union element sum = op_identity(op, dtype);
        for (size_t i = r * row; i < (r + 1) * row && i < ROW_ELEMENTS; i++)
            sum = element_combine(op, dtype, sum, element_read(dtype, bed->input, i));
        element_write(dtype, bed->expected, r, sum);
    }
    reduce_rows(&bed->run, reduce_kernel_of(REDUCE_INTRINSICS, &bed->point), READING_PLAIN,
                &(struct element_range){0, rows, 0});
    expect_rows(bed, "reduction");
}

static void expect_every_way(struct rows_bed *bed, const struct point *of)
{
    for (unsigned i = 0; i < 4; i++) {
        make_rows(bed, of);
        scan_rows(bed, i / 2 ? SCAN_STREAM : SCAN_WINDOWS, i % 2);
    }
    make_rows(bed, of);
    sum_rows(bed);
}

/* Lengths that fill a register, a half or more of them, or not. Short rows of converted types are widened
 * block by block: also those that begin in one block and end in another. */
TEST(rows_of_many_lengths)
{
    static const uint64_t lengths[] = {1,  2,  3,  4,  5,  7,  8,  9,   12,  16,  17,
                                       21, 24, 29, 37, 60, 64, 65, 100, 256, 511, 2000};
    static struct rows_bed bed;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (unsigned i = DTYPE_NONE + 1; isa_available(isa) && i < DTYPE_COUNT; i++)
            for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
                struct point point = {.dtype = i, .op = OP_SUM, .isa = isa, .row_length = lengths[l]};
                expect_every_way(&bed, &point);
                point.op = OP_MIN;
                if (dtype_is_plain((enum dtype)i))
                    expect_every_way(&bed, &point);
            }
}

/* Rows and their sums beside a page that nobody may touch. */
static void sum_beside(const struct point *of, size_t rows, enum placement placement)
{
    const enum dtype dtype = (enum dtype)of->dtype;
    const size_t size = dtype_size(dtype), size_out = dtype_size(dtype_output(dtype));
    const struct buffer_shape in = {.bytes = rows * of->row_length * size,
                                    .align = size,
                                    .placement = placement,
                                    .pages = PAGES_4K},
                              out = {.bytes = rows * size_out,
                                     .align = size_out,
                                     .placement = placement,
                                     .pages = PAGES_4K};
    struct buffer input, output;
    struct error error = {0};
    assert_done(buffer_map(&input, &in, &error), &error);
    assert_done(buffer_map(&output, &out, &error), &error);
    const struct run run = {.point = of, .input = input.data, .output = output.data};
    reduce_rows(&run, reduce_kernel_of(REDUCE_INTRINSICS, of), READING_PLAIN,
                &(struct element_range){0, rows, 0});
    buffer_unmap(&input);
    buffer_unmap(&output);
}

TEST(sums_of_rows_touch_nothing_outside)
{
    struct point point = {.op = OP_SUM, .unroll = 4};
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (unsigned i = DTYPE_NONE + 1; isa_available(isa) && i < DTYPE_COUNT; i++)
            for (point.row_length = 1; point.row_length <= 40; point.row_length++)
                for (size_t rows = 1; rows <= 64; rows = rows < 8 ? rows + 1 : 2 * rows + 1) {
                    point.dtype = i;
                    point.isa = isa;
                    point.n = rows * point.row_length;
                    sum_beside(&point, rows, PLACE_OFFSET);
                    sum_beside(&point, rows, PLACE_BACK);
                }
}

static double sum_of(const struct trial *trial)
{
    double sum = 0;
    for (size_t i = 0; i < trial->problem.key.n; i++)
        sum += element_value(trial->problem.key.dtype, trial->input[0], i);
    return sum;
}

TEST(sums_need_the_accumulator)
{
    for
        EACH_CONVERTED(dtype)
        {
            struct trial trial = trial_of(key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 20000));
            if (!dtype_is_float(dtype))
                assert_true(sum_of(&trial) > 100 * ldexp(1, (int)dtype_bits(dtype)));
            trial_close(&trial);
        }
}

TEST(widths)
{
    assert_true(primitive_bytes(PRIMITIVE_SCAN, DTYPE_U8_U32, 100, 0) == 500);
    assert_true(primitive_bytes(PRIMITIVE_COPY, DTYPE_U32_U64, 100, 0) == 1200);
    assert_true(primitive_bytes(PRIMITIVE_REDUCE, DTYPE_U8_U32, 100, 0) == 100);
    assert_true(primitive_bytes(PRIMITIVE_DOT, DTYPE_BF16, 100, 0) == 400);
    const struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_U16_U32, OP_SUM, 10);
    assert_int_equal(problem_input_bytes(&key, 0), 20);
    assert_int_equal(problem_output_bytes(&key), 40);
    for
        EACH_CONVERTED(dtype)
    assert_int_equal(dtype_keeps_width(dtype), dtype_size(dtype) == dtype_size(dtype_output(dtype)));
    assert_false(dtype_keeps_width(DTYPE_U8_U32));
}

/* What a kernel does that adds in the type which it reads, or in halves of it. */
static void answer_unwidened(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const enum dtype dtype = key->dtype;
    const bool scans = key->primitive == PRIMITIVE_SCAN;
    union element sum = problem_initial(key);
    uint16_t kept;
    for (size_t i = 0; i < key->n; i++) {
        sum = element_combine(OP_SUM, dtype, sum, element_read(dtype, trial->input[0], i));
        if (dtype_is_float(dtype)) {
            element_write(dtype, &kept, 0, sum);
            sum = element_read(dtype, &kept, 0);
        } else {
            sum.u64 &= UINT64_MAX >> (64 - dtype_bits(dtype));
        }
        if (scans || i + 1 == key->n)
            element_write(dtype, trial->output, scans ? i : 0, sum);
    }
}

TEST(a_missed_widening_is_wrong)
{
    static const enum primitive primitives[] = {PRIMITIVE_SCAN, PRIMITIVE_REDUCE};
    for
        EACH_CONVERTED(dtype)
        {
            for (size_t p = 0; p < 2; p++) {
                struct finding finding;
                struct trial trial = trial_of(key_of(primitives[p], dtype, OP_SUM, 4096));
                answer(&trial);
                assert_true(verify_output(&trial.problem, trial.output, 0, 0, &finding));
                answer_unwidened(&trial);
                const bool wraps = dtype == dtype_output(dtype) && !dtype_is_float(dtype);
                if (primitives[p] == PRIMITIVE_SCAN ||
                    !dtype_is_float(dtype)) /* one rounded sum may be right */
                    assert_int_equal(verify_output(&trial.problem, trial.output, 0, 0, &finding), wraps);
                trial_close(&trial);
            }
        }
}

TEST(a_copy_converts)
{
    for
        EACH_CONVERTED(dtype)
        {
            struct finding finding;
            struct trial trial = trial_of(key_of(PRIMITIVE_COPY, dtype, OP_NONE, 10000));
            for (size_t i = 0; i < 10000; i++)
                element_write(dtype, trial.output, i, element_read(dtype, trial.input[0], i));
            assert_true(verify_output(&trial.problem, trial.output, 0, 0, &finding));
            trial.output[9999 * dtype_size(dtype_output(dtype))] ^= 1;
            assert_false(verify_output(&trial.problem, trial.output, 0, 0, &finding));
            assert_int_equal(finding.index, 9999);
            trial_close(&trial);
        }
}

/* Gridded sums may differ by what joining them rounds, and by half a unit of what is written: no more. */
TEST(gridded_halves_are_judged_by_what_is_written)
{
    for (enum dtype dtype = DTYPE_F16; dtype <= DTYPE_BF16; dtype++) {
        struct finding finding;
        struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, 3000);
        key.data = DATA_GRIDDED;
        struct trial trial = trial_of(key);
        reference_scan(&key, trial.input[0], trial.output, key.n, problem_initial(&key));
        assert_true(verify_output(&trial.problem, trial.output, 0, 0, &finding));
        uint16_t *const outputs = (uint16_t *)(void *)trial.output;
        size_t at = key.n - 1;
        while (fabs(element_value(dtype, outputs, at)) < 1)
            at--;
        outputs[at] ^= 4;
        assert_false(verify_output(&trial.problem, trial.output, 0, 0, &finding));
        trial_close(&trial);
    }
}

TEST(an_altered_element_changes_what_follows)
{
    for
        EACH_CONVERTED(dtype)
        {
            struct trial trial = trial_of(key_of(PRIMITIVE_SCAN, dtype, OP_SUM, 1000));
            struct trial other = trial_of(trial.problem.key);
            const struct alteration drawn = alteration_draw(&trial.problem, &(struct ranks){0}, 7);
            assert_true(drawn.made);
            assert_true(alteration_answer(&trial.problem, &drawn, 0, 1000, trial.output));
            alteration_apply(&drawn, dtype, other.input[0]);
            solve(&other);
            assert_memory_equal(trial.output, other.expected, problem_output_bytes(&other.problem.key));
            trial_close(&trial);
            trial_close(&other);
        }
}

TEST(they_have_sums_alone)
{
    for
        EACH_CONVERTED(dtype)
        {
            assert_true(dtype_takes(dtype, OP_NONE) && dtype_takes(dtype, OP_SUM));
            assert_false(dtype_takes(dtype, OP_MIN) || dtype_takes(dtype, OP_MAX) ||
                         dtype_takes(dtype, OP_PRODUCT));
        }
    assert_true(dtype_takes(DTYPE_F32, OP_PRODUCT));
}

/* What no limit bounds would have no share of what memory allows. */
TEST(each_is_bounded_by_a_limit)
{
    for (size_t i = 0; i < registry_count; i++) {
        unsigned bounded = 0;
        for (size_t k = 0; k < registry_count; k++)
            if (registry[k]->primitive == primitive_limit(registry[i]->primitive) &&
                registry[k]->family == FAMILY_LIMIT)
                bounded |= registry[k]->dtypes;
        assert_int_equal(registry[i]->dtypes & EVERY_CONVERTED_DTYPE & ~bounded, 0);
    }
}
