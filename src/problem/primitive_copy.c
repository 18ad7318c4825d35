/* SPDX-License-Identifier: MIT */
/* Copy, the limit of a scan: read n, write n. */
#include "problem/alteration.h"
#include "problem/verify_elements.h"

#include <string.h>

/* The input has the alteration already. */
static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const size_t size = dtype_size(problem->key.dtype);
    (void)alteration;
    memcpy(elements, (const unsigned char *)problem->input[0] + first * size, count * size);
}

const struct primitive_info primitive_copy = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_ANY,
    .verify = verify_input,
    .altered = altered,
};
