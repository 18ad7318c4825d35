/* SPDX-License-Identifier: MIT */
/* A result as one HTML file: winners, claims, charts, the machine, and the rows as a table that sorts. */
#include "report/html_report.h"

#include "analysis/measured_on.h"
#include "base/embed.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/template.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/html_text.h"
#include "report/html_winners.h"
#include "results/fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 256 };

EMBED(page_html, "src/report/page.html");
EMBED(page_css, "src/report/page.css");
EMBED(page_js, "src/report/page.js");

/* What the columns of the results are. */
struct table_heads {
    const struct field *const *columns; /* of parameters */
    size_t count;
    bool counted; /* the CPU counted some rows */
};

/* What a page is made of. */
struct page {
    const struct result_file *file;
    const json_t *result; /* its root */
    const struct best *best;
    const struct html_chart *charts;
    size_t chart_count;
};

/* A scalar as people read it; a list by its length unless it is short. */
static bool is_known(const json_t *value)
{
    return value != NULL && !json_is_null(value);
}

static void write_value(FILE *file, const json_t *value)
{
    if (json_is_string(value))
        html_text(file, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(file, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        fprintf(file, "%.6g", json_real_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "yes" : "no", file);
    for (size_t i = 0; i < json_array_size(value); i++) {
        fputs(i > 0 ? ", " : "", file);
        write_value(file, json_array_get(value, i));
    }
    const char *key;
    json_t *member;
    const char *separator = "";
    json_object_foreach((json_t *)(uintptr_t)value, key, member)
    {
        if (!is_known(member))
            continue;
        fputs(separator, file);
        html_text(file, key);
        fputc(' ', file);
        write_value(file, member);
        separator = ", ";
    }
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static void write_name(FILE *file, const void *context)
{
    const struct page *const page = context;
    html_text(file, text_of(json_object_get(page->result, "config"), "name"));
}

static void write_machine(FILE *file, const void *context)
{
    const struct page *const page = context;
    char *const machine = measured_on_text(page->file);
    html_text(file, machine);
    free(machine);
}

static void write_time(FILE *file, const void *context)
{
    const struct page *const page = context;
    const json_t *const machine = json_object_get(page->result, "machine");
    html_text(file, text_of(json_object_get(machine, "state"), "utc"));
}

static void write_version(FILE *file, const void *context)
{
    const struct page *const page = context;
    html_text(file, text_of(json_object_get(page->result, "tool"), "version"));
}

static void write_cut(FILE *file, const void *context)
{
    const struct page *const page = context;
    fputs(json_is_false(json_object_get(page->result, "complete")) ? " · cut short" : "", file);
}

static void write_style(FILE *file, const void *context)
{
    (void)context;
    fputs(page_css, file);
}

static void write_script(FILE *file, const void *context)
{
    (void)context;
    fputs(page_js, file);
}

/* What the policy lets the page's own style and script be known by: all of the text between their tags. */
static void write_digest(FILE *file, const char *text)
{
    char digest[45];
    sha256_base64(text, strlen(text), digest);
    fputs(digest, file);
}

static void write_style_digest(FILE *file, const void *context)
{
    (void)context;
    write_digest(file, page_css);
}

static void write_script_digest(FILE *file, const void *context)
{
    (void)context;
    write_digest(file, page_js);
}

static const char *verdict_class(const char *verdict)
{
    if (strcmp(verdict, "holds") == 0)
        return "holds";
    return strcmp(verdict, "does not hold here") == 0 ? "fails" : "open";
}

static void write_claims(FILE *file, const json_t *claims)
{
    if (json_array_size(claims) == 0)
        return;
    fputs("<h2>Claims</h2>\n<div class=\"scroll\">\n<table id=\"claims\">\n<tr><th>verdict</th><th>claim</th>"
          "<th>evidence: how many times as fast, with its 95 % interval</th></tr>\n",
          file);
    for (size_t i = 0; i < json_array_size(claims); i++) {
        const json_t *const claim = json_array_get(claims, i);
        fprintf(file, "<tr><td class=\"%s\">", verdict_class(text_of(claim, "verdict")));
        html_text(file, text_of(claim, "verdict"));
        fputs("</td><td>", file);
        html_text(file, text_of(claim, "name"));
        fputs("</td><td>", file);
        html_text(file, text_of(claim, "evidence"));
        fputs("</td></tr>\n", file);
    }
    fputs("</table>\n</div>\n", file);
}

/* Where the next of the marks is in a text, and which one. */
static const char *find_mark(const char *text, const char *const *marks, size_t count, size_t *which)
{
    const char *first = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *const at = strstr(text, marks[i]);
        if (at != NULL && (first == NULL || at < first)) {
            first = at;
            *which = i;
        }
    }
    return first;
}

/* The svg element of a document, its names made unlike those of the other charts. */
static void write_svg(FILE *file, const char *svg, size_t index)
{
    static const char *const marks[] = {" id=\"", " id='", "href='#", "href=\"#", "url(#"};
    const char *at = strstr(svg, "<svg");
    size_t which = 0;
    if (at == NULL)
        return;
    for (const char *mark; (mark = find_mark(at, marks, sizeof marks / sizeof marks[0], &which)) != NULL;) {
        const size_t length = (size_t)(mark - at) + strlen(marks[which]);
        fwrite(at, 1, length, file);
        fprintf(file, "chart%zu-", index);
        at += length;
    }
    fputs(at, file);
}

static void write_charts(FILE *file, const struct html_chart *charts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs("<figure aria-label=\"", file);
        html_text(file, charts[i].name);
        fputs("\">\n", file);
        write_svg(file, charts[i].svg, i);
        fputs("</figure>\n", file);
    }
}

static const json_t *parameter_of(const json_t *results, size_t at, const char *name)
{
    return json_object_get(json_object_get(json_array_get(results, at), "parameters"), name);
}

/* The first value of a parameter; NULL where no result has it. */
static const json_t *first_value(const json_t *results, const char *name)
{
    for (size_t i = 0; i < json_array_size(results); i++)
        if (is_known(parameter_of(results, i, name)))
            return parameter_of(results, i, name);
    return NULL;
}

/* Whether a parameter tells results apart: all that have it may have the same. */
static bool varies(const json_t *results, const char *name)
{
    const json_t *const first = first_value(results, name);
    for (size_t i = 0; first != NULL && i < json_array_size(results); i++) {
        const json_t *const value = parameter_of(results, i, name);
        if (is_known(value) && !json_equal(first, value))
            return true;
    }
    return false;
}

/* The algorithm, which implies the family, and the size always have a column. */
static bool is_column(const json_t *results, const struct field *field)
{
    return strcmp(field->name, "algorithm") == 0 || strcmp(field->name, "n") == 0 ||
           varies(results, field->name);
}

static bool is_parameter(const struct field *field)
{
    return field->group == FIELD_IN_PARAMETERS && strcmp(field->name, "family") != 0;
}

static size_t choose_columns(const json_t *results, const struct field **columns)
{
    size_t count = 0;
    for (size_t i = 0; i < field_count; i++)
        if (is_parameter(&fields[i]) && is_column(results, &fields[i]))
            columns[count++] = &fields[i];
    return count;
}

/* The parameters without a column, once: "primitive scan, dtype u32, unroll 4". */
static void write_common(FILE *file, const json_t *results)
{
    const char *before = "<p>All rows, where they have it: ";
    for (size_t i = 0; i < field_count; i++) {
        const json_t *const value = first_value(results, fields[i].name);
        if (!is_parameter(&fields[i]) || is_column(results, &fields[i]) || value == NULL)
            continue;
        fprintf(file, "%s%s ", before, fields[i].name);
        write_value(file, value);
        before = ", ";
    }
    fputs(before[0] == ',' ? ".</p>\n" : "", file);
}

/* A long name may break after each of its words. */
static void write_column_head(FILE *file, const char *name, bool number)
{
    fprintf(file, "<th scope=\"col\"%s><button type=\"button\">", number ? " class=\"number\"" : "");
    for (const char *at = name; *at != '\0'; at++)
        fprintf(file, "%c%s", *at, *at == '_' ? "<wbr>" : "");
    fputs("</button></th>", file);
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *const value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void write_parameter(FILE *file, const struct field *field, const json_t *value)
{
    char shown[32] = "";
    if (field_is_text(field)) {
        fputs("<td>", file);
        if (is_known(value))
            write_value(file, value);
        fputs("</td>", file);
        return;
    }
    const double number = json_is_number(value) ? json_number_value(value) : NAN;
    if (strcmp(field->name, "n") == 0 && json_is_integer(value))
        text_format_count(shown, sizeof shown, (uint64_t)json_integer_value(value));
    else
        snprintf(shown, sizeof shown, "%g", number);
    html_number_cell(file, NULL, number, shown);
}

static void write_measured(FILE *file, const json_t *result)
{
    const json_t *const statistics = json_object_get(result, "statistics");
    const double time_s = number_of(statistics, "time_median_s");
    const double half =
        (number_of(statistics, "time_ci_high_s") - number_of(statistics, "time_ci_low_s")) / 2 / time_s;
    const double rate = number_of(statistics, "bytes_per_s") / 1e9;
    const double share = number_of(json_object_get(result, "limit"), "ratio");
    char shown[64];
    html_number_cell(file, NULL, time_s,
                     isfinite(time_s) ? text_format_duration(shown, sizeof shown, time_s) : "");
    snprintf(shown, sizeof shown, "%.1f %%", 100 * half);
    html_number_cell(file, NULL, half, shown);
    snprintf(shown, sizeof shown, "%.2f", rate);
    html_number_cell(file, NULL, rate, shown);
    snprintf(shown, sizeof shown, "%.0f %%", 100 * share);
    html_number_cell(file, NULL, share, shown);
}

static bool is_counted(const json_t *results)
{
    bool counted = false;
    for (size_t i = 0; i < json_array_size(results); i++)
        counted |= is_known(json_object_get(json_array_get(results, i), "counters"));
    return counted;
}

/* What the CPU counted, an element. */
static void write_counted(FILE *file, const json_t *result)
{
    static const char *const names[] = {"cycles_per_element", "instructions_per_element"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const double number = number_of(json_object_get(result, "counters"), names[i]);
        char shown[32];
        snprintf(shown, sizeof shown, "%.3g", number);
        html_number_cell(file, NULL, number, shown);
    }
}

/* Older files have no grade. */
static bool is_unusable(const json_t *result)
{
    return strcmp(text_of(result, "grade"), grade_names[GRADE_UNUSABLE]) == 0;
}

static void write_row(FILE *file, const json_t *result, const struct table_heads *heads)
{
    const json_t *const parameters = json_object_get(result, "parameters");
    const json_t *const flags = json_object_get(result, "flags");
    fputs(is_unusable(result) ? "<tr class=\"unusable\">" : "<tr>", file);
    for (size_t i = 0; i < heads->count; i++)
        write_parameter(file, heads->columns[i], json_object_get(parameters, heads->columns[i]->name));
    write_measured(file, result);
    if (heads->counted)
        write_counted(file, result);
    fputs("<td>", file);
    html_text(file, text_of(result, "status"));
    fputs("</td><td>", file);
    html_text(file, text_of(result, "grade"));
    fputs("</td><td>", file);
    write_value(file, flags);
    fputs("</td></tr>\n", file);
}

static void write_results(FILE *file, const json_t *results)
{
    const struct field **const columns = memory_array(field_count, sizeof *columns);
    const struct table_heads heads = {columns, choose_columns(results, columns), is_counted(results)};
    fputs("<h2>Results</h2>\n", file);
    write_common(file, results);
    fputs("<p><input id=\"search\" type=\"search\" placeholder=\"words that a row must "
          "have\" "
          "aria-label=\"search\"></p>\n<div class=\"scroll\">\n<table id=\"results\">\n<thead><tr>",
          file);
    for (size_t i = 0; i < heads.count; i++)
        write_column_head(file, columns[i]->name, !field_is_text(columns[i]));
    write_column_head(file, "time", true);
    write_column_head(file, "±", true);
    write_column_head(file, "GB/s", true);
    write_column_head(file, "of limit", true);
    if (heads.counted) {
        write_column_head(file, "cycles / element", true);
        write_column_head(file, "instructions / element", true);
    }
    write_column_head(file, "status", false);
    write_column_head(file, "grade", false);
    write_column_head(file, "flags", false);
    fputs("</tr></thead>\n<tbody>\n", file);
    for (size_t i = 0; i < json_array_size(results); i++)
        write_row(file, json_array_get(results, i), &heads);
    fputs("</tbody>\n</table>\n</div>\n", file);
    free(columns);
}

static void write_facts(FILE *file, const char *title, json_t *object)
{
    const char *key;
    json_t *value;
    fprintf(file, "<h2>%s</h2>\n<dl>\n", title);
    json_object_foreach(object, key, value)
    {
        if (!is_known(value))
            continue;
        fputs("<dt>", file);
        html_text(file, key);
        fputs("</dt><dd>", file);
        write_value(file, value);
        fputs("</dd>\n", file);
    }
    fputs("</dl>\n", file);
}

static void write_warnings(FILE *file, const json_t *warnings)
{
    if (json_array_size(warnings) == 0)
        return;
    fputs("<h2>Warnings</h2>\n<ul>\n", file);
    for (size_t i = 0; i < json_array_size(warnings); i++) {
        fputs("<li>", file);
        write_value(file, json_array_get(warnings, i));
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

static void write_body(FILE *file, const void *context)
{
    const struct page *const page = context;
    const json_t *const machine = json_object_get(page->result, "machine");
    if (page->best->problem_count > 0)
        html_winners(file, page->best);
    write_claims(file, json_object_get(page->result, "claims"));
    write_charts(file, page->charts, page->chart_count);
    write_warnings(file, json_object_get(page->result, "warnings"));
    write_results(file, json_object_get(page->result, "results"));
    write_facts(file, "The machine", json_object_get(machine, "identity"));
    write_facts(file, "Its state", json_object_get(machine, "state"));
}

char *html_report(const struct result_file *result, const struct best *best, const struct html_chart *charts,
                  size_t chart_count)
{
    static const struct template_part parts[] = {
        {"name", write_name},
        {"machine", write_machine},
        {"time", write_time},
        {"version", write_version},
        {"cut", write_cut},
        {"style", write_style},
        {"stylehash", write_style_digest},
        {"body", write_body},
        {"script", write_script},
        {"scripthash", write_script_digest},
    };
    const struct page page = {result, result->root, best, charts, chart_count};
    struct text_stream stream;
    text_stream_open(&stream);
    template_print(stream.file, page_html, parts, sizeof parts / sizeof parts[0], &page);
    return text_stream_close(&stream);
}
