/* SPDX-License-Identifier: MIT */
/* Compiled kernels on the disk, a file each, in the folder scanbench of XDG_CACHE_HOME or of ~/.cache. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What was saved under a key, 64 hexadecimal digits. False where it is absent, damaged or another key's; else
 * the caller frees the image. */
bool cuda_cache_load(const char *key, void **image, size_t *bytes);

/* Save it for other runs. Where that is impossible nothing is said: it will be compiled again. */
void cuda_cache_save(const char *key, const void *image, size_t bytes);
