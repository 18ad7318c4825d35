/* SPDX-License-Identifier: MIT */
/* A result as one HTML file: the answer, claims, charts, every point in a table that sorts, and the machine.
 */
#include "analysis/measured_on.h"
#include "base/embed.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/template.h"
#include "base/text_stream.h"
#include "report/report_state.h"
#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

EMBED(page_html, "src/report/page.html");
EMBED(page_css, "src/report/page.css");
EMBED(page_js, "src/report/page.js");

/* What a page is made of; borrowed. */
struct page {
    const struct result_file *file;
    const struct filter *filter;
    const struct html_chart *charts;
    size_t chart_count;
};

/* Print a report and close it. */
static void write_report(FILE *stream, struct report *report)
{
    print_html(stream, report, NULL);
    report_close(report);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void write_name(FILE *stream, const void *context)
{
    const struct page *const page = context;
    html_text(stream, text_of(json_object_get(page->file->root, "config"), "name"));
}

/* "A CPU, 2 cores · 2026-01-31T12:00:00Z · scanbench 0.1.0" */
static void write_origin(FILE *stream, const void *context)
{
    const struct page *const page = context;
    char *const machine = measured_on_text(page->file);
    html_text(stream, machine);
    fputs(" · ", stream);
    html_text(stream, text_of(page->file->state, "utc"));
    fputs(" · scanbench ", stream);
    html_text(stream, text_of(json_object_get(page->file->root, "tool"), "version"));
    free(machine);
}

static void write_style(FILE *stream, const void *context)
{
    (void)context;
    fputs(page_css, stream);
}

static void write_script(FILE *stream, const void *context)
{
    (void)context;
    fputs(page_js, stream);
}

/* What the policy lets the page's own style and script be known by: all of the text between their tags. */
static void write_digest(FILE *stream, const char *text)
{
    char digest[45];
    sha256_base64(text, strlen(text), digest);
    fputs(digest, stream);
}

static void write_style_digest(FILE *stream, const void *context)
{
    (void)context;
    write_digest(stream, page_css);
}

static void write_script_digest(FILE *stream, const void *context)
{
    (void)context;
    write_digest(stream, page_js);
}

static void write_answer(FILE *stream, const struct page *page)
{
    struct report report = {0};
    struct error ignored = {0};
    json_t *const claims = json_array();
    report_add_answer(&report, &page->file->results, page->filter, true);
    claims_append(claims, page->file->root, page->file->path, &ignored);
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

static void write_charts(FILE *stream, const struct page *page)
{
    for (size_t i = 0; i < page->chart_count; i++) {
        fputs("<figure aria-label=\"", stream);
        html_text(stream, page->charts[i].name);
        fputs("\">\n", stream);
        write_svg(stream, page->charts[i].svg, i);
        fputs("</figure>\n", stream);
    }
}

static void write_points(FILE *stream, const struct page *page)
{
    struct report report = {0};
    report_add_records(&report,
                       &(struct records_source){.results = &page->file->results, .filter = page->filter});
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

static void write_body(FILE *stream, const void *context)
{
    const struct page *const page = context;
    write_answer(stream, page);
    write_charts(stream, page);
    write_facts(stream, "Warnings", json_object_get(page->file->root, "warnings"));
    write_points(stream, page);
    write_facts(stream, "The machine", page->file->identity);
    write_facts(stream, "Its state", page->file->state);
}

char *html_page(const struct result_file *result, const struct filter *filter,
                const struct html_chart *charts, size_t chart_count)
{
    static const struct template_part parts[] = {
        {"name", write_name},
        {"origin", write_origin},
        {"style", write_style},
        {"body", write_body},
        {"stylehash", write_style_digest},
        {"script", write_script},
        {"scripthash", write_script_digest},
    };
    const struct page page = {result, filter, charts, chart_count};
    struct text_stream stream;
    text_stream_open(&stream);
    template_print(stream.file, page_html, parts, sizeof parts / sizeof parts[0], &page);
    return text_stream_close(&stream);
}
