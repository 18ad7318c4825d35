/* SPDX-License-Identifier: MIT */
/* What the processes of a record say, as the one rule has it. */
#pragma once

#include "results/record.h"
#include "statistics/verdict_rule.h"

/* Of its times; over those of its limit in the same rounds, none where no limit was measured beside, or it is
 * its own; of next over base, which share rounds. Caller closes. */
struct numbers record_numbers(const struct record *record);
struct numbers record_numbers_over_limit(const struct record *record);
struct numbers records_ratio_numbers(const struct record *base, const struct record *next);

struct estimate record_estimate(const struct record *record);

/* The time of next over that of base: of the rounds that both have, where records_share_rounds; else of their
 * times apart, which a clock that moves may change: as sure as of a single process. */
struct estimate records_ratio(const struct record *base, const struct record *next);

/* Of several numbers of one process each, such as a value that each process computed. NAN do not count. */
struct estimate values_estimate(const double *values, size_t count);
