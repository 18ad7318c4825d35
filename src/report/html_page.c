/* SPDX-License-Identifier: MIT */
/* A result as one HTML file: the answer, claims, charts, every point in a table that sorts, and the machine.
 */
#include "analysis/analysis.h"
#include "base/embed.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text_stream.h"
#include "report/report_state.h"
#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

EMBED(page_css, "src/report/page.css");
EMBED(page_js, "src/report/page.js");

/* Print a report and close it. */
static void write_report(FILE *stream, struct report *report)
{
    print_html(stream, report, NULL);
    report_close(report);
}

static void write_answer(FILE *stream, const struct result_file *file, const struct filter *filter)
{
    struct report report = {0};
    struct error ignored = {0};
    json_t *const claims = json_array();
    report_add_answer(&report, &file->results, filter, true);
    claims_append(claims, file->root, file->path, &ignored);
    const size_t first = report.count;
    report_add_claims(&report, claims);
    report.relations[first].title = json_array_size(claims) > 0 ? "Claims" : NULL;
    write_report(stream, &report);
    json_decref(claims);
}

/* Where the next of the marks is in a text, and which one. */
static const char *find_mark(const char *text, const char *const *marks, size_t count, size_t *which)
{
    const char *first = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *const at = strstr(text, marks[i]);
        if (at && (!first || at < first)) {
            first = at;
            *which = i;
        }
    }
    return first;
}

/* The svg element of a document, its names made unlike those of the other charts. */
static void write_svg(FILE *stream, const char *svg, size_t index)
{
    static const char *const marks[] = {" id=\"", " id='", "href='#", "href=\"#", "url(#"};
    const char *at = strstr(svg, "<svg");
    size_t which = 0;
    for (const char *mark;
         at && (mark = find_mark(at, marks, sizeof marks / sizeof marks[0], &which)) != NULL;) {
        const size_t length = (size_t)(mark - at) + strlen(marks[which]);
        fwrite(at, 1, length, stream);
        fprintf(stream, "chart%zu-", index);
        at += length;
    }
    fputs(at ? at : "", stream);
}

static void write_charts(FILE *stream, const struct html_chart *charts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs("<figure aria-label=\"", stream);
        html_text(stream, charts[i].name);
        fputs("\">\n", stream);
        write_svg(stream, charts[i].svg, i);
        fputs("</figure>\n", stream);
    }
}

static void write_points(FILE *stream, const struct result_file *file, const struct filter *filter)
{
    struct report report = {0};
    report_add_records(&report, &(struct records_source){.results = &file->results, .filter = filter});
    fputs("<h2>Points</h2>\n<p><input id=\"search\" type=\"search\" aria-label=\"search\" "
          "placeholder=\"words that a row must have\"></p>\n",
          stream);
    write_report(stream, &report);
}

/* What the JSON says, as text. */
struct fact {
    const char *name;
    char *value;
};

/* A text as it is, what is longer as JSON; NULL where nothing is known. */
static char *value_of(const json_t *value)
{
    if (!value || json_is_null(value))
        return NULL;
    return json_is_string(value) ? memory_text(json_string_value(value))
                                 : json_dump_text(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
}

static void write_facts(FILE *stream, const char *title, const json_t *object)
{
    static const struct column columns[] = {{.heading = "fact", COLUMN_MEMBER(struct fact, name)},
                                            {.heading = "value", COLUMN_MEMBER(struct fact, value)}};
    struct report report = {0};
    struct fact *const facts = report_keep(
        &report, memory_array(json_object_size(object) + json_array_size(object) + 1, sizeof *facts));
    size_t count = 0, i;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        facts[count] = (struct fact){key, report_keep(&report, value_of(value))};
        count += facts[count].value != NULL;
    }
    json_array_foreach(object, i, value)
    {
        facts[count++] = (struct fact){"", report_keep(&report, value_of(value))};
    }
    if (count > 0)
        report_add(&report,
                   (struct relation){
                       .name = "facts", .title = title, RELATION_LIST(columns), RELATION_ROWS(facts, count)});
    write_report(stream, &report);
}

/* What is above all: the policy lets the page load nothing, and knows its own style and script by all of the
 * text between their tags. Then "A CPU, 2 cores · 2026-01-31T12:00:00Z · scanbench 0.1.0". */
static void write_head(FILE *stream, const struct result_file *file)
{
    const char *const name = member_text(json_object_get(file->root, "config"), "name");
    const char *const version = member_text(json_object_get(file->root, "tool"), "version");
    char *const machine = measured_on_text(file);
    char style[45], script[45];
    sha256_base64(page_css, strlen(page_css), style);
    sha256_base64(page_js, strlen(page_js), script);
    fprintf(stream,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>scanbench: ",
            style, script);
    html_text(stream, name);
    fprintf(stream, "</title>\n<style>%s</style>\n</head>\n<body>\n<h1>", page_css);
    html_text(stream, name);
    fputs("</h1>\n<p class=\"origin\">", stream);
    html_text(stream, machine);
    fputs(" · ", stream);
    html_text(stream, member_text(file->state, "utc"));
    fputs(" · scanbench ", stream);
    html_text(stream, version);
    fputs("</p>\n", stream);
    free(machine);
}

char *html_page(const struct result_file *result, const struct filter *filter,
                const struct html_chart *charts, size_t chart_count)
{
    struct text_stream stream;
    text_stream_open(&stream);
    write_head(stream.file, result);
    write_answer(stream.file, result, filter);
    write_charts(stream.file, charts, chart_count);
    write_facts(stream.file, "Warnings", json_object_get(result->root, "warnings"));
    write_points(stream.file, result, filter);
    write_facts(stream.file, "The machine", result->identity);
    write_facts(stream.file, "Its state", result->state);
    fprintf(stream.file, "<script>%s</script>\n</body>\n</html>\n", page_js);
    return text_stream_close(&stream);
}
