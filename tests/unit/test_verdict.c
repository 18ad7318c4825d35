/* SPDX-License-Identifier: MIT */
/* What a run's results mean for its exit code: each status and grade, and the worse of two. */
#include "commands/commands.h"
#include "registry/registry.h"

#include "test.h"

enum { POINTS = 3 };

static struct results three_right(struct record *records)
{
    for (size_t i = 0; i < POINTS; i++) {
        const struct point point = {.implementation = registry[0], .n = 1000 + i};
        records[i] = record_of(&point);
        records[i].status = STATUS_OK;
        records[i].grade = GRADE_GOOD;
    }
    return (struct results){.records = records, .count = POINTS};
}

static struct error verdict_with(enum status status, const char *message)
{
    struct record records[POINTS];
    struct error verdict = {0};
    const struct results results = three_right(records);
    if (status != STATUS_OK)
        record_fail(&records[1], status, message);
    verdict_of(&results, false, &verdict);
    for (size_t i = 0; i < POINTS; i++)
        record_close(&records[i]);
    return verdict;
}

TEST(each_status_has_its_code)
{
    static const struct {
        enum status status;
        enum exit_code code;
        const char *said;
    } all[] = {
        {STATUS_OK, EXIT_OK, ""},
        {STATUS_UNSUPPORTED, EXIT_OK, ""},
        {STATUS_WRONG, EXIT_FINDING, "1 point is wrong, first "},
        {STATUS_CRASHED, EXIT_FINDING, "1 point is crashed, first "},
        {STATUS_TIMEOUT, EXIT_FINDING, "1 point is hanging, first "},
        {STATUS_IMPLAUSIBLE, EXIT_FINDING, "1 point is implausible, first "},
        {STATUS_SKIPPED, EXIT_SYSTEM, "1 point is skipped, first "},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const struct error verdict = verdict_with(all[i].status, "for this reason");
        assert_int_equal(verdict.code, all[i].code);
        assert_true(strncmp(verdict.text, all[i].said, strlen(all[i].said)) == 0);
        if (verdict.code != EXIT_OK)
            assert_true(strstr(verdict.text, "n=1001 ") && strstr(verdict.text, ": for this reason"));
    }
}

/* The finding is kept, whichever comes first. */
TEST(the_worse_stays)
{
    struct record records[POINTS];
    for (unsigned turn = 0; turn < 2; turn++) {
        struct error verdict = {0};
        const struct results results = three_right(records);
        record_fail(&records[turn ? 0 : 2], STATUS_SKIPPED, "too large");
        record_fail(&records[turn ? 2 : 0], STATUS_IMPLAUSIBLE, "too fast");
        verdict_of(&results, false, &verdict);
        assert_error(&verdict, EXIT_FINDING, "too fast");
        for (size_t i = 0; i < POINTS; i++)
            record_close(&records[i]);
    }
}

TEST(grades_count_when_asked)
{
    struct record records[POINTS];
    const struct results results = three_right(records);
    for (enum grade grade = GRADE_GOOD; grade <= GRADE_UNUSABLE; grade++)
        for (unsigned strict = 0; strict < 2; strict++) {
            struct error verdict = {0};
            records[2].grade = grade;
            verdict_of(&results, strict, &verdict);
            assert_int_equal(verdict.code, strict && grade != GRADE_GOOD ? EXIT_UNSTABLE : EXIT_OK);
        }
    for (size_t i = 0; i < POINTS; i++)
        record_close(&records[i]);
}
