/* SPDX-License-Identifier: MIT */
/* The clock: plausible calibration, never backwards, agrees with the system's; the instruction sets of this
 * CPU. */
#include "machine/instruments/instruments.h"
#include "machine/isa.h"

#include "test.h"

TEST(calibration_is_plausible)
{
    const struct clock clock = clock_calibrate();
    assert_true(clock.id == CLOCK_MONOTONIC_RAW || clock.id == CLOCK_MONOTONIC);
    assert_string_equal(clock.name, clock.id == CLOCK_MONOTONIC ? "CLOCK_MONOTONIC" : "CLOCK_MONOTONIC_RAW");
    assert_true(clock.tick_s >= 1e-9 && clock.tick_s < 0.1);
    assert_true(clock.overhead_s >= 0 && clock.overhead_s < 1e-3);
}

TEST(reads_never_go_back)
{
    const struct clock clock = clock_calibrate();
    uint64_t last = clock_read(&clock);
    for (int i = 0; i < 100000; i++) {
        const uint64_t now = clock_read(&clock);
        assert_true(now >= last);
        last = now;
    }
}

TEST(reads_are_nanoseconds)
{
    const struct clock clock = clock_calibrate();
    struct timespec before, after;
    clock_gettime(clock.id, &before);
    const uint64_t read = clock_read(&clock);
    clock_gettime(clock.id, &after);
    assert_in_range(read, (uint64_t)before.tv_sec * 1000000000u + (uint64_t)before.tv_nsec,
                    (uint64_t)after.tv_sec * 1000000000u + (uint64_t)after.tv_nsec);
}

TEST(a_sleep_is_measured)
{
    const struct clock clock = clock_calibrate();
    const struct timespec pause = {.tv_nsec = 20000000};
    const uint64_t start = clock_read(&clock);
    nanosleep(&pause, NULL);
    const double slept_s = (double)(clock_read(&clock) - start) * 1e-9;
    assert_true(slept_s > 0.019 && slept_s < 10);
}

/* No core adds ten times a nanosecond where each addition waits for the one before. */
TEST(the_probe_adds)
{
    const struct clock clock = clock_calibrate();
    for (int i = 0; i < 100; i++)
        assert_true(probe_core_s(&clock) > PROBE_ADDITIONS * 1e-10 &&
                    probe_wide_s(&clock) > PROBE_ADDITIONS * 1e-10);
}

TEST(the_best_isa_is_available)
{
    const enum isa best = isa_best();
    assert_int_not_equal(best, ISA_NONE);
    assert_true(isa_available(best));
    assert_false(isa_available(ISA_NONE));
    assert_false(isa_available(ISA_COUNT));
    for (enum isa isa = best + 1; isa < ISA_COUNT; isa++)
        assert_false(isa_available(isa));
    for (enum isa isa = ISA_NONE; isa < ISA_COUNT; isa++)
        assert_non_null(isa_names[isa]);
#if defined(__x86_64__)
    assert_false(isa_available(ISA_NEON));
    assert_string_equal(isa_lacking(ISA_NEON), "on this machine");
    for (enum isa isa = ISA_SSE4; isa < best; isa++) /* the CPU has it; the build may not */
        assert_true(isa_available(isa) || strcmp(isa_lacking(isa), "in this build") == 0);
#elif defined(__aarch64__)
    assert_int_equal(best, ISA_NEON);
#endif
}
