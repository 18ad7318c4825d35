/* SPDX-License-Identifier: MIT */
/* The text of the kernels and of their dialect, in the program: what the CUDA compiler includes. */
#pragma once

#include <stddef.h>

/* As many files, the names by which they are included, and what is in them. */
extern const size_t cuda_text_count;
extern const char *const cuda_text_names[], *const cuda_texts[];

/* The one that includes all the others that a kernel needs. */
#define CUDA_TEXT_START "engine/cuda/dialect_cuda_kernels.h"
