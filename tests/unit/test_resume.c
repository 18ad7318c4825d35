/* SPDX-License-Identifier: MIT */
/* Which journal is resumed: the one that is named, or the one beside the JSON of a run that was cut short. */
#include "journal_bed.h"

/* A JSON beside a journal of this name; its path goes into bed->path. */
static void write_json(struct bed *bed, const char *name)
{
    bed_open(bed, name, 1);
    snprintf(bed->path, sizeof bed->path, "%s.json", bed->stem);
    char *const text = json_text(&bed->launches[0], &bed->fixture.context);
    assert_true(file_write(bed->path, text, strlen(text), &bed->error));
    free(text);
}

TEST(the_journal_beside_a_json_is_read)
{
    struct bed bed;
    struct resume resume;
    struct results *launches;
    char journal[160], link[160];
    write_json(&bed, "beside");
    snprintf(journal, sizeof journal, "%s.journal", bed.stem);
    assert_true(create(&bed));
    finish(&bed, 0, 1);
    assert_true(add(&bed, 0, 1));
    journal_close(&bed.journal);
    snprintf(link, sizeof link, "%s/link.json", folder);
    assert_int_equal(symlink("beside.json", link), 0);
    const char *const names[] = {journal, bed.path, link};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        launches_make(&launches, 1, &bed.plan);
        if (!resume_open(&resume, names[i], &bed.error) || !resume_records(&resume, launches, 1, &bed.error))
            fail_msg("%s: %s", names[i], bed.error.text);
        assert_string_equal(resume.path, journal);
        assert_int_equal(launches[0].records[0].status, STATUS_PENDING);
        assert_same(&launches[0].records[1], &bed.launches[0].records[1]);
        resume_close(&resume);
        launches_close(launches, 1);
    }
    bed_close(&bed);
}

static void check_refused(const char *path, enum exit_code code, const char *why)
{
    struct resume resume;
    struct error error = {0};
    assert_false(resume_open(&resume, path, &error));
    resume_close(&resume);
    if (error.code != code || !strstr(error.text, why) || !strstr(error.text, path))
        fail_msg("%s: %d '%s'", path, error.code, error.text);
}

/* As a complete run leaves none; and of another ending no journal is looked for. */
TEST(a_json_without_a_journal_is_refused)
{
    struct bed bed;
    char name[170];
    write_json(&bed, "alone");
    check_refused(bed.path, EXIT_USAGE, "there is nothing to resume");
    snprintf(name, sizeof name, "%s.txt", bed.path);
    assert_int_equal(rename(bed.path, name), 0);
    check_refused(name, EXIT_USAGE, "not the journal of a run");
    bed_close(&bed);
}

/* A head that is whole, but says neither what nor how much was to be measured. */
TEST(a_journal_without_a_plan_is_refused)
{
    static const char *const heads[] = {
        "{\"schema\":\"scanbench-journal\",\"schema_version\":3,\"points\":2}",
        "{\"schema\":\"scanbench-journal\",\"schema_version\":3,\"config\":{\"name\":\"x\"}}",
    };
    char path[160];
    snprintf(path, sizeof path, "%s/planless.journal", folder);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        size_t length;
        struct error error = {0};
        char *const line = journal_line_make(json_loads(heads[i], 0, NULL), &length);
        assert_true(file_write(path, line, length, &error));
        free(line);
        check_refused(path, EXIT_USAGE, "it has no plan of what was to be measured");
    }
}

/* The memory of a process is a file whose first byte cannot be read. */
TEST(a_file_that_cannot_be_read_is_refused)
{
    if (access("/proc/self/mem", R_OK) != 0)
        skip();
    check_refused("/proc/self/mem", EXIT_SYSTEM, "cannot be read");
}

/* A line is of one launch: what several say together is no line. */
TEST(a_launch_speaks_for_itself)
{
    struct bed bed;
    struct results *launches, joined;
    struct error error = {0};
    bed_open(&bed, "joined", 2);
    for (size_t l = 0; l < 2; l++) {
        finish(&bed, l, 0);
        results_interrupt(&bed.launches[l], "killed");
    }
    assert_true(create(&bed));
    results_join(bed.launches, 2, &joined);
    assert_true(journal_add(&bed.journal, 0, 0, &joined.records[0], &bed.error));
    results_close(&joined);
    journal_close(&bed.journal);
    read_back(&bed, &launches, &error);
    assert_error(&error, EXIT_USAGE, "(/result/launches); expected none");
    launches_close(launches, 2);
    bed_close(&bed);
}

AROUND_TESTS(make_folder, remove_folder)
