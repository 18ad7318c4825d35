/* SPDX-License-Identifier: MIT */
/* What turns the elements of lanes into rows and back, for any number of them: once for each width. */
#include "engine/emulate/dialect_cpu_rows.h"

#define IS_UNSIGNED_UNSIGNED 1
#define IS_UNSIGNED_SIGNED 0
#define IS_UNSIGNED_FLOAT 0
#if JOIN(IS_UNSIGNED_, ELEM_KIND)
#define DEFINE_ANY_COUNT(function)                                                           \
    void ANY_COUNT(function##_any)(elem *restrict to, const elem *restrict from, uint count) \
    {                                                                                        \
        SWITCH_COUNT(count, function, to, from)                                              \
    }
DEFINE_ANY_COUNT(rows_load)
DEFINE_ANY_COUNT(rows_store)
DEFINE_ANY_COUNT(rows_stream)
#endif
