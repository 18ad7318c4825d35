/* SPDX-License-Identifier: MIT */
/* Journals and what is read back from them: whole records, torn and damaged files, refused ones. */
#include "base/file.h"
#include "measure/launches.h"
#include "registry/registry.h"
#include "report_fixture.h"
#include "results/join.h"
#include "results/record_json.h"
#include "results/record_read.h"
#include "results/resume.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POINTS = 4 };

static char folder[] = "/tmp/scanbench-journal-XXXXXX";

/* Records of a plan, in a fixture. */
struct bed {
    struct fixture fixture;
    struct invocation invocation;
    struct results *launches;
    size_t launch_count;
    struct planned_point points[POINTS];
    struct plan plan;
    struct journal journal;
    char stem[128], path[160];
    struct error error;
};

static void bed_open(struct bed *bed, const char *name, size_t launch_count)
{
    static const char *const settings[] = {"name=sample", "measure.seed=3"};
    *bed = (struct bed){.plan = {bed->points, POINTS}, .launch_count = launch_count};
    fixture_open(&bed->fixture, 0);
    bed->invocation = (struct invocation){settings, 2, "n>1", NULL, "synthetic:core:2", true};
    bed->fixture.context.invocation = &bed->invocation;
    bed->fixture.config.path = (char *)"sample.json";
    for (size_t i = 0; i < POINTS; i++) {
        struct record record = fixture_record(&fixture_group, 1000 + i, 1e-6);
        bed->points[i].point = record.point;
        record_close(&record);
    }
    launches_make(&bed->launches, launch_count, &bed->plan);
    snprintf(bed->stem, sizeof bed->stem, "%s/%s", folder, name);
    snprintf(bed->path, sizeof bed->path, "%s.journal", bed->stem);
}

/* A finished record with a value in every member. */
static void finish(struct bed *bed, size_t launch, size_t index)
{
    struct record *const record = &bed->launches[launch].records[index];
    const struct point point = record->point;
    *record = fixture_record(&fixture_group, point.n, 1e-6 * (double)(1 + launch));
    record->limit_name = registry[0]->name;
    record->flags = FLAG_DRIFT | FLAG_UNSTABLE;
    record->statistics.sd = 0.1;
    record->statistics.lag1 = -0.25;
    record->statistics.outliers = 1;
    record->huge_fraction = 0.5;
    record->selected = 17;
    record->counted_calls = 64;
    record->counts = (struct event_counts){{1e6, 2e6, NAN}, 2000, 1000};
}

static void bed_close(struct bed *bed)
{
    journal_close(&bed->journal);
    launches_close(bed->launches, bed->launch_count);
    bed->fixture.config.path = NULL;
    fixture_close(&bed->fixture);
}

static bool create(struct bed *bed)
{
    return journal_create(&bed->journal, bed->stem, &bed->launches[0], &bed->fixture.context, &bed->error);
}

static bool add(struct bed *bed, size_t launch, size_t index)
{
    return journal_add(&bed->journal, launch, index, &bed->launches[launch].records[index],
                       &bed->fixture.machine, &bed->error);
}

/* A journal of the first `count` points of the first launch. */
static void write_journal(struct bed *bed, const char *name, size_t count)
{
    bed_open(bed, name, 1);
    if (!create(bed))
        fail_msg("%s", bed->error.text);
    for (size_t i = 0; i < count; i++) {
        finish(bed, 0, i);
        if (!add(bed, 0, i))
            fail_msg("%s", bed->error.text);
    }
    journal_close(&bed->journal);
}

static char *json_of(const struct record *record, const struct machine *machine)
{
    json_t *const value = record_json(&(struct field_source){record, machine});
    char *const text = json_dumps(value, JSON_INDENT(1));
    json_decref(value);
    assert_non_null(text);
    return text;
}

static void assert_same(const struct record *a, const struct record *b, const struct machine *machine)
{
    char *const text_a = json_of(a, machine), *const text_b = json_of(b, machine);
    assert_string_equal(text_a, text_b);
    free(text_a);
    free(text_b);
}

/* Read a journal into fresh launches and return how many points it had finished. */
static size_t read_back(struct bed *bed, struct results **launches, struct error *error)
{
    struct resume resume;
    size_t count = 0;
    launches_make(launches, bed->launch_count, &bed->plan);
    if (resume_open(&resume, bed->path, error) &&
        resume_match(&resume, &(*launches)[0], &bed->fixture.context, error))
        resume_records(&resume, *launches, bed->launch_count, error);
    resume_close(&resume);
    for (size_t i = 0; i < POINTS; i++)
        count += (*launches)[0].records[i].status != STATUS_PENDING;
    return count;
}

static void records_come_back_whole(void **state)
{
    (void)state;
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "whole", 3);
    assert_int_equal(read_back(&bed, &launches, &error), 3);
    if (error.code != EXIT_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < 3; i++)
        assert_same(&launches[0].records[i], &bed.launches[0].records[i], &bed.fixture.machine);
    assert_int_equal(launches[0].records[3].status, STATUS_PENDING);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* No member of a record is forgotten: what is printed after a way through JSON is what was printed before. */
static void every_verdict_comes_back(void **state)
{
    (void)state;
    struct bed bed;
    bed_open(&bed, "verdicts", 1);
    for (enum status status = STATUS_OK; status < STATUS_COUNT; status++) {
        struct record *const record = &bed.launches[0].records[0];
        struct record read = record_of(&record->point);
        finish(&bed, 0, 0);
        if (status != STATUS_OK)
            record_fail(record, status, "a reason, \"quoted\"");
        json_t *const value = record_json(&(struct field_source){record, &bed.fixture.machine});
        if (!record_read(&read, value, &bed.error))
            fail_msg("%s", bed.error.text);
        assert_int_equal(read.status, status);
        assert_same(&read, record, &bed.fixture.machine);
        json_decref(value);
        record_close(&read);
        record_close(record);
    }
    bed_close(&bed);
}

static void head_makes_the_plan_again(void **state)
{
    (void)state;
    struct bed bed;
    struct resume resume;
    write_journal(&bed, "head", 0);
    if (!resume_open(&resume, bed.path, &bed.error))
        fail_msg("%s", bed.error.text);
    assert_string_equal(resume.config_text, bed.fixture.config.text);
    assert_int_equal(resume.config_length, bed.fixture.config.length);
    assert_string_equal(resume.config_path, "sample.json");
    assert_int_equal(resume.invocation.setting_count, 2);
    assert_string_equal(resume.invocation.settings[1], "measure.seed=3");
    assert_string_equal(resume.invocation.filter, "n>1");
    assert_null(resume.invocation.isa);
    assert_string_equal(resume.invocation.topology, "synthetic:core:2");
    assert_true(resume.invocation.smoke);
    assert_int_equal(resume.points, POINTS);
    resume_close(&resume);
    bed_close(&bed);
}

static off_t size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_size : -1;
}

/* Whatever the length to which a crash cut the file, the whole lines count, and one can go on behind them. */
static void any_tear_is_survived(void **state)
{
    (void)state;
    struct bed bed;
    write_journal(&bed, "torn", 2);
    char *text, *end;
    size_t length;
    assert_true(file_read(bed.path, 1 << 20, &text, &length, &bed.error));
    const size_t head = (size_t)(strchr(text, '\n') - text) + 1;
    end = strchr(text + head, '\n') + 1;
    for (size_t cut = head; cut <= length; cut += cut < length && length - cut < 7 ? 1 : 7) {
        struct results *launches;
        struct error error = {0};
        const size_t expected = (cut >= (size_t)(end - text)) + (cut >= length);
        assert_int_equal(truncate(bed.path, (off_t)cut), 0);
        assert_int_equal(read_back(&bed, &launches, &error), expected);
        assert_int_equal(error.code, EXIT_OK);
        launches_close(launches, 1);
        assert_true(file_write(bed.path, text, length, &bed.error));
    }
    free(text);
    bed_close(&bed);
}

static void goes_on_behind_a_tear(void **state)
{
    (void)state;
    struct bed bed;
    struct resume resume;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "on", 2);
    assert_int_equal(truncate(bed.path, size_of(bed.path) - 5), 0);
    launches_make(&launches, 1, &bed.plan);
    assert_true(resume_open(&resume, bed.path, &error));
    assert_true(resume_records(&resume, launches, 1, &error));
    assert_true(resume_continue(&resume, &bed.journal, &error));
    resume_close(&resume);
    launches_close(launches, 1);
    finish(&bed, 0, 3);
    assert_true(add(&bed, 0, 3));
    journal_close(&bed.journal);
    assert_int_equal(read_back(&bed, &launches, &error), 2);
    assert_int_equal(launches[0].records[0].status, STATUS_OK);
    assert_int_equal(launches[0].records[1].status, STATUS_PENDING);
    assert_int_equal(launches[0].records[3].status, STATUS_OK);
    launches_close(launches, 1);
    bed_close(&bed);
}

static void replace(const char *path, const char *from, const char *to)
{
    char *text;
    size_t length;
    struct error error = {0};
    assert_true(file_read(path, 1 << 20, &text, &length, &error));
    char *const at = strstr(text, from);
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    assert_true(file_write(path, text, length, &error));
    free(text);
}

static void check_refused(const char *from, const char *to, enum exit_code code, const char *why)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "refused", 2);
    replace(bed.path, from, to);
    read_back(&bed, &launches, &error);
    if (error.code != code || !strstr(error.text, why))
        fail_msg("%s for %s: %d '%s'", to, from, error.code, error.text);
    assert_non_null(strstr(error.text, bed.path));
    launches_close(launches, 1);
    assert_int_equal(unlink(bed.path), 0);
    bed_close(&bed);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    check_refused("scanbench-journal", "scanbench-journey", EXIT_USAGE, "neither a journal nor");
    check_refused("{\"schema\"", "[\"schema\"", EXIT_USAGE, "neither a journal nor");
    check_refused("\"config\":", "\"konfig\":", EXIT_USAGE, "what was to be measured");
    check_refused("\"points\":4", "\"points\":5", EXIT_UNSTABLE, "5 points");
    check_refused("\"sockets\":1", "\"sockets\":2", EXIT_UNSTABLE, "another machine: 'sockets'");
    check_refused("\"version\":\"" VERSION, "\"version\":\"9.9.9", EXIT_UNSTABLE, "another build");
    check_refused("{\"launch\":0", "{\"lunch\": 0", EXIT_USAGE, "no point of its plan");
    check_refused("\"index\":1", "\"indes\":1", EXIT_USAGE, "no point of its plan");
    check_refused("\"index\":1", "\"index\":9", EXIT_USAGE, "no point of its plan");
    check_refused("\"index\":0", "\"index\":2", EXIT_USAGE, "expected");
    check_refused("\"launch\":0", "\"launch\":7", EXIT_USAGE, "no point of its plan");
    check_refused("\"status\":\"ok\"", "\"status\":\"OK\"", EXIT_USAGE, "not as scanbench writes");
    check_refused("\"samples_s\":[", "\"samples_s\":{", EXIT_USAGE, "damaged");
    check_refused("\"drift\"", "\"drunk\"", EXIT_USAGE, "not as scanbench writes");
    check_refused("\"outputs_right\":7", "\"outputs_right\":x", EXIT_USAGE, "damaged");
    check_refused("\"cpus\":[3,5]", "\"cpus\":\"3,5\"", EXIT_USAGE, "not as scanbench writes");
}

static void a_running_one_is_in_use(void **state)
{
    (void)state;
    struct bed bed;
    struct resume resume;
    bed_open(&bed, "busy", 1);
    assert_true(create(&bed));
    assert_false(resume_open(&resume, bed.path, &bed.error));
    resume_close(&resume);
    assert_int_equal(bed.error.code, EXIT_USAGE);
    assert_non_null(strstr(bed.error.text, "in use"));
    bed_close(&bed);
}

static void no_file_no_resume(void **state)
{
    (void)state;
    static const char *const paths[] = {"/nonexistent/x.journal", "/dev/null", "/", "/dev/zero"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct resume resume;
        struct error error = {0};
        assert_false(resume_open(&resume, paths[i], &error));
        resume_close(&resume);
        assert_int_equal(error.code, EXIT_USAGE);
        assert_non_null(strstr(error.text, paths[i]));
    }
}

/* A line that the file may not grow by is taken back, and what stood before still can be read. */
static void a_line_is_whole_or_absent(void **state)
{
    (void)state;
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    struct rlimit before, limit;
    write_journal(&bed, "limited", 1);
    const off_t whole = size_of(bed.path);
    bed.journal =
        (struct journal){.length = whole, .descriptor = open(bed.path, O_RDWR | O_APPEND | O_CLOEXEC)};
    strcpy(bed.journal.path, bed.path);
    finish(&bed, 0, 1);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = (struct rlimit){(rlim_t)whole + 100, before.rlim_max};
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool added = add(&bed, 0, 1);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_false(added);
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    assert_non_null(strstr(bed.error.text, bed.path));
    assert_int_equal(size_of(bed.path), whole);
    journal_close(&bed.journal);
    assert_int_equal(read_back(&bed, &launches, &error), 1);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* What all launches say together stands in a report; resumed from there, no launch has the point to do. */
static void joined_launches_come_back(void **state)
{
    (void)state;
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
    assert_true(journal_add_all(&bed.journal, launches, 2, &bed.fixture.machine, &bed.error));
    journal_close(&bed.journal);
    launches_close(launches, 2);
    assert_int_equal(read_back(&bed, &launches, &bed.error), 1);
    assert_int_equal(launches[1].records[0].status, STATUS_OK);
    results_join(launches, 2, &again);
    assert_same(&again.records[0], &joined.records[0], &bed.fixture.machine);
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

static void what_does_not_fit_in_a_report_is_refused(void **state)
{
    (void)state;
    check_report_refused("scanbench-results", "scanbench-result", EXIT_USAGE, "neither a journal nor");
    check_report_refused("{", "[", EXIT_USAGE, "neither a journal nor");
    check_report_refused("\"resume\"", "\"resumed\"", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"points\": 4", "\"points\": -4", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"points\": 4", "\"points\": 0", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"seed\": \"0\"", "\"seed\": \"x\"", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"seed\": \"0\"", "\"seed\": 0", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"path\": \"sample.json\"", "\"path\": 1", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"name=sample\"", "7", EXIT_USAGE, "what was to be measured");
    check_report_refused("\"pin\":", "\"pinned\": 1, \"pin\":", EXIT_UNSTABLE, "'?' differs");
    check_report_refused("\"identity\"", "\"other\"", EXIT_UNSTABLE, "another machine");
    check_report_refused("\"results\": [", "\"results\": [1,", EXIT_USAGE, "5 results of 4 points");
    check_report_refused("\"results\"", "\"others\"", EXIT_USAGE, "0 results of 4 points");
    check_report_refused("\"status\": \"ok\"", "\"status\": \"fine\"", EXIT_USAGE, "not as scanbench writes");
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

static void more_launches_than_the_run_has_are_refused(void **state)
{
    (void)state;
    struct bed bed;
    struct results *launches;
    assert_false(read_for(&bed, 1, &launches));
    assert_int_equal(bed.error.code, EXIT_USAGE);
    assert_non_null(strstr(bed.error.text, "a result of 2 launches; expected 1"));
    launches_close(launches, 1);
    bed_close(&bed);
}

/* A report does not say enough of two launches to go on with the third. */
static void fewer_launches_than_the_run_has_are_measured_again(void **state)
{
    (void)state;
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
static void a_journal_goes_before_its_report(void **state)
{
    (void)state;
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
    assert_same(&launches[1].records[1], &bed.launches[1].records[1], &bed.fixture.machine);
    resume_close(&resume);
    launches_close(launches, 2);
    bed_close(&bed);
}

/* A journal beside a report that another run writes, or that is none, is refused rather than passed over. */
static void a_journal_beside_its_report_must_be_free_and_whole(void **state)
{
    (void)state;
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
static void a_report_may_have_any_name(void **state)
{
    (void)state;
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

/* Only the first launch speaks for several. */
static void a_later_launch_speaks_for_itself(void **state)
{
    (void)state;
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
    assert_true(journal_add(&bed.journal, 1, 0, &joined.records[0], &bed.fixture.machine, &bed.error));
    results_close(&joined);
    journal_close(&bed.journal);
    read_back(&bed, &launches, &error);
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "a launch that says it has several"));
    launches_close(launches, 2);
    bed_close(&bed);
}

/* A line asks to be synced a second after it was added, when nothing follows it. */
static void a_line_is_synced_within_a_second(void **state)
{
    (void)state;
    struct bed bed;
    double due_s;
    bed_open(&bed, "synced", 1);
    assert_true(create(&bed));
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(isinf(due_s));
    finish(&bed, 0, 0);
    assert_true(add(&bed, 0, 0));
    assert_true(bed.journal.unsynced);
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(due_s > 0 && due_s <= 1);
    bed.journal.added_s -= 1; /* as if it had been a second ago */
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(isinf(due_s));
    assert_false(bed.journal.unsynced);
    bed_close(&bed);
}

/* The same point a second time, as of a run that was resumed: the first time counts. */
static void the_first_time_counts(void **state)
{
    (void)state;
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    bed_open(&bed, "twice", 1);
    assert_true(create(&bed));
    finish(&bed, 0, 0);
    assert_true(add(&bed, 0, 0));
    record_fail(&bed.launches[0].records[0], STATUS_WRONG, "the second time");
    assert_true(add(&bed, 0, 0));
    journal_close(&bed.journal);
    assert_int_equal(read_back(&bed, &launches, &error), 1);
    assert_int_equal(error.code, EXIT_OK);
    assert_int_equal(launches[0].records[0].status, STATUS_OK);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* Half a line and then more of them is not what a crash leaves. */
static void damage_in_the_middle_is_refused(void **state)
{
    (void)state;
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "middle", 2);
    replace(bed.path, "{\"launch\":0,\"index\":0", "{\"launch\":0;\"index\":0");
    read_back(&bed, &launches, &error);
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "in its middle is damaged"));
    launches_close(launches, 1);
    bed_close(&bed);
}

static void a_place_that_is_taken_is_refused(void **state)
{
    (void)state;
    struct bed bed;
    static char longer[2 * JOURNAL_PATH];
    write_journal(&bed, "taken", 1);
    const off_t before = size_of(bed.path);
    assert_false(create(&bed));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    assert_non_null(strstr(bed.error.text, "File exists"));
    journal_remove(&bed.journal); /* it never was */
    assert_int_equal(size_of(bed.path), before);
    memset(longer, 'x', sizeof longer - 1);
    bed.error = (struct error){0};
    assert_false(journal_create(&bed.journal, longer, &bed.launches[0], &bed.fixture.context, &bed.error));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    assert_non_null(strstr(bed.error.text, "the path is too long"));
    bed_close(&bed);
}

/* Without a journal, as with --output -, adding is nothing, and succeeds. */
static void no_journal_is_none(void **state)
{
    (void)state;
    struct bed bed;
    bed_open(&bed, "none", 1);
    finish(&bed, 0, 0);
    assert_true(add(&bed, 0, 0));
    assert_true(journal_add_all(&bed.journal, bed.launches, 1, &bed.fixture.machine, &bed.error));
    journal_close(&bed.journal);
    journal_remove(&bed.journal);
    assert_int_equal(size_of(bed.path), -1);
    bed_close(&bed);
}

/* Who opened it for reading alone cannot go on in it. */
static void a_read_only_journal_is_not_gone_on_with(void **state)
{
    (void)state;
    struct bed bed;
    write_journal(&bed, "read-only", 1);
    const int descriptor = open(bed.path, O_RDONLY | O_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_false(journal_continue(&bed.journal, bed.path, descriptor, size_of(bed.path), &bed.error));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    assert_non_null(strstr(bed.error.text, bed.path));
    bed.error = (struct error){0};
    strcpy(bed.journal.path, bed.path);
    bed.journal.descriptor = open(bed.path, O_RDONLY | O_CLOEXEC);
    const off_t before = size_of(bed.path);
    assert_false(add(&bed, 0, 0));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    assert_int_equal(size_of(bed.path), before);
    bed.error = (struct error){0};
    struct resume resume = {.path = bed.path, .descriptor = -1};
    assert_false(resume_continue(&resume, &bed.journal, &bed.error));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    bed_close(&bed);
}

static void a_complete_report_is_refused(void **state)
{
    (void)state;
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

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    return remove_tree(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_back_whole),
        cmocka_unit_test(every_verdict_comes_back),
        cmocka_unit_test(head_makes_the_plan_again),
        cmocka_unit_test(any_tear_is_survived),
        cmocka_unit_test(goes_on_behind_a_tear),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(a_running_one_is_in_use),
        cmocka_unit_test(no_file_no_resume),
        cmocka_unit_test(a_line_is_whole_or_absent),
        cmocka_unit_test(joined_launches_come_back),
        cmocka_unit_test(a_complete_report_is_refused),
        cmocka_unit_test(what_does_not_fit_in_a_report_is_refused),
        cmocka_unit_test(more_launches_than_the_run_has_are_refused),
        cmocka_unit_test(fewer_launches_than_the_run_has_are_measured_again),
        cmocka_unit_test(a_journal_goes_before_its_report),
        cmocka_unit_test(a_journal_beside_its_report_must_be_free_and_whole),
        cmocka_unit_test(a_report_may_have_any_name),
        cmocka_unit_test(the_first_time_counts),
        cmocka_unit_test(a_line_is_synced_within_a_second),
        cmocka_unit_test(a_later_launch_speaks_for_itself),
        cmocka_unit_test(damage_in_the_middle_is_refused),
        cmocka_unit_test(a_place_that_is_taken_is_refused),
        cmocka_unit_test(no_journal_is_none),
        cmocka_unit_test(a_read_only_journal_is_not_gone_on_with),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
