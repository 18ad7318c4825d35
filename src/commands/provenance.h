/* SPDX-License-Identifier: MIT */
/* What a command says of where its results come from. */
#pragma once

#include "results/result_file.h"

/* Warn where the file was edited after it was written. */
void provenance_warn(const struct result_file *file);

/* Say in what the programs that measured two results were built otherwise; nothing where in nothing. */
void provenance_tell_builds(const struct result_file *base, const struct result_file *next);

/* The same of two files by their paths; nothing where one of them is no result. */
void provenance_tell_paths(const char *base, const char *next);
