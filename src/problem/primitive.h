/* SPDX-License-Identifier: MIT */
/* The vocabulary of the domain: primitives, element types, operators, modes, and their names. */
#ifndef SCANBENCH_PRIMITIVE_H
#define SCANBENCH_PRIMITIVE_H

#include <stddef.h>
#include <stdint.h>

enum primitive {
    PRIMITIVE_SCAN,
    PRIMITIVE_COPY, /* the limit of a scan: read n, write n */
    PRIMITIVE_COUNT,
};

enum dtype {
    DTYPE_NONE,
    DTYPE_U32,
    DTYPE_F32,
    DTYPE_COUNT,
};

enum op {
    OP_NONE,
    OP_SUM,
    OP_COUNT,
};

enum mode {
    MODE_NONE,
    MODE_EXCLUSIVE,
    MODE_INCLUSIVE,
    MODE_COUNT,
};

/* Names as configs and results spell them; index 0 of the optional ones is "-". */
extern const char *const primitive_names[PRIMITIVE_COUNT];
extern const char *const dtype_names[DTYPE_COUNT];
extern const char *const op_names[OP_COUNT];
extern const char *const mode_names[MODE_COUNT];

/* Bytes of one element. */
size_t dtype_size(enum dtype dtype);

/* Algorithmic bytes of a problem of n elements: what any implementation must read and write, never what one
 * happens to cause. Scan 2n, copy 2n, times the element size. n × size must not overflow (the plan checks).
 */
double primitive_bytes(enum primitive primitive, enum dtype dtype, size_t n);

/* The primitive whose implementations bound this one's rate: copy for a scan; a limit bounds itself. */
enum primitive primitive_limit(enum primitive primitive);

#endif
