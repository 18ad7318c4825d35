/* SPDX-License-Identifier: MIT */
/* Compiled kernels on the disk, a file each, in the folder scanbench of XDG_CACHE_HOME or of ~/.cache. */
#include "engine/cuda/cuda_cache.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGEST_DIGITS = 64, MOST_BYTES = 64 << 20 };

/* The folder, or with a key a file in it; NULL where neither variable is set. The caller frees. */
static char *cache_path(const char *key)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    const bool is_xdg = cache && *cache == '/';
    if (!is_xdg && !(home && *home))
        return NULL;
    return memory_format("%s%s/scanbench%s%s%s", is_xdg ? cache : home, is_xdg ? "" : "/.cache",
                         key ? "/" : "", key ? key : "", key ? ".cubin" : "");
}

/* A file is the digest of the image, then the image. */
static bool is_whole(const char *text, size_t length)
{
    char hex[DIGEST_DIGITS + 1];
    if (length <= DIGEST_DIGITS)
        return false;
    sha256_hex(text + DIGEST_DIGITS, length - DIGEST_DIGITS, hex);
    return memcmp(hex, text, DIGEST_DIGITS) == 0;
}

bool cuda_cache_load(const char *key, void **image, size_t *bytes)
{
    char *const path = cache_path(key);
    char *text = NULL;
    size_t length = 0;
    struct error unseen = {0};
    const bool ok = path && file_read(path, MOST_BYTES, &text, &length, &unseen) && is_whole(text, length);
    if (ok) {
        *bytes = length - DIGEST_DIGITS;
        *image = memmove(text, text + DIGEST_DIGITS, *bytes);
    } else
        free(text);
    free(path);
    return ok;
}

void cuda_cache_save(const char *key, const void *image, size_t bytes)
{
    char *const folder = cache_path(NULL), *const path = cache_path(key);
    char *const text = memory_block(DIGEST_DIGITS + 1 + bytes);
    struct error unseen = {0};
    if (folder && path && file_directory(folder, &unseen)) {
        sha256_hex(image, bytes, text);
        memcpy(text + DIGEST_DIGITS, image, bytes);
        file_write(path, text, DIGEST_DIGITS + bytes, &unseen);
    }
    free(text);
    free(path);
    free(folder);
}
