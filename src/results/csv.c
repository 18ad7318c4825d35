/* SPDX-License-Identifier: MIT */
/* Results as CSV. */
#include "results/csv.h"

#include "base/text_stream.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void csv_write_text(FILE *file, const char *text)
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

void csv_write_number(FILE *file, double number)
{
    if (isfinite(number))
        fprintf(file, "%.17g", number);
    else
        fputs("NaN", file);
}

static void csv_write_value(FILE *file, const struct field *field, const struct field_value *value)
{
    if (field_is_text(field))
        csv_write_text(file, value->missing ? "-" : value->text);
    else if (value->missing)
        fputs("NaN", file);
    else if (field->kind == FIELD_COUNT)
        fprintf(file, "%" PRIu64, value->count);
    else
        csv_write_number(file, value->number);
}

static void write_header(FILE *file)
{
    for (size_t i = 0; i < field_count; i++)
        if (!fields[i].json_alone)
            fprintf(file, "%s%s", i > 0 ? "," : "", fields[i].name);
    fputc('\n', file);
}

static void write_row(FILE *file, const struct field_source *source)
{
    for (size_t i = 0; i < field_count; i++) {
        if (fields[i].json_alone)
            continue;
        const struct field_value value = field_get(&fields[i], source);
        if (i > 0)
            fputc(',', file);
        csv_write_value(file, &fields[i], &value);
    }
    fputc('\n', file);
}

char *csv_text(const struct results *results, const struct machine *machine)
{
    struct text_stream stream;

    text_stream_open(&stream);
    write_header(stream.file);
    for (size_t i = 0; i < results->count; i++)
        write_row(stream.file, &(struct field_source){&results->records[i], machine});
    return text_stream_close(&stream);
}
