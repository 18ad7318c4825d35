/* SPDX-License-Identifier: MIT */
/* Whether all of what an entry wrote is right, once it is in the arrays of the host. */
#include "measure/host_judge.h"

#include "measure/digest.h"
#include "measure/sample_check.h"

/* What a limit that reads has answered with. */
static uint64_t folded(const struct problem_key *key, const struct run *run)
{
    if (run->count)
        return *run->count;
    return primitive_info(key->primitive)->output == OUTPUT_FIXED
               ? element_load(key->dtype, run->output, 0).u64
               : 0;
}

/* Whether what is right is known byte for byte, and so compared by all workers: as solved, or the input. */
static bool has_bytes(const struct problem *problem)
{
    const struct primitive_info *const info = primitive_info(problem->key.primitive);
    return info->altered && (info->solve || info->output == OUTPUT_ALL) && !problem->unordered &&
           problem->key.data == DATA_EXACT;
}

bool host_is_right(struct entry *entry, struct finding *finding)
{
    const struct point *const point = &entry->record->point;
    const struct problem problem = entry_problem(entry);
    const struct run run = entry_run(entry);
    const size_t roundings = point->implementation->roundings ? point->implementation->roundings(point) : 0;
    const struct sample_check check = {.bytes = entry_answer_bytes(entry), .whole = true};
    if (has_bytes(&problem)
            ? !sample_check_is_right(entry, &check, finding)
            : !verify_output(&problem, run.output, run.count ? *run.count : 0, roundings, finding))
        return false;
    entry->fold = folded(&problem.key, &run);
    return true;
}

uint64_t host_digest(const struct entry *entry)
{
    const struct run run = entry_run(entry);
    return digest_output(run.output, entry_answer_bytes(entry), run.count ? *run.count : 0);
}
