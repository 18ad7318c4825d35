/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#include "problem/verify.h"

#include "problem/verify_grid.h"

#include <string.h>

#define POISON 0xa5

/* Only what is summed has gridded data of its own; a limit beside it is judged as ever. */
static bool is_gridded(const struct problem_key *key)
{
    return key->data == DATA_GRIDDED && primitive_info(key->primitive)->fill == FILL_TERMS;
}

bool verify_output(const struct problem *problem, const void *output, uint64_t count, size_t roundings,
                   struct finding *finding)
{
    *finding = (struct finding){0};
    if (is_gridded(&problem->key))
        return verify_gridded(problem, output, roundings, finding);
    return primitive_info(problem->key.primitive)->verify(problem, output, count, finding);
}

/* As a float the pattern is off every exact problem's integers, its complement far above them; as an integer
 * no element can be both. */
void verify_poison(void *output, size_t bytes, bool complement)
{
    if (bytes > 0)
        memset(output, complement ? POISON ^ 0xff : POISON, bytes);
}

uint64_t verify_poison_count(bool complement)
{
    uint64_t count;
    verify_poison(&count, sizeof count, complement);
    return count;
}
