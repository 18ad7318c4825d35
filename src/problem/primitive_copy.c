/* SPDX-License-Identifier: MIT */
/* Copy, the limit of a scan: read n, write n. */
#include "problem/alteration.h"
#include "problem/verify_elements.h"

#include <string.h>

static bool verify(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
{
    (void)count;
    return verify_elements(problem, problem->input[0], output, problem->key.n, finding);
}

static size_t bytes(const struct problem *problem, uint64_t count, const void **expected)
{
    (void)count;
    *expected = problem->input[0];
    return problem_input_bytes(&problem->key);
}

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
    .verify = verify,
    .bytes = bytes,
    .altered = altered,
};
