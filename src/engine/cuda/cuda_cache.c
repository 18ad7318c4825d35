/* SPDX-License-Identifier: MIT */
/* Compiled kernels on the disk, a file each, in the folder scanbench of XDG_CACHE_HOME or of ~/.cache. */
#include "engine/cuda/cuda.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGEST_DIGITS = 64, HEAD_BYTES = 2 * DIGEST_DIGITS, MOST_BYTES = 64 << 20 };

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

/* A file is the digest of all that follows, its key and the image: one that is damaged, or that somebody put
 * in another one's place, is none. */
static bool is_of(const char *key, const char *text, size_t length)
{
    char hex[DIGEST_DIGITS + 1];
    if (length <= HEAD_BYTES || memcmp(text + DIGEST_DIGITS, key, DIGEST_DIGITS) != 0)
        return false;
    sha256_hex(text + DIGEST_DIGITS, length - DIGEST_DIGITS, hex);
    return memcmp(hex, text, DIGEST_DIGITS) == 0;
}

/* Whether nobody else can have put something into the folder of the cache: a compiled kernel is a program. */
static bool is_own(const char *folder)
{
    struct stat status;
    return folder && stat(folder, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           !(status.st_mode & (S_IWGRP | S_IWOTH));
}

/* What a file of the cache holds; nobody is waited for who could write to it. */
static bool read_own(const char *path, char **text, size_t *length)
{
    char *const folder = cache_path(NULL);
    struct error unseen = {0};
    const bool ok = path && is_own(folder) && file_check_regular(path, MOST_BYTES, &unseen) &&
                    file_read(path, MOST_BYTES, text, length, &unseen);
    free(folder);
    return ok;
}

bool cuda_cache_load(const char *key, struct cuda_image *image)
{
    char *const path = cache_path(key);
    char *text = NULL;
    size_t length = 0;
    const bool ok = read_own(path, &text, &length) && is_of(key, text, length);
    if (ok) {
        image->bytes = length - HEAD_BYTES;
        image->code = memmove(text, text + HEAD_BYTES, image->bytes);
    } else
        free(text);
    free(path);
    return ok;
}

/* Make the folder, for its user alone, unless it is there. */
static bool make_own(char *folder)
{
    struct error unseen = {0};
    if (mkdir(folder, 0700) != 0 && errno == ENOENT) {
        char *const last = strrchr(folder, '/');
        *last = '\0';
        file_directory(folder, &unseen);
        *last = '/';
        mkdir(folder, 0700);
    }
    return is_own(folder);
}

void cuda_cache_save(const char *key, const struct cuda_image *image)
{
    char *const folder = cache_path(NULL), *const path = cache_path(key);
    char *const text = memory_block(HEAD_BYTES + image->bytes), hex[DIGEST_DIGITS + 1];
    struct error unseen = {0};
    if (folder && path && make_own(folder)) {
        memcpy(text + DIGEST_DIGITS, key, DIGEST_DIGITS);
        memcpy(text + HEAD_BYTES, image->code, image->bytes);
        sha256_hex(text + DIGEST_DIGITS, DIGEST_DIGITS + image->bytes, hex);
        memcpy(text, hex, DIGEST_DIGITS);
        file_write(path, text, HEAD_BYTES + image->bytes, &unseen);
    }
    free(text);
    free(path);
    free(folder);
}
