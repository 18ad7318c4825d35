/* SPDX-License-Identifier: MIT */
/* Grades: by the half width of the interval alone. */
#include "results/record.h"

#include "test.h"

TEST(half_widths)
{
    const struct {
        double low, high;
        enum grade grade;
    } cases[] = {
        {0.99, 1.01, GRADE_GOOD},    {0.951, 1.049, GRADE_GOOD},   {0.94, 1.06, GRADE_SHAKY},
        {0.851, 1.149, GRADE_SHAKY}, {0.84, 1.16, GRADE_UNUSABLE}, {NAN, NAN, GRADE_UNUSABLE},
        {1, 1.08, GRADE_GOOD},       {0.5, 1, GRADE_UNUSABLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        /* What was seen meanwhile is no matter. */
        struct record record = {.status = STATUS_OK, .flags = FLAG_DRIFT | FLAG_STEAL};
        record.statistics =
            (struct statistics){.samples = 30, .median = 1, .ci_low = cases[i].low, .ci_high = cases[i].high};
        assert_int_equal(record_grade(&record), cases[i].grade);
        record.status = STATUS_WRONG;
        assert_int_equal(record_grade(&record), GRADE_NONE);
    }
}
