/* SPDX-License-Identifier: MIT */
/* One field of a result: where its value is in a record, in CSV and in JSON, and how launches join it. */
#pragma once

#include "results/record.h"

enum field_kind {
    FIELD_TEXT,   /* missing: "" in CSV, null in JSON; an array of a record, a pointer elsewhere */
    FIELD_COUNT,  /* a whole number */
    FIELD_NUMBER, /* missing: not finite */
    FIELD_WORD,   /* an index into the row's words, as a text */
    FIELD_NAME,   /* the name of an implementation of the registry */
    FIELD_KNOWN,  /* true or false; missing where it is not known */
    FIELD_FLAGS,  /* bits of enum flag: joined with ';' in CSV, a list in JSON */
};

/* The object of a result's JSON that has the field; its key is the name without the prefix of the group. */
enum field_group {
    FIELD_IN_PARAMETERS,
    FIELD_IN_STATISTICS, /* of a measured point alone */
    FIELD_IN_LIMIT,      /* likewise */
    FIELD_IN_VERIFY,
    FIELD_IN_PLACEMENT,
    FIELD_IN_RESULT, /* the result itself */
    FIELD_ELSEWHERE, /* of the counters, beside what they were made of */
    FIELD_GROUPS,
};
extern const struct field_group_info {
    const char *name;   /* NULL: none, its fields are the result's */
    const char *prefix; /* that names have in CSV alone */
} field_groups[FIELD_GROUPS];

/* What several launches of a point say together of a field. A launch that lacks it does not count. */
enum field_join {
    JOIN_FIRST,   /* what the first launch says */
    JOIN_SAMPLES, /* statistics of the samples of all, made anew */
    JOIN_MEDIAN,
    JOIN_LOW, /* of the 95 % interval across the launches' values of the number at `across` */
    JOIN_HIGH,
    JOIN_LEAST,
    JOIN_MOST,
    JOIN_SUM,
    JOIN_ANY, /* of flags: those of any */
    JOIN_ALL, /* true where all say so */
};

/* What a field is a member of. */
enum field_owner {
    FIELD_OF_RECORD,
    FIELD_OF_IMPLEMENTATION, /* that the record's point refers to */
};

enum { CELL_BYTES = 512 };

/* The value of a field, or of a cell of a report. A number has `number`; all that is whole has `count`: of a
 * word its index, of what is known an enum known. What CSV writes as a text has `text`. */
struct cell {
    bool missing;
    double number;
    uint64_t count; /* which a double may not hold */
    const char
        *name; /* FIELD_NAME: borrowed from the registry, NULL: none; FIELD_TEXT: what was read, borrowed */
    char text[CELL_BYTES];
};

/* Set the value; an empty text and a number that is not finite are missing, of a word "-" too, and what is
 * UNKNOWN. The text is copied. */
void cell_set_text(struct cell *cell, const char *text);
void cell_set_word(struct cell *cell, const char *text);
void cell_print(struct cell *cell, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cell_set_count(struct cell *cell, uint64_t count);
void cell_set_number(struct cell *cell, double number);
void cell_set_known(struct cell *cell, enum known known);

struct field {
    const char *name;        /* the column's header */
    const char *unit;        /* "": none */
    const char *description; /* a sentence, as the manual has it; NULL: an axis, `which` */
    enum field_kind kind;
    enum field_group group;
    enum field_join join;
    bool json_alone; /* no column of the CSV */
    bool required;   /* every file has it, and never as null */
    bool negative;   /* FIELD_NUMBER: it may be below 0 */
    enum field_owner owner;
    uint16_t place, size; /* of its member there; size 0: it has none, `get` makes it */
    double (*number)(const struct record *record); /* or this, of a number */
    uint16_t across;                               /* JOIN_LOW and JOIN_HIGH: the place of a number */
    const char *const *words;
    unsigned word_count,
        first_word; /* words before the first are no values: "-", and what is written as another */
    /* Where it has neither: fill the member of value that the kind names, or leave it missing. */
    void (*get)(const struct field *field, const struct record *record, struct cell *value);
    /* The other way, of a value that is not missing: into the point of the record and the implementation that
     * the point refers to. NULL: it follows from the others. */
    void (*set)(const struct field *field, struct record *record, struct implementation *described,
                const struct cell *value);
    unsigned which; /* an enum axis or enum event, as `get` has it */
};

/* The value of a field of a record, always with the member of its kind; missing where there is none. */
struct cell field_get(const struct field *field, const struct record *record);

/* Whether CSV has it as a text. */
bool field_is_text(const struct field *field);

/* Whether the field is a member of the record itself. */
bool field_is_member(const struct field *field);

/* Set a member of a row, as its owner is, to what field_get would find there; a text elsewhere than in a
 * record is that of the JSON, borrowed. */
void field_set(const struct field *field, void *row, const struct cell *value);

/* What a file may have: the words of a FIELD_WORD from its first, the range of a FIELD_COUNT. */
struct field_words {
    const char *const *names;
    size_t count;
    unsigned first; /* the index of names[0] */
};
struct field_words field_words(const struct field *field);
struct field_range {
    uint64_t minimum, maximum;
};
struct field_range field_range(const struct field *field);

/* The key of the field in its group of JSON. */
const char *field_key(const struct field *field);

/* The one list of what a result holds: its columns in CSV, its members in JSON, how both are read back, and
 * how several launches are joined. */
extern const struct field fields[];
extern const size_t field_count;
