/* SPDX-License-Identifier: MIT */
/* A compaction writes nothing beyond the room that it is given, which is where the next worker's elements
 * begin: the room ends at a page that nobody may touch. */
#include "base/buffer.h"
#include "cpu/converted_kernels.h"
#include "implementation/implementation.h"
#include "machine/isa.h"

#include "test.h"

enum { MOST = 300, ROUNDS = 12 };

static void *map_room(struct buffer *buffer, size_t bytes, size_t align)
{
    const struct buffer_shape shape = {
        .bytes = bytes, .align = align, .placement = PLACE_BACK, .pages = PAGES_4K};
    struct error error = {0};
    assert_done(buffer_map(buffer, &shape, &error), &error);
    return buffer->data;
}

/* Element i is selected when it is one of the first of every `period`. */
static bool is_selected(size_t i, size_t period)
{
    return i % ROUNDS < period;
}

static void fill_input(char *input, enum dtype dtype, size_t n, size_t period)
{
    const enum dtype plain = dtype_accumulator(dtype);
    for (size_t i = 0; i < n; i++) {
        const union element zero = op_identity(OP_SUM, plain), one = op_identity(OP_PRODUCT, plain);
        element_store(dtype, input, i, is_selected(i, period) ? one : zero);
    }
}

static void compact(compact_kernel *kernel, enum dtype dtype, size_t n, size_t period)
{
    const size_t size = dtype_size(dtype);
    struct buffer in, out;
    size_t room = 0;
    for (size_t i = 0; i < n; i++)
        room += is_selected(i, period);
    char *const input = map_room(&in, n * size, size), *const output = map_room(&out, room * size, size);
    fill_input(input, dtype, n, period);
    assert_int_equal(kernel(input, n, output, room), room);
    for (size_t i = 0; i < room; i++)
        assert_memory_equal(output + i * size, output, size);
    buffer_unmap(&in);
    buffer_unmap(&out);
}

static void compact_each(compact_kernel *kernel, enum dtype dtype)
{
    for (size_t n = 0; n < MOST; n += 1 + n / 7)
        for (size_t period = 0; period <= ROUNDS; period += 3)
            compact(kernel, dtype, n, period);
}

TEST(nothing_is_written_beyond_the_room)
{
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_NONE + 1; isa_available(isa) && dtype < DTYPE_COUNT; dtype++)
            for (uint64_t unroll = 1; unroll <= 8 && (EVERY_DTYPE | EVERY_NARROW) >> dtype & 1; unroll *= 2) {
                const struct point point = {
                    .implementation = NULL, .isa = isa, .dtype = dtype, .unroll = unroll};
                compact_each(compact_kernel_of(&point), dtype);
            }
}

/* The one that a point gets on a CPU with VBMI2 is not this one. */
TEST(nor_by_what_a_cpu_without_vbmi2_runs)
{
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_U8; isa_available(isa) && dtype <= DTYPE_U16; dtype++)
            for (unsigned unroll = 0; unroll < UNROLLS; unroll++)
                compact_each(converted_kernels(isa, dtype)->compress[unroll], dtype);
}
