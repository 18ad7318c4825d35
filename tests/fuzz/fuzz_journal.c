/* SPDX-License-Identifier: MIT */
/* Any file as a journal, to whose lines digests are added: refused in one line, or read into records that are
 * written and read again as the same. */
#include "fuzz.h"

#include "base/buffer.h"
#include "base/sha256.h"
#include "measure/measure.h"
#include "registry/registry.h"
#include "results/results.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { POINTS = 4, LAUNCHES = 2 };

/* The first points of configs/quick-like sweeps: serial scans of 1 … 4 elements. */
static const struct plan *some_plan(void)
{
    static struct planned_point points[POINTS];
    static const struct plan plan = {points, POINTS};
    for (size_t i = 0; i < POINTS; i++)
        points[i] = (struct planned_point){
            .supported = true,
            .point = {.implementation = registry_find(PRIMITIVE_SCAN, "serial"),
                      .dtype = DTYPE_U32,
                      .op = OP_SUM,
                      .scan_mode = MODE_EXCLUSIVE,
                      .n = i + 1,
                      .pages = PAGES_4K,
                      .cache = CACHE_HOT},
        };
    return &plan;
}

static void check_again(const struct record *record)
{
    struct error error = {0};
    struct record again = record_of(&record->point);
    json_t *const value = record_json(record);
    CHECK(value != NULL);
    const struct json_source nowhere = {.path = "", .text = ""};
    CHECK(
        record_read(&again, &(struct json_node){.value = value, .source = &nowhere, .error = &error}, NULL));
    json_t *const second = record_json(&again);
    CHECK(json_equal(value, second));
    json_decref(value);
    json_decref(second);
    record_close(&again);
}

static void read_records(struct resume *resume)
{
    struct results *launches;
    struct error error = {0};
    launches_make(&launches, LAUNCHES, some_plan());
    const bool read = resume_records(resume, launches, LAUNCHES, &error);
    CHECK(read == (error.code == EXIT_OK));
    for (size_t i = 0; i < LAUNCHES * POINTS; i++) {
        const struct record *const record = &launches[i / POINTS].records[i % POINTS];
        CHECK(record->status < STATUS_COUNT && record->status != STATUS_INTERRUPTED);
        if (record->status != STATUS_PENDING && (i < POINTS || record->samples_s))
            check_again(record);
    }
    launches_close(launches, LAUNCHES);
}

/* A line as journals have it: what ends with a brace gets the digest that nobody would guess. */
static void write_line(FILE *file, const char *line, size_t length)
{
    char digest[65];
    const bool whole = length > 1 && line[length - 1] == '}';
    if (!whole) {
        fwrite(line, 1, length, file);
        return;
    }
    sha256_hex(line, length - 1, digest);
    fwrite(line, 1, length - 1, file);
    fprintf(file, ",\"digest\":\"%.16s\"}", digest);
}

static void write_lines(int descriptor, const char *text, size_t size)
{
    FILE *const file = fdopen(dup(descriptor), "w");
    CHECK(file != NULL);
    for (const char *end; (end = memchr(text, '\n', size)) != NULL;) {
        write_line(file, text, (size_t)(end - text));
        fputc('\n', file);
        size -= (size_t)(end + 1 - text);
        text = end + 1;
    }
    fwrite(text, 1, size, file);
    CHECK(fclose(file) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct resume resume;
    struct error error = {0};
    char path[64];
    const int descriptor = memfd_create("journal", MFD_CLOEXEC);
    CHECK(descriptor >= 0);
    write_lines(descriptor, (const char *)data, size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    if (resume_open(&resume, path, &error))
        read_records(&resume);
    else
        CHECK(error.code != EXIT_OK && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    resume_close(&resume);
    close(descriptor);
    return 0;
}
