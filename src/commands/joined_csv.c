/* SPDX-License-Identifier: MIT */
/* Several results as one CSV, whose last column, result, says of which each row is. */
#include "commands/joined_csv.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text_stream.h"

#include <stdlib.h>
#include <string.h>

static const size_t result_bytes = (size_t)1 << 30;
enum { COLUMNS_MAX = 256 };

/* The cells of one record, as the file has them, with their quotes. */
struct cells {
    const char *start[COLUMNS_MAX];
    size_t length[COLUMNS_MAX];
    size_t count;
};

static const char *cell_end(const char *at)
{
    bool is_quoted = false;
    for (; *at != '\0' && (is_quoted || strchr(",\r\n", *at) == NULL); at++)
        is_quoted = is_quoted != (*at == '"');
    return at;
}

/* Take the next record; returns what follows it, NULL where it has too many cells. */
static const char *take_record(const char *at, struct cells *cells)
{
    cells->count = 0;
    for (;; at++) {
        if (cells->count == COLUMNS_MAX)
            return NULL;
        cells->start[cells->count] = at;
        at = cell_end(at);
        cells->length[cells->count] = (size_t)(at - cells->start[cells->count]);
        cells->count++;
        if (*at != ',')
            return at + strspn(at, "\r\n");
    }
}

static size_t find_cell(const struct cells *cells, const char *start, size_t length)
{
    size_t i = 0;
    while (i < cells->count && (cells->length[i] != length || memcmp(cells->start[i], start, length) != 0))
        i++;
    return i;
}

/* Add the columns that are new. */
static bool add_columns(struct cells *all, const struct cells *header)
{
    for (size_t i = 0; i < header->count; i++) {
        if (find_cell(all, header->start[i], header->length[i]) < all->count)
            continue;
        if (all->count == COLUMNS_MAX)
            return false;
        all->start[all->count] = header->start[i];
        all->length[all->count++] = header->length[i];
    }
    return true;
}

/* gnuplot ends a cell at a comma, quoted or not. */
static void print_name(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text != ',' && *text != '"')
            fputc(*text, file);
    fputc('\n', file);
}

/* The records of one part in the order of all columns. */
static bool print_part(FILE *file, const struct cells *all, const char *text, const char *name)
{
    struct cells header, row;
    const char *at = take_record(text, &header);
    while (at != NULL && *at != '\0' && (at = take_record(at, &row)) != NULL) {
        for (size_t i = 0; i < all->count; i++) {
            const size_t column = find_cell(&header, all->start[i], all->length[i]);
            const bool has = column < header.count && column < row.count;
            fprintf(file, "%.*s,", has ? (int)row.length[column] : 1, has ? row.start[column] : "-");
        }
        print_name(file, name);
    }
    return at != NULL;
}

static bool print_all(FILE *file, const struct csv_part *parts, char *const *texts, size_t count)
{
    struct cells all = {.count = 0}, header;
    for (size_t i = 0; i < count; i++)
        if (take_record(texts[i], &header) == NULL || !add_columns(&all, &header))
            return false;
    for (size_t i = 0; i < all.count; i++)
        fprintf(file, "%.*s,", (int)all.length[i], all.start[i]);
    fputs("result\n", file);
    for (size_t i = 0; i < count; i++)
        if (!print_part(file, &all, texts[i], parts[i].name))
            return false;
    return true;
}

char *csv_join(const struct csv_part *parts, size_t count, struct error *error)
{
    struct text_stream stream;
    size_t length, read = 0;
    char **const texts = memory_array(count, sizeof *texts);
    char *joined = NULL;
    while (read < count && file_read(parts[read].path, result_bytes, &texts[read], &length, error))
        read++;
    if (read == count) {
        text_stream_open(&stream);
        const bool printed = print_all(stream.file, parts, texts, count);
        joined = text_stream_close(&stream);
        if (!printed) {
            error_set(error, EXIT_USAGE, "%s: expected at most %d columns", parts[0].path, COLUMNS_MAX);
            free(joined);
            joined = NULL;
        }
    }
    for (size_t i = 0; i < read; i++)
        free(texts[i]);
    free(texts);
    return joined;
}
