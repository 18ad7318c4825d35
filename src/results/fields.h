/* SPDX-License-Identifier: MIT */
/* The one list of result columns, from which CSV and JSON both come. */
#ifndef SCANBENCH_FIELDS_H
#define SCANBENCH_FIELDS_H

#include "machine/machine.h"
#include "results/record.h"

enum field_kind {
    FIELD_TEXT,   /* missing: "-" in CSV, null in JSON */
    FIELD_COUNT,  /* a whole number; missing: NaN, null */
    FIELD_NUMBER, /* missing or not finite: NaN, null */
};

/* Where JSON puts the field within a result. */
enum field_group {
    FIELD_IN_PARAMETERS,
    FIELD_IN_STATISTICS,
    FIELD_IN_LIMIT, /* without the prefix "limit_" */
    FIELD_IN_RESULT,
    FIELD_ELSEWHERE, /* in another shape: flags as a list, the machine once a file */
};

/* Where a row comes from; both borrowed. */
struct field_source {
    const struct record *record;
    const struct machine *machine; /* NULL: unknown, its columns are missing */
};

struct field_value {
    bool missing;
    double number;
    uint64_t count;
    char text[256];
};

struct field {
    const char *name; /* the column's header */
    enum field_kind kind;
    enum field_group group;
    /* Fill the member of value that the kind names, or leave it missing. */
    void (*get)(const struct field *field, const struct field_source *source, struct field_value *value);
    unsigned which; /* an enum axis, a cache level, or nothing, as `get` has it */
};

/* In column order; new columns go to the end. */
extern const struct field fields[];
extern const size_t field_count;

/* The value of a field in a row, always with the member of its kind; missing where there is none. */
struct field_value field_get(const struct field *field, const struct field_source *source);

#endif
