/* SPDX-License-Identifier: MIT */
/* The text of the kernels and of their dialect, in the program: what the CUDA compiler includes. */
#include "engine/cuda/cuda_text.h"

#include "base/embed.h"

#define CUDA_TEXT(symbol, path) EMBED(cuda_text_of_##symbol, "src/" path);
#include "engine/cuda/cuda_text.def"
#undef CUDA_TEXT

#define CUDA_TEXT(symbol, path) path,
const char *const cuda_text_names[] = {
#include "engine/cuda/cuda_text.def"
};
#undef CUDA_TEXT

#define CUDA_TEXT(symbol, path) cuda_text_of_##symbol,
const char *const cuda_texts[] = {
#include "engine/cuda/cuda_text.def"
};
#undef CUDA_TEXT

const size_t cuda_text_count = sizeof cuda_texts / sizeof cuda_texts[0];
