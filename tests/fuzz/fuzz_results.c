/* SPDX-License-Identifier: MIT */
/* Any file as a result: refused in one line with its place, or read, and then what reads results comes to an
 * end with it: what is best, a comparison with itself, where nothing differs, and the report. */
#include "fuzz.h"

#include "analysis/analysis.h"
#include "report/report.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void check_refusal(const struct error *error)
{
    CHECK(error->code != EXIT_OK && error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
}

/* JSON has no words for what is no number. */
static void check_json(char *text)
{
    json_t *const value = json_loads(text, 0, NULL);
    CHECK(value != NULL);
    json_decref(value);
    free(text);
}

static void choose(const struct result_file *file)
{
    struct best best;
    best_make(&best, &file->results, NULL, false);
    free(tile_header(&best, "cpu", file->path));
    free(html_page(file, NULL, NULL, 0));
    best_close(&best);
    struct report report = {.schema = "scanbench-answer"};
    report_add_answer(&report, &file->results, NULL, true);
    for (enum printers printer = 0; printer < PRINTERS; printer++)
        free(report_text(&report, printer, &(struct print_look){.width = 80}));
    check_json(report_text(&report, PRINT_JSON, NULL));
    report_close(&report);
}

static void compare(const struct result_file *file)
{
    const struct comparison_options options = {.threshold = NAN};
    struct comparison comparison;
    struct error error = {0};
    if (!comparison_make(&comparison, file, file, &options, &error)) {
        check_refusal(&error);
        return;
    }
    for (size_t i = 0; i < comparison.count; i++)
        CHECK(isnan(comparison.rows[i].ratio.value) || fabs(comparison.rows[i].ratio.value - 1) < 1e-9);
    comparison_close(&comparison);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct result_file file;
    struct error error = {0};
    char path[64];
    const int descriptor = memfd_create("result", MFD_CLOEXEC);
    CHECK(descriptor >= 0);
    CHECK(write(descriptor, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    if (results_read(&file, path, &error)) {
        choose(&file);
        compare(&file);
        free(measured_on_text(&file));
        result_file_close(&file);
    } else
        check_refusal(&error);
    close(descriptor);
    return 0;
}
