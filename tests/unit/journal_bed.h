/* SPDX-License-Identifier: MIT */
/* A plan, its records and a journal of them in a folder of their own, for the tests of journals and of what
 * resumes them. */
#ifndef SCANBENCH_JOURNAL_BED_H
#define SCANBENCH_JOURNAL_BED_H

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

static inline void bed_open(struct bed *bed, const char *name, size_t launch_count)
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
static inline void finish(struct bed *bed, size_t launch, size_t index)
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

static inline void bed_close(struct bed *bed)
{
    journal_close(&bed->journal);
    launches_close(bed->launches, bed->launch_count);
    bed->fixture.config.path = NULL;
    fixture_close(&bed->fixture);
}

static inline bool create(struct bed *bed)
{
    return journal_create(&bed->journal, bed->stem, &bed->launches[0], &bed->fixture.context, &bed->error);
}

static inline bool add(struct bed *bed, size_t launch, size_t index)
{
    return journal_add(&bed->journal, launch, index, &bed->launches[launch].records[index], &bed->error);
}

/* A journal of the first `count` points of the first launch. */
static inline void write_journal(struct bed *bed, const char *name, size_t count)
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

static inline char *json_of(const struct record *record)
{
    json_t *const value = record_json(record);
    char *const text = json_dumps(value, JSON_INDENT(1));
    json_decref(value);
    assert_non_null(text);
    return text;
}

static inline void assert_same(const struct record *a, const struct record *b)
{
    char *const text_a = json_of(a), *const text_b = json_of(b);
    assert_string_equal(text_a, text_b);
    free(text_a);
    free(text_b);
}

/* Read a journal into fresh launches and return how many points it had finished. */
static inline size_t read_back(struct bed *bed, struct results **launches, struct error *error)
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

static inline void replace(const char *path, const char *from, const char *to)
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

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static inline int remove_folder(void **state)
{
    (void)state;
    return remove_tree(folder);
}

#endif
