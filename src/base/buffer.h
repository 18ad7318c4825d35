/* SPDX-License-Identifier: MIT */
/* Guarded memory: a mapping between two inaccessible pages, with the page size and the placement asked for.
 */
#pragma once

#include "base/error.h"

#include <stddef.h>

/* Bytes that caches and pages are made of, on every machine that there are kernels for. What a buffer's huge
 * pages are measured by has a few of them. */
enum { CACHE_LINE = 64, PAGE = 4096, HUGE_PAGE = 2 << 20, HUGE_PAGE_MEASURED = 4 << 20 };

enum pages {
    PAGES_NONE,
    PAGES_HUGE, /* transparent huge pages, by madvise */
    PAGES_4K,   /* ordinary pages, huge ones refused by madvise */
    PAGES_COUNT,
};

/* "huge", "4k"; index by enum pages; PAGES_NONE is "-". */
extern const char *const pages_names[PAGES_COUNT];

enum placement {
    PLACE_OFFSET, /* data starts `offset` bytes after a 2 MiB boundary, which lies after the front guard */
    PLACE_BACK,   /* data ends where the back guard starts (to the alignment of `align`) */
};

struct buffer_shape {
    size_t bytes;  /* usable bytes; 0 is allowed and gives a valid pointer that may not be read */
    size_t offset; /* PLACE_OFFSET: bytes from the boundary, below PAGE; 0 puts data at the front guard */
    size_t align;  /* PLACE_BACK: data is aligned to this power of two (an element's size) */
    enum placement placement;
    enum pages pages;
    bool sealed; /* data is read-only; buffer_open gives another address of the same bytes to write them */
};

/* Caller-owned; all zero is an empty buffer that buffer_unmap accepts. */
struct buffer {
    unsigned char *data; /* the usable bytes */
    size_t bytes;
    void *map; /* the whole mapping, guards included */
    size_t map_bytes;
    unsigned char *alias; /* sealed: the pages between the guards, writable; else NULL */
};

/* Map a buffer after its shape. Nothing is touched: pages come with the first write. EXIT_SYSTEM on refusal.
 */
bool buffer_map(struct buffer *buffer, const struct buffer_shape *shape, struct error *error);

/* Where the bytes can be written until buffer_close; NULL on refusal (EXIT_SYSTEM). Of a sealed buffer
 * neither calls the system, and data stays read-only. */
unsigned char *buffer_open(struct buffer *buffer, struct error *error);
bool buffer_close(struct buffer *buffer, struct error *error);

/* Give a buffer another shape within the pages that it has: those of the same kind and as many. False, and it
 * is as it was, where the shape wants others, or nothing is mapped. */
bool buffer_reshape(struct buffer *buffer, const struct buffer_shape *shape);

/* Make the usable pages read-only or writable again. EXIT_SYSTEM on refusal. */
bool buffer_protect(struct buffer *buffer, bool writable, struct error *error);

/* The share of the buffer's resident bytes in huge pages, 0 to 1, from /proc/self/smaps; NAN where unknown.
 */
double buffer_huge_fraction(const struct buffer *buffer);

/* Bytes that buffer_map will map for a shape, guards and alignment included; SIZE_MAX on overflow. */
size_t buffer_footprint(const struct buffer_shape *shape);

void buffer_unmap(struct buffer *buffer);
