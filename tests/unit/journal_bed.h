/* SPDX-License-Identifier: MIT */
/* A plan, its records and a journal of them in a folder of their own, for the tests of journals and of what
 * resumes them. */
#pragma once

#include "base/file.h"
#include "folder_bed.h"
#include "measure/measure.h"
#include "read_record.h"
#include "registry/registry.h"
#include "report_fixture.h"
#include "results/record.h"
#include "results/results.h"

#include <unistd.h>

enum { POINTS = 4 };

/* Records of a plan, in a fixture. */
struct bed {
    struct fixture fixture;
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
    *bed = (struct bed){.plan = {bed->points, POINTS}, .launch_count = launch_count};
    fixture_open(&bed->fixture, 0);
    for (size_t i = 0; i < POINTS; i++) {
        struct record record = fixture_record(&fixture_group, 1000 + i, 1e-6);
        bed->points[i].point = record.point;
        record_close(&record);
    }
    launches_make(&bed->launches, launch_count, &bed->plan);
    snprintf(bed->stem, sizeof bed->stem, "%s/%s", folder, name);
    snprintf(bed->path, sizeof bed->path, "%s.journal", bed->stem);
}

enum { SAMPLES = 12 };

/* So many that each statistic has a value. */
static inline void take_samples(struct record *record, double time_s)
{
    record->samples_s = realloc(record->samples_s, SAMPLES * sizeof *record->samples_s);
    assert_non_null(record->samples_s);
    record->sample_count = record->sample_capacity = SAMPLES;
    for (size_t i = 0; i < SAMPLES; i++) {
        record->samples_s[i] = time_s * (1 + 0.01 * (double)(i * i % 7) + (i == 4 ? 1 : 0));
    }
    record->statistics = record_statistics(record);
    assert_int_equal(record->statistics.outliers, 1);
}

/* A finished record with a value in every member. */
static inline void finish(struct bed *bed, size_t launch, size_t index)
{
    struct record *const record = &bed->launches[launch].records[index];
    const struct point point = record->point;
    *record = fixture_record(&fixture_group, point.n, 1e-6);
    take_samples(record, 1e-6 * (double)(1 + launch));
    record->limit_name = record->traffic_name = registry[0]->name;
    record->began_s = 1.75e9 + (double)launch;
    record->flags = FLAG_DRIFT;
    record->grade = record_grade(record);
    record->huge_fraction = 0.5;
    record->selected = 17;
    record->counted_calls = 64;
    record->counts = (struct event_counts){{1e6, 2e6, NAN}, 2000, 1000};
}

static inline void bed_close(struct bed *bed)
{
    journal_close(&bed->journal);
    launches_close(bed->launches, bed->launch_count);
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
    assert_done(create(bed), &bed->error);
    for (size_t i = 0; i < count; i++) {
        finish(bed, 0, i);
        assert_done(add(bed, 0, i), &bed->error);
    }
    journal_close(&bed->journal);
}

static inline char *json_of(const struct record *record)
{
    json_t *const value = record_json(record);
    char *const text = json_dumps(value, JSON_INDENT(1) | RECORD_DIGITS);
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

/* Read a journal into fresh launches and return how many points it had finished. What was damaged goes into
 * *damage, fresh or NULL, where that is not NULL. */
static inline size_t read_damaged(struct bed *bed, struct results **launches, char **damage,
                                  struct error *error)
{
    struct resume resume;
    size_t count = 0;
    launches_make(launches, bed->launch_count, &bed->plan);
    if (resume_open(&resume, bed->path, error) &&
        resume_match(&resume, &(*launches)[0], &bed->fixture.context, error))
        resume_records(&resume, *launches, bed->launch_count, error);
    if (damage)
        *damage = resume_damage(&resume);
    resume_close(&resume);
    for (size_t i = 0; i < POINTS; i++)
        count += (*launches)[0].records[i].status != STATUS_PENDING;
    return count;
}

static inline size_t read_back(struct bed *bed, struct results **launches, struct error *error)
{
    return read_damaged(bed, launches, NULL, error);
}

/* All of a text in a file by another that is as long. */
static inline void replace(const char *path, const char *from, const char *to)
{
    char *text;
    size_t length;
    struct error error = {0};
    assert_true(file_read(path, 1 << 20, &text, &length, &error));
    assert_non_null(strstr(text, from));
    assert_int_equal(strlen(from), strlen(to));
    for (char *at = text; (at = strstr(at, from)); at += strlen(to))
        memcpy(at, to, strlen(to));
    assert_true(file_write(path, text, length, &error));
    free(text);
}

/* Give the lines of a journal that were changed their digests, as if they had been written so. */
static inline void digest_lines(const char *path)
{
    char *text;
    size_t length;
    struct error error = {0};
    assert_true(file_read(path, 1 << 20, &text, &length, &error));
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *const value = json_loads(line, 0, NULL);
        if (value) {
            json_object_del(value, "digest");
            char *const made = journal_line_make(value, &length);
            fwrite(made, 1, length, file);
            free(made);
        } else {
            fprintf(file, "%s\n", line);
        }
    }
    assert_int_equal(fclose(file), 0);
    free(text);
}

/* -1 where there is no file. */
static inline off_t size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_size : -1;
}

/* Resume the run of a journal, which is added to from now on. */
static inline void go_on(struct bed *bed)
{
    struct resume resume;
    struct results *launches;
    launches_make(&launches, 1, &bed->plan);
    assert_done(resume_open(&resume, bed->path, &bed->error), &bed->error);
    assert_done(resume_records(&resume, launches, 1, &bed->error), &bed->error);
    assert_done(resume_continue(&resume, &bed->journal, &bed->error), &bed->error);
    resume_close(&resume);
    launches_close(launches, 1);
}
