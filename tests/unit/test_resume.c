/* SPDX-License-Identifier: MIT */
/* Resuming: reports of runs that were cut short, journals beside them, and several launches. */
#include "journal_bed.h"

/* What all launches say together stands in a report; resumed from there, no launch has the point to do. */
TEST(joined_launches_come_back)
{
    struct bed bed;
    struct results joined, again, *launches;
    bed_open(&bed, "joined", 2);
    for (size_t l = 0; l < 2; l++) {
        finish(&bed, l, 0);
        results_interrupt(&bed.launches[l], "killed");
    }
    results_join(bed.launches, 2, &joined);
    assert_false(joined.complete);
    strcat(bed.path, ".json");
    char *const text = json_text(&joined, &bed.fixture.context);
    assert_true(file_write(bed.path, text, strlen(text), &bed.error));
    free(text);
    assert_int_equal(read_back(&bed, &launches, &bed.error), 1);
    if (bed.error.code != EXIT_OK)
        fail_msg("%s", bed.error.text);
    assert_int_equal(launches[1].records[0].status, STATUS_OK);
    assert_int_equal(launches[1].records[1].status, STATUS_PENDING);
    for (size_t l = 0; l < 2; l++)
        results_interrupt(&launches[l], "killed");
    /* and through a journal once more */
    snprintf(bed.stem, sizeof bed.stem, "%s/joined-again", folder);
    snprintf(bed.path, sizeof bed.path, "%s.journal", bed.stem);
    assert_true(create(&bed));
    assert_true(journal_add_all(&bed.journal, launches, 2, &bed.error));
    journal_close(&bed.journal);
    launches_close(launches, 2);
    assert_int_equal(read_back(&bed, &launches, &bed.error), 1);
    assert_int_equal(launches[1].records[0].status, STATUS_OK);
    results_join(launches, 2, &again);
    assert_same(&again.records[0], &joined.records[0]);
    results_close(&again);
    results_close(&joined);
    launches_close(launches, 2);
    bed_close(&bed);
}

/* The report of a run of two launches that was cut short, with a change in its text; the text may get longer.
 */
static void write_report(struct bed *bed, const char *name, const char *from, const char *to)
{
    struct results joined;
    bed_open(bed, name, 2);
    strcat(bed->path, ".json");
    for (size_t l = 0; l < 2; l++) {
        finish(bed, l, 0);
        results_interrupt(&bed->launches[l], "killed");
    }
    results_join(bed->launches, 2, &joined);
    char *const text = json_text(&joined, &bed->fixture.context), *const at = strstr(text, from);
    assert_non_null(at);
    *at = '\0';
    FILE *const file = fopen(bed->path, "w");
    fprintf(file, "%s%s%s", text, to, at + strlen(from));
    assert_int_equal(fclose(file), 0);
    free(text);
    results_close(&joined);
}

static void check_report_refused(const char *from, const char *to, enum exit_code code, const char *why)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_report(&bed, "cut", from, to);
    read_back(&bed, &launches, &error);
    if (error.code != code || !strstr(error.text, why) || !strstr(error.text, bed.path))
        fail_msg("%s for %s: %d '%s'", to, from, error.code, error.text);
    launches_close(launches, 2);
    bed_close(&bed);
}

TEST(what_does_not_fit_in_a_report_is_refused)
{
    check_report_refused("scanbench-results", "scanbench-result", EXIT_USAGE, "neither a journal nor");
    check_report_refused("{", "[", EXIT_USAGE, "neither a journal nor");
    check_report_refused("\"config\":", "\"other\":", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"results\": [", "\"results\": [], \"others\": [", EXIT_USAGE,
                         "what was to be measured");
    check_report_refused("\"pin\":", "\"pinned\": 1, \"pin\":", EXIT_UNSTABLE, "'?' differs");
    check_report_refused("\"identity\"", "\"other\"", EXIT_UNSTABLE, "another machine");
    check_report_refused("\"results\": [", "\"results\": [1,", EXIT_UNSTABLE, "it was to measure 5 points");
    check_report_refused("\"results\"", "\"others\"", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"status\": \"ok\"", "\"status\": \"fine\"", EXIT_USAGE, "(/results/0/status)");
}

/* Read a report of two launches for a run of so many. */
static bool read_for(struct bed *bed, size_t launch_count, struct results **launches)
{
    struct resume resume;
    write_report(bed, "launches", "{", "{");
    launches_make(launches, launch_count, &bed->plan);
    assert_true(resume_open(&resume, bed->path, &bed->error));
    const bool ok = resume_records(&resume, *launches, launch_count, &bed->error);
    resume_close(&resume);
    return ok;
}

TEST(more_launches_than_the_run_has_are_refused)
{
    struct bed bed;
    struct results *launches;
    assert_false(read_for(&bed, 1, &launches));
    assert_int_equal(bed.error.code, EXIT_USAGE);
    assert_non_null(
        strstr(bed.error.text, "(/results/0/launches); expected as many launches as the plan has"));
    launches_close(launches, 1);
    bed_close(&bed);
}

/* A report does not say enough of two launches to go on with the third. */
TEST(fewer_launches_than_the_run_has_are_measured_again)
{
    struct bed bed;
    struct results *launches;
    assert_true(read_for(&bed, 3, &launches));
    for (size_t l = 0; l < 3; l++) {
        assert_int_equal(launches[l].records[0].status, STATUS_PENDING);
        assert_int_equal(launches[l].records[0].launch_count, 0);
    }
    launches_close(launches, 3);
    bed_close(&bed);
}

/* Where the journal stayed beside its report, each launch comes back as it was. */
TEST(a_journal_goes_before_its_report)
{
    struct bed bed;
    struct resume resume;
    struct results *launches;
    char journal[160];
    write_report(&bed, "beside", "{", "{");
    snprintf(bed.stem, sizeof bed.stem, "%s/beside.journal", folder);
    assert_true(create(&bed));
    finish(&bed, 1, 1);
    assert_true(add(&bed, 1, 1));
    journal_close(&bed.journal);
    snprintf(journal, sizeof journal, "%s.journal", bed.stem);
    launches_make(&launches, 2, &bed.plan);
    if (!resume_open(&resume, bed.path, &bed.error) || !resume_records(&resume, launches, 2, &bed.error))
        fail_msg("%s", bed.error.text);
    assert_string_equal(resume.path, journal);
    assert_non_null(resume.lines);
    assert_int_equal(launches[0].records[1].status, STATUS_PENDING);
    assert_same(&launches[1].records[1], &bed.launches[1].records[1]);
    resume_close(&resume);
    launches_close(launches, 2);
    bed_close(&bed);
}

/* A journal beside a report that another run writes, or that is none, is refused rather than passed over. */
TEST(a_journal_beside_its_report_must_be_free_and_whole)
{
    struct bed bed;
    struct resume resume;
    char journal[160];
    write_report(&bed, "beside-busy", "{", "{");
    snprintf(bed.stem, sizeof bed.stem, "%s/beside-busy.journal", folder);
    assert_true(create(&bed));
    assert_false(resume_open(&resume, bed.path, &bed.error));
    resume_close(&resume);
    assert_non_null(strstr(bed.error.text, "in use"));
    journal_close(&bed.journal);
    snprintf(journal, sizeof journal, "%s.journal", bed.stem);
    bed.error = (struct error){0};
    assert_true(file_write(journal, "[]\n", 3, &bed.error));
    assert_false(resume_open(&resume, bed.path, &bed.error));
    resume_close(&resume);
    assert_non_null(strstr(bed.error.text, "neither a journal nor"));
    bed_close(&bed);
}

/* Beside a report of another ending no journal is looked for. */
TEST(a_report_may_have_any_name)
{
    struct bed bed;
    struct resume resume;
    char name[170];
    write_report(&bed, "named", "{", "{");
    snprintf(name, sizeof name, "%s.txt", bed.path);
    assert_int_equal(rename(bed.path, name), 0);
    if (!resume_open(&resume, name, &bed.error))
        fail_msg("%s", bed.error.text);
    assert_null(resume.lines);
    assert_string_equal(resume.path, name);
    resume_close(&resume);
    bed_close(&bed);
}

/* Nothing says that it is complete: it is not. */
TEST(a_report_that_does_not_say_complete_is_gone_on_with)
{
    struct bed bed;
    struct resume resume;
    write_report(&bed, "unsaid", "\"complete\"", "\"whole\"");
    if (!resume_open(&resume, bed.path, &bed.error))
        fail_msg("%s", bed.error.text);
    resume_close(&resume);
    bed_close(&bed);
}

/* The memory of a process is a file whose first byte cannot be read. */
TEST(a_file_that_cannot_be_read_is_refused)
{
    struct resume resume;
    struct error error = {0};
    if (access("/proc/self/mem", R_OK) != 0)
        skip();
    assert_false(resume_open(&resume, "/proc/self/mem", &error));
    resume_close(&resume);
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_non_null(strstr(error.text, "cannot be read"));
}

/* Only the first launch speaks for several. */
TEST(a_later_launch_speaks_for_itself)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    struct results joined;
    bed_open(&bed, "later", 2);
    for (size_t l = 0; l < 2; l++) {
        finish(&bed, l, 0);
        results_interrupt(&bed.launches[l], "killed");
    }
    assert_true(create(&bed));
    results_join(bed.launches, 2, &joined);
    assert_true(journal_add(&bed.journal, 1, 0, &joined.records[0], &bed.error));
    results_close(&joined);
    journal_close(&bed.journal);
    read_back(&bed, &launches, &error);
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "(/result/launches); expected none"));
    launches_close(launches, 2);
    bed_close(&bed);
}

TEST(a_complete_report_is_refused)
{
    struct bed bed;
    struct resume resume;
    bed_open(&bed, "complete", 1);
    bed.launches[0].complete = true;
    char *const text = json_text(&bed.launches[0], &bed.fixture.context);
    assert_true(file_write(bed.path, text, strlen(text), &bed.error));
    free(text);
    assert_false(resume_open(&resume, bed.path, &bed.error));
    resume_close(&resume);
    assert_int_equal(bed.error.code, EXIT_USAGE);
    assert_non_null(strstr(bed.error.text, "nothing to resume"));
    bed_close(&bed);
}

TESTS(make_folder, remove_folder)
