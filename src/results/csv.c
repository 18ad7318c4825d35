/* SPDX-License-Identifier: MIT */
/* Results as CSV: RFC 4180 with LF, one header row, one row a record. */
#include "report/report.h"
#include "results/fields.h"
#include "results/text_stream.h"

#include <inttypes.h>
#include <string.h>

static void write_text(FILE *file, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void write_value(FILE *file, const struct field *field, const struct field_value *value)
{
    if (value->missing)
        fputs(field->kind == FIELD_TEXT ? "-" : "NaN", file);
    else if (field->kind == FIELD_TEXT)
        write_text(file, value->text);
    else if (field->kind == FIELD_COUNT)
        fprintf(file, "%" PRIu64, value->count);
    else
        fprintf(file, "%.17g", value->number);
}

static void write_row(FILE *file, const struct field_source *source)
{
    for (size_t i = 0; i < field_count; i++) {
        const struct field_value value = field_get(&fields[i], source);
        if (i > 0)
            fputc(',', file);
        write_value(file, &fields[i], &value);
    }
    fputc('\n', file);
}

char *csv_text(const struct results *results, const struct report_context *context)
{
    struct text_stream stream;

    if (!text_stream_open(&stream))
        return NULL;
    for (size_t i = 0; i < field_count; i++)
        fprintf(stream.file, "%s%s", i > 0 ? "," : "", fields[i].name);
    fputc('\n', stream.file);
    for (size_t i = 0; i < results->count; i++)
        write_row(stream.file, &(struct field_source){&results->records[i], context->machine});
    return text_stream_close(&stream);
}
