/* SPDX-License-Identifier: MIT */
/* The text of the kernels and of their dialect, in the program: what the CUDA compiler includes. The list, a
 * CUDA_TEXT(word, name, path) for each file, is generated from what they include. */
#include "engine/cuda/cuda.h"

#include "base/embed.h"

#define CUDA_TEXT(word, name, path) EMBED(cuda_text_of_##word, path);
#include "engine/cuda_text.def"
#undef CUDA_TEXT

#define CUDA_TEXT(word, name, path) name,
const char *const cuda_text_names[] = {
#include "engine/cuda_text.def"
};
#undef CUDA_TEXT

#define CUDA_TEXT(word, name, path) cuda_text_of_##word,
const char *const cuda_texts[] = {
#include "engine/cuda_text.def"
};
#undef CUDA_TEXT

const size_t cuda_text_count = sizeof cuda_texts / sizeof cuda_texts[0];
