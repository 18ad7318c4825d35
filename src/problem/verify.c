/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#include "problem/verify.h"

#include <string.h>

#define POISON 0xa5

bool verify_output(const struct problem *problem, const void *output, uint64_t count, size_t roundings,
                   struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    *finding = (struct finding){0};
    if (verify_has_parts(key)) {
        struct gridded *const gridded = gridded_open(problem, output, roundings, 1);
        gridded_judge(gridded, 0);
        return gridded_close(gridded, finding);
    }
    if (key->data == DATA_GRIDDED && key->primitive == PRIMITIVE_RECURRENCE)
        return verify_recurrence(problem, output, roundings, finding);
    return primitive_info(key->primitive)->verify(problem, output, count, finding);
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
