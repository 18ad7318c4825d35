/* SPDX-License-Identifier: MIT */
/* The claims of several results as one table: claim, source, on what, published, ours, verdict. */
#include "report/claims_table.h"

#include "analysis/claims.h"
#include "base/inert.h"
#include "base/text_stream.h"
#include "results/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 64 };

static const char *text_of(const json_t *claim, const char *key)
{
    const char *const text = json_string_value(json_object_get(claim, key));
    return text && *text ? text : "-";
}

static bool is_claim(const json_t *claim)
{
    return json_is_object(claim) && json_is_string(json_object_get(claim, "name")) &&
           json_is_string(json_object_get(claim, "verdict"));
}

bool claims_table_add(json_t *claims, const json_t *result, const char *path, struct error *error)
{
    static const char *const schemas[] = {"scanbench-results", "scanbench-counts"};
    const json_t *const list = json_object_get(result, "claims");
    const char *const schema = json_string_value(json_object_get(result, "schema"));
    json_t *claim;
    size_t i;
    if (!schema || (strcmp(schema, schemas[0]) != 0 && strcmp(schema, schemas[1]) != 0))
        return error_set(error, EXIT_USAGE, "%s: expected the JSON of a result", path);
    json_array_foreach(list, i, claim)
    {
        if (!is_claim(claim))
            return error_set(error, EXIT_USAGE, "%s: claims/%zu is no claim", path, i);
        json_array_append(claims, claim);
    }
    return true;
}

static const char *number_text(const json_t *claim, const char *key, const char *unit, char text[CELL])
{
    const json_t *const number = json_object_get(claim, key);
    snprintf(text, CELL, "-");
    if (json_is_number(number))
        snprintf(text, CELL, "%.4g%s", json_number_value(number), unit);
    return text;
}

/* What a claim's numbers are: factors, shares, or counts. */
static const char *unit_of(const json_t *claim)
{
    const char *const expects = text_of(claim, "expects");
    return strcmp(expects, "faster") == 0 || strcmp(expects, "same") == 0 ? "×" : "";
}

/* "2.2× ± 15 %", or "2.2×" where no tolerance is; where none was published what is asked, "> 1×". */
static const char *published_text(const json_t *claim, char text[CELL])
{
    static const char *const asked[] = {"by", "of_limit", "within"};
    if (strcmp(text_of(claim, "expects"), "verdict") == 0) {
        snprintf(text, CELL, "%s", text_of(claim, "expected"));
        return text;
    }
    if (json_is_number(json_object_get(claim, "published"))) {
        const json_t *const tolerance = json_object_get(claim, "tolerance");
        const size_t used = strlen(number_text(claim, "published", unit_of(claim), text));
        if (json_is_number(tolerance))
            snprintf(text + used, CELL - used, " ± %.3g %%", 100 * json_number_value(tolerance));
        return text;
    }
    snprintf(text, CELL, "-");
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        if (json_is_number(json_object_get(claim, asked[i]))) {
            const double value = json_number_value(json_object_get(claim, asked[i]));
            snprintf(text, CELL, i == 0 ? "> %.4g×" : i == 1 ? ">= %.4g" : "1× ± %.4g", value);
        }
    return text;
}

/* "1.9× [1.8, 2.1]"; "1.9× of too few samples" where they allow no interval, which counts need not have. */
static const char *ours_text(const json_t *claim, char text[CELL])
{
    const json_t *const low = json_object_get(claim, "ours_ci_low"), *const high = json_object_get(
                                                                         claim, "ours_ci_high");
    if (strcmp(text_of(claim, "expects"), "verdict") == 0) {
        snprintf(text, CELL, "%.*s", (int)strcspn(text_of(claim, "evidence"), " "),
                 text_of(claim, "evidence"));
        return text;
    }
    number_text(claim, "ours", unit_of(claim), text);
    const size_t used = strlen(text);
    if (json_is_number(json_object_get(claim, "ours")) && json_is_null(low))
        snprintf(text + used, CELL - used, " of too few samples");
    if (json_is_number(low) && json_is_number(high))
        snprintf(text + used, CELL - used, " [%.4g, %.4g]", json_number_value(low), json_number_value(high));
    return text;
}

/* The columns before the claim itself, which is the longest. */
enum { COLUMNS = 5 };
static const char *const heads[COLUMNS] = {"verdict", "on", "published", "ours", "source"};

static const char *cell_text(const json_t *claim, unsigned column, char text[CELL])
{
    switch (column) {
    case 0:
        return text_of(claim, "verdict");
    case 1:
        return text_of(claim, "on");
    case 2:
        return published_text(claim, text);
    case 3:
        return ours_text(claim, text);
    }
    return text_of(claim, "source");
}

/* Characters, not bytes of UTF-8. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void measure(const json_t *claims, int widths[COLUMNS])
{
    json_t *claim;
    size_t i;
    char text[CELL];
    for (unsigned column = 0; column < COLUMNS; column++)
        widths[column] = text_width(heads[column]);
    json_array_foreach(claims, i, claim) for (unsigned column = 0; column < COLUMNS; column++)
    {
        const int width = text_width(cell_text(claim, column, text));
        widths[column] = width > widths[column] ? width : widths[column];
    }
}

static const char *color_of(const char *verdict)
{
    return strcmp(verdict, claim_verdict_names[CLAIM_HOLDS]) == 0   ? "\033[32m"
           : strcmp(verdict, claim_verdict_names[CLAIM_FAILS]) == 0 ? "\033[31m"
                                                                    : "\033[33m";
}

static void print_sums(FILE *stream, const json_t *claims)
{
    const char *separator = "";
    for (enum claim_verdict verdict = 0; verdict < CLAIM_VERDICTS; verdict++) {
        size_t i, count = 0;
        json_t *claim;
        json_array_foreach(claims, i, claim) count +=
            strcmp(text_of(claim, "verdict"), claim_verdict_names[verdict]) == 0;
        if (count > 0)
            fprintf(stream, "%s%zu %s", separator, count, claim_verdict_names[verdict]);
        separator = count > 0 ? ", " : separator;
    }
    putc('\n', stream);
}

void claims_table_print(FILE *stream, const json_t *claims, bool color)
{
    int widths[COLUMNS];
    json_t *claim;
    size_t i;
    measure(claims, widths);
    for (unsigned column = 0; column < COLUMNS; column++)
        fprintf(stream, "%-*s  ", widths[column], heads[column]);
    fputs("claim\n", stream);
    json_array_foreach(claims, i, claim)
    {
        struct text_stream line;
        text_stream_open(&line);
        for (unsigned column = 0; column < COLUMNS; column++) {
            char cell[CELL];
            const char *const text = cell_text(claim, column, cell);
            fprintf(line.file, "%s%*s  ", text, widths[column] - text_width(text), "");
        }
        fputs(text_of(claim, "name"), line.file);
        char *const text = text_stream_close(&line);
        fputs(color ? color_of(text_of(claim, "verdict")) : "", stream);
        print_line(stream, "%s", text);
        fputs(color ? "\033[0m" : "", stream);
        free(text);
    }
    print_sums(stream, claims);
}

char *claims_table_csv(const json_t *claims)
{
    static const char *const keys[] = {"name", "source", "expects", "on", "verdict", "evidence"};
    static const char *const numbers[] = {"published", "tolerance", "ours", "ours_ci_low", "ours_ci_high"};
    enum { KEYS = sizeof keys / sizeof keys[0], NUMBERS = sizeof numbers / sizeof numbers[0] };
    struct text_stream stream;
    json_t *claim;
    size_t i;
    text_stream_open(&stream);
    for (size_t k = 0; k < KEYS; k++)
        fprintf(stream.file, "%s,", k == 0 ? "claim" : keys[k]);
    for (size_t k = 0; k < NUMBERS; k++)
        fprintf(stream.file, "%s%s", numbers[k], k + 1 < NUMBERS ? "," : "\n");
    json_array_foreach(claims, i, claim)
    {
        for (size_t k = 0; k < KEYS; k++) {
            csv_write_text(stream.file, text_of(claim, keys[k]));
            fputc(',', stream.file);
        }
        for (size_t k = 0; k < NUMBERS; k++) {
            const json_t *const number = json_object_get(claim, numbers[k]);
            csv_write_number(stream.file, json_is_number(number) ? json_number_value(number) : NAN);
            fputs(k + 1 < NUMBERS ? "," : "\n", stream.file);
        }
    }
    return text_stream_close(&stream);
}
