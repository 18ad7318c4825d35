/* SPDX-License-Identifier: MIT */
/* The published stride: how many segments it makes, one partial each. */
#include "registry/built_in.h"

#include "test.h"

static size_t segments(size_t n)
{
    const struct point point = {
        .implementation = &threads_scan_published_stride, .n = n, .dtype = DTYPE_U32, .groups = 512};
    return threads_scan_published_stride.scratch_bytes(&point) / sizeof(uint32_t);
}

TEST(segments_are_as_published)
{
    assert_int_equal(segments(0), 0);
    assert_int_equal(segments(1), 1);
    assert_int_equal(segments(5), 1);
    assert_int_equal(segments(1024), 1);   /* one dispatch */
    assert_int_equal(segments(1025), 257); /* strides of 4 */
    assert_int_equal(segments(2048), 512);
    assert_int_equal(segments(2049), 257); /* strides of 8 */
    assert_int_equal(segments(1 << 20), 512);
    assert_int_equal(segments((1 << 20) + 1), 512);
}
