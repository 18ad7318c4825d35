/* SPDX-License-Identifier: MIT */
/* Grades of points: by what happened to the number, not by what was seen meanwhile. */
#pragma once

#include "results/record.h"

/* By half the interval over the median alone. */
enum grade record_grade(const struct record *record);
