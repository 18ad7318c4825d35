/* SPDX-License-Identifier: MIT */
/* Guarded memory: placement, guards that fault, protection, pages that nobody touched. */
#include "base/buffer.h"

#include "test.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define HUGE_PAGE ((size_t)2 << 20)

static struct buffer mapped(struct buffer_shape shape)
{
    struct error error = {0};
    struct buffer buffer;
    assert_done(buffer_map(&buffer, &shape, &error), &error);
    assert_true(buffer.map_bytes <= buffer_footprint(&shape));
    assert_int_equal(buffer.bytes, shape.bytes);
    return buffer;
}

/* Does a write (or a read) of one byte kill a process? A handler of a sanitizer must not turn that into an
 * exit. */
static bool faults(volatile unsigned char *at, bool writing)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        signal(SIGBUS, SIG_DFL);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        if (writing)
            *at = 1;
        else
            (void)*at;
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        assert_int_equal(WTERMSIG(status), SIGSEGV);
    return WIFSIGNALED(status);
}

TEST(names)
{
    assert_string_equal(pages_names[PAGES_NONE], "-");
    assert_string_equal(pages_names[PAGES_HUGE], "huge");
    assert_string_equal(pages_names[PAGES_4K], "4k");
}

TEST(offset_from_boundary)
{
    static const size_t offsets[] = {0, 64, 4032};
    for (enum pages pages = PAGES_NONE; pages < PAGES_COUNT; pages++) {
        for (size_t i = 0; i < 3; i++) {
            struct buffer buffer =
                mapped((struct buffer_shape){.bytes = 10000, .offset = offsets[i], .pages = pages});
            assert_int_equal((uintptr_t)buffer.data % HUGE_PAGE, offsets[i]);
            memset(buffer.data, 1, buffer.bytes);
            assert_true(faults(buffer.data - offsets[i] - 1, true));
            assert_true(faults((unsigned char *)buffer.map + buffer.map_bytes - 1, false));
            buffer_unmap(&buffer);
            assert_null(buffer.map);
            buffer_unmap(&buffer);
        }
    }
}

TEST(front_guard)
{
    struct buffer buffer = mapped((struct buffer_shape){.bytes = 4, .pages = PAGES_4K});
    assert_true(faults(buffer.data - 1, true));
    assert_true(faults(buffer.data - 1, false));
    assert_true(faults(buffer.data - 4096, false));
    assert_false(faults(buffer.data, true));
    buffer_unmap(&buffer);
}

TEST(back_guard)
{
    static const size_t sizes[] = {1, 4, 4092, 4096, 4100, HUGE_PAGE - 4, HUGE_PAGE, HUGE_PAGE + 4};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (enum pages pages = PAGES_NONE; pages < PAGES_COUNT; pages++) {
            struct buffer buffer = mapped((struct buffer_shape){.bytes = sizes[i],
                                                                .align = sizes[i] % 4 == 0 ? 4 : 1,
                                                                .placement = PLACE_BACK,
                                                                .pages = pages});
            memset(buffer.data, 1, buffer.bytes);
            assert_true(faults(buffer.data + buffer.bytes, true));
            assert_true(faults(buffer.data + buffer.bytes, false));
            assert_false(faults(buffer.data + buffer.bytes - 1, true));
            buffer_unmap(&buffer);
        }
    }
}

TEST(back_alignment)
{
    struct buffer buffer =
        mapped((struct buffer_shape){.bytes = 4090, .align = 8, .placement = PLACE_BACK, .pages = PAGES_4K});
    assert_int_equal((uintptr_t)buffer.data % 8, 0);
    memset(buffer.data, 1, buffer.bytes);
    assert_true(faults(buffer.data + buffer.bytes + 6, false));
    buffer_unmap(&buffer);
}

TEST(empty)
{
    for (enum pages pages = PAGES_NONE; pages < PAGES_COUNT; pages++) {
        for (enum placement placement = PLACE_OFFSET; placement <= PLACE_BACK; placement++) {
            struct error error = {0};
            struct buffer buffer =
                mapped((struct buffer_shape){.align = 4, .placement = placement, .pages = pages});
            assert_non_null(buffer.data);
            assert_true(faults(buffer.data, false));
            assert_true(isnan(buffer_huge_fraction(&buffer)));
            assert_true(buffer_protect(&buffer, false, &error));
            buffer_unmap(&buffer);
        }
    }
    buffer_unmap(&(struct buffer){0});
}

TEST(protection)
{
    struct error error = {0};
    struct buffer buffer = mapped((struct buffer_shape){.bytes = 9000, .offset = 64, .pages = PAGES_HUGE});
    memset(buffer.data, 7, buffer.bytes);
    assert_true(buffer_protect(&buffer, false, &error));
    assert_true(faults(buffer.data, true));
    assert_true(faults(buffer.data + buffer.bytes - 1, true));
    assert_int_equal(buffer.data[8999], 7);
    assert_true(buffer_protect(&buffer, true, &error));
    memset(buffer.data, 8, buffer.bytes);
    buffer_unmap(&buffer);
}

/* Whoever holds its data cannot write it, also while it is open. */
TEST(sealed_bytes_are_written_elsewhere)
{
    struct error error = {0};
    for (enum placement placement = PLACE_OFFSET; placement <= PLACE_BACK; placement++) {
        struct buffer_shape shape = {.bytes = 1000, .align = 8, .placement = placement, .sealed = true};
        struct buffer buffer = mapped(shape);
        for (unsigned char round = 1; round < 3; round++) {
            unsigned char *const bytes = buffer_open(&buffer, &error);
            assert_non_null(bytes);
            memset(bytes, round, buffer.bytes);
            assert_true(faults(buffer.data, true));
            assert_true(buffer_close(&buffer, &error));
            assert_int_equal(buffer.data[0], round);
            assert_int_equal(buffer.data[buffer.bytes - 1], round);
            assert_true(faults(buffer.data + buffer.bytes - 1, true));
            assert_true(
                faults(placement == PLACE_OFFSET ? buffer.data - 1 : buffer.data + buffer.bytes, false));
            shape.bytes = buffer.bytes = 2000;
            assert_true(buffer_reshape(&buffer, &shape));
        }
        shape.sealed = false;
        assert_false(buffer_reshape(&buffer, &shape));
        buffer_unmap(&buffer);
    }
}

/* Of any other buffer the same two calls are those of its protection. */
TEST(what_is_not_sealed_is_open_until_it_is_closed)
{
    struct error error = {0};
    struct buffer buffer = mapped((struct buffer_shape){.bytes = 1000});
    assert_true(buffer_close(&buffer, &error));
    assert_true(faults(buffer.data, true));
    assert_ptr_equal(buffer_open(&buffer, &error), buffer.data);
    assert_false(faults(buffer.data, true));
    buffer_unmap(&buffer);
}

TEST(another_shape_in_the_same_pages)
{
    const struct buffer_shape first = {.bytes = 1000, .align = 8, .placement = PLACE_BACK, .pages = PAGES_4K};
    struct buffer_shape shape = first;
    struct buffer buffer = {0};
    assert_false(buffer_reshape(&buffer, &shape));
    buffer = mapped(first);
    const void *const map = buffer.map;
    shape.bytes = 2000;
    assert_true(buffer_reshape(&buffer, &shape));
    assert_ptr_equal(buffer.map, map);
    memset(buffer.data, 7, 2000);
    assert_true(faults(buffer.data + 2000, true));
    for (shape.bytes = 0; shape.bytes <= 5000; shape.bytes += 5000) {
        assert_false(buffer_reshape(&buffer, &shape));
        assert_int_equal(buffer.bytes, 2000);
    }
    buffer_unmap(&buffer);
}

TEST(nothing_is_touched)
{
    struct buffer buffer = mapped((struct buffer_shape){.bytes = 64 * 4096, .pages = PAGES_4K});
    unsigned char resident[64];
    assert_int_equal(mincore(buffer.data, buffer.bytes, resident), 0);
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(resident[i] & 1, 0);
    assert_true(isnan(buffer_huge_fraction(&buffer)));
    buffer_unmap(&buffer);
}

TEST(huge_fraction)
{
    struct buffer small = mapped((struct buffer_shape){.bytes = 2 * HUGE_PAGE, .pages = PAGES_4K});
    memset(small.data, 1, small.bytes);
    const double none = buffer_huge_fraction(&small);
    assert_true(isnan(none) || none == 0);
    struct buffer huge =
        mapped((struct buffer_shape){.bytes = 2 * HUGE_PAGE, .offset = 64, .pages = PAGES_HUGE});
    memset(huge.data, 1, huge.bytes);
    const double some = buffer_huge_fraction(&huge);
    assert_true(isnan(some) || (some >= 0 && some <= 1));
    print_message("huge pages reached: %g of 1\n", some);
    buffer_unmap(&small);
    buffer_unmap(&huge);
}

TEST(refusals)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - HUGE_PAGE, (size_t)1 << 60};
    for (size_t i = 0; i < 3; i++) {
        const struct buffer_shape shape = {.bytes = sizes[i], .offset = 64, .pages = PAGES_HUGE};
        struct error error = {0};
        struct buffer buffer;
        assert_false(buffer_map(&buffer, &shape, &error));
        assert_error(&error, EXIT_SYSTEM, "cannot map");
        assert_null(buffer.map);
    }
    assert_int_equal(buffer_footprint(&(struct buffer_shape){.bytes = SIZE_MAX}), SIZE_MAX);
}
