/* SPDX-License-Identifier: MIT */
/* The primitives and modes: their names, and what a primitive moves. */
#pragma once

#include "problem/element.h"
#include "problem/primitives.def"

#define PRIMITIVE_MEMBER(NAME, ...) PRIMITIVE_##NAME,
enum primitive { FOR_EACH_PRIMITIVE(PRIMITIVE_MEMBER) PRIMITIVE_COUNT };

enum mode {
    MODE_NONE,
    MODE_EXCLUSIVE,
    MODE_INCLUSIVE,
    MODE_COUNT,
};

/* Names as configs and results spell them; index 0 of the optional ones is "-". */
extern const char *const primitive_names[PRIMITIVE_COUNT];
extern const char *const mode_names[MODE_COUNT];

struct problem;
struct problem_key;
struct finding;
struct alteration;

/* How many elements a primitive writes. */
enum output_extent {
    OUTPUT_NONE,
    OUTPUT_FIXED,    /* as many as the primitive says, whatever n, for each row */
    OUTPUT_ALL,      /* n */
    OUTPUT_SELECTED, /* k of n, in room for n */
};

/* What the input is drawn from. */
enum fill_rule {
    FILL_ANY,        /* numbers of full range, as for a sum */
    FILL_TERMS,      /* by the key's operator (without one, a sum), so that every order gives the same bits */
    FILL_SELECTABLE, /* elements > 0, and others, by the key's selectivity */
};

/* What the second input is, of a primitive that has two. */
enum second_rule {
    SECOND_NONE,
    SECOND_ALIKE,        /* drawn as the first is */
    SECOND_FACTORS,      /* each a factor of the term beside it */
    SECOND_COEFFICIENTS, /* what the result before is multiplied with */
    SECOND_HEADS,        /* bytes, 1 where a segment begins, else 0 */
};

/* A primitive: a constant in a file of its own, and a row of primitives.def. */
struct primitive_info {
    unsigned inputs; /* streams of n elements of the key's type that are read, at most PROBLEM_INPUTS */
    enum output_extent output;
    size_t output_count;     /* OUTPUT_FIXED: how many elements; else 0 */
    enum dtype output_dtype; /* DTYPE_NONE: the key's type */
    bool converts;        /* the output is of the output type of that, as its sums are; else as it is read */
    bool has_rows;        /* it may start anew after each row: the axis row_length */
    bool counts;          /* a count is written beside the output */
    enum primitive limit; /* whose implementations bound this one's rate; a limit names itself */
    enum fill_rule fill;
    enum second_rule second;
    bool directed; /* it goes either way, from a value that precedes the first element */

    /* Compute the expected answer from the input by the reference, as problem_solve says. NULL: the answer is
     * judged by the input alone. */
    void (*solve)(const struct problem_key *key, const void *const input[], void *expected, size_t *selected);

    /* Judge an output, as verify_output says, but for gridded data. */
    bool (*verify)(const struct problem *problem, const void *output, uint64_t count,
                   struct finding *finding);

    /* What follows from an altered input, as alteration_answer and alteration_count say. NULL: there are no
     * such elements, no such count, or they are judged by the input alone. */
    void (*altered)(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements);
    uint64_t (*altered_count)(const struct problem *problem, const struct alteration *alteration);
};

#define PRIMITIVE_DECLARE(NAME, symbol, ...) extern const struct primitive_info primitive_##symbol;
FOR_EACH_PRIMITIVE(PRIMITIVE_DECLARE)

/* The primitive's row. */
const struct primitive_info *primitive_info(enum primitive primitive);

/* The type of its output where inputs are of a dtype. */
enum dtype primitive_output_dtype(const struct primitive_info *info, enum dtype dtype);

/* Algorithmic bytes of a problem of n elements of which k are selected: what any implementation must read and
 * write, never what one happens to cause: its inputs, and its output unless that is one element. Scan, tiled
 * scan, copy 2n; reduce, count, read n; dot, read2 2n; recurrence 3n; compact and partial copy n + k; times
 * the element size of what is read and of what is written; segmented scan 2n of them and n bytes. */
double primitive_bytes(enum primitive primitive, enum dtype dtype, size_t n, size_t k);

/* The primitive whose implementations bound this one's rate; a limit bounds itself. */
enum primitive primitive_limit(enum primitive primitive);

/* What people call that limit: "read" of what only reads, "copy" of what writes too, else its own name. */
const char *primitive_limit_word(enum primitive primitive);

/* How many input streams: 2 for dot, read2, recurrence and segmented scan, else 1. */
unsigned primitive_inputs(enum primitive primitive);

/* Bytes of an element of an input stream, of a problem of elements of the dtype. */
size_t primitive_input_size(enum primitive primitive, enum dtype dtype, unsigned stream);

/* Whether an implementation writes a count beside its output: count, compact, partial copy. */
bool primitive_counts(enum primitive primitive);

/* How many elements a partial copy writes of the first n: ⌊n · selectivity⌋, with selectivity as a whole
 * number of SELECTIVITY_ONE parts. It goes through the input in blocks of PART_BLOCK elements (the last may
 * be shorter): of a block first … last−1 it copies the leading part(last) − part(first) elements to output +
 * part(first), and reads the others; or it takes all n elements as one block. The count receives the
 * exclusive or of the bits of all n elements. */
enum { PART_BLOCK = 512, SELECTIVITY_ONE = 1000000000 };
size_t primitive_part(size_t n, double selectivity);
