/* SPDX-License-Identifier: MIT */
/* Guarded memory: a mapping between two inaccessible pages, with the page size and the placement asked for.
 */
#include "base/buffer.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *const pages_names[PAGES_COUNT] = {"-", "huge", "4k"};

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* The length between the guards: whole huge pages where these are asked for, so that the tail is in one too.
 */
static bool usable_bytes(const struct buffer_shape *shape, size_t *usable)
{
    const size_t granule = shape->pages == PAGES_HUGE ? HUGE_PAGE : page_size();
    const size_t offset = shape->placement == PLACE_OFFSET ? shape->offset : 0;
    size_t end;
    if (__builtin_add_overflow(shape->bytes, offset, &end) || __builtin_add_overflow(end, granule - 1, &end))
        return false;
    *usable = end - end % granule;
    return true;
}

size_t buffer_footprint(const struct buffer_shape *shape)
{
    size_t bytes;
    if (!usable_bytes(shape, &bytes) || __builtin_add_overflow(bytes, HUGE_PAGE + 2 * page_size(), &bytes))
        return SIZE_MAX;
    return bytes;
}

/* Reserve inaccessible addresses: a guard that ends at a 2 MiB boundary, the usable bytes, a guard. */
static bool reserve(struct buffer *buffer, size_t usable, size_t footprint)
{
    const size_t guard = page_size();
    unsigned char *const all =
        mmap(NULL, footprint, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return false;
    const size_t after_guard = (size_t)((uintptr_t)(all + guard) % HUGE_PAGE);
    const size_t before = after_guard == 0 ? 0 : HUGE_PAGE - after_guard;
    buffer->map = all + before;
    buffer->map_bytes = usable + 2 * guard;
    const size_t behind = footprint - before - buffer->map_bytes;
    if (before > 0)
        munmap(all, before);
    if (behind > 0)
        munmap(all + before + buffer->map_bytes, behind);
    return true;
}

/* Advice only: a kernel without huge pages refuses it, and buffer_huge_fraction says what was reached. */
static void advise(void *start, size_t bytes, enum pages pages)
{
    if (pages == PAGES_HUGE)
        madvise(start, bytes, MADV_HUGEPAGE);
    if (pages == PAGES_4K)
        madvise(start, bytes, MADV_NOHUGEPAGE);
}

static unsigned char *place(const struct buffer_shape *shape, unsigned char *start, size_t usable)
{
    if (shape->placement == PLACE_OFFSET)
        return start + shape->offset;
    const size_t first = usable - shape->bytes;
    return start + first - first % shape->align;
}

static unsigned char *first_page(const struct buffer *buffer)
{
    return (unsigned char *)buffer->map + page_size();
}

/* The pages between the guards twice: read-only there, and writable elsewhere. */
static bool map_twice(struct buffer *buffer, size_t usable)
{
    const int file = memfd_create("scanbench", MFD_CLOEXEC);
    void *alias = MAP_FAILED;
    if (file >= 0 && ftruncate(file, (off_t)usable) == 0 &&
        mmap(first_page(buffer), usable, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED)
        alias = mmap(NULL, usable, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    buffer->alias = alias == MAP_FAILED ? NULL : alias;
    return buffer->alias != NULL;
}

bool buffer_map(struct buffer *buffer, const struct buffer_shape *shape, struct error *error)
{
    assert(shape->placement != PLACE_OFFSET || shape->offset < PAGE);
    assert(shape->placement != PLACE_BACK || (shape->align > 0 && shape->align <= page_size()));
    assert((shape->align & (shape->align - 1)) == 0);
    *buffer = (struct buffer){0};
    const size_t footprint = buffer_footprint(shape);
    size_t usable;
    if (footprint == SIZE_MAX || !usable_bytes(shape, &usable))
        return error_set(error, EXIT_SYSTEM, "cannot map %zu bytes: more than the address space",
                         shape->bytes);
    if (!reserve(buffer, usable, footprint))
        return error_set_errno(error, EXIT_SYSTEM, "cannot map %zu bytes", shape->bytes);
    buffer->data = place(shape, first_page(buffer), usable);
    buffer->bytes = shape->bytes;
    const bool mapped =
        shape->sealed && usable > 0
            ? map_twice(buffer, usable) ||
                  error_set_errno(error, EXIT_SYSTEM, "cannot map %zu bytes twice", shape->bytes)
            : buffer_protect(buffer, true, error);
    advise(first_page(buffer), usable, shape->pages);
    if (mapped)
        return true;
    buffer_unmap(buffer);
    return false;
}

bool buffer_reshape(struct buffer *buffer, const struct buffer_shape *shape)
{
    const size_t guards = 2 * page_size();
    size_t usable;
    if (!buffer->map || !usable_bytes(shape, &usable) || usable != buffer->map_bytes - guards ||
        (shape->sealed && usable > 0) != (buffer->alias != NULL))
        return false;
    buffer->data = place(shape, first_page(buffer), usable);
    buffer->bytes = shape->bytes;
    return true;
}

bool buffer_protect(struct buffer *buffer, bool writable, struct error *error)
{
    const size_t guard = page_size();
    const size_t usable = buffer->map_bytes - 2 * guard;
    const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    if (usable == 0 || mprotect((unsigned char *)buffer->map + guard, usable, protection) == 0)
        return true;
    return error_set_errno(error, EXIT_SYSTEM, "cannot make %zu bytes %s", buffer->bytes,
                           writable ? "writable" : "read-only");
}

unsigned char *buffer_open(struct buffer *buffer, struct error *error)
{
    if (buffer->alias)
        return buffer->alias + (buffer->data - first_page(buffer));
    return buffer_protect(buffer, true, error) ? buffer->data : NULL;
}

bool buffer_close(struct buffer *buffer, struct error *error)
{
    return buffer->alias || buffer_protect(buffer, false, error);
}

struct residency {
    double resident_kib, huge_kib;
    bool known; /* a kernel without huge pages prints no line about them */
};

/* Sum the mappings that overlap begin … end−1 from the text of /proc/self/smaps. */
static struct residency residency_of(FILE *smaps, uintptr_t begin, uintptr_t end)
{
    struct residency residency = {0};
    bool inside = false;
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, smaps) > 0) {
        uintptr_t first, last;
        double kib;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &first, &last) == 2)
            inside = first < end && begin < last;
        else if (inside && sscanf(line, "Rss: %lf kB", &kib) == 1)
            residency.resident_kib += kib;
        else if (inside && sscanf(line, "AnonHugePages: %lf kB", &kib) == 1) {
            residency.huge_kib += kib;
            residency.known = true;
        }
    }
    free(line);
    return residency;
}

double buffer_huge_fraction(const struct buffer *buffer)
{
    FILE *const smaps = fopen("/proc/self/smaps", "re");
    if (smaps == NULL)
        return NAN;
    const uintptr_t begin = (uintptr_t)buffer->data;
    const struct residency residency = residency_of(smaps, begin, begin + buffer->bytes);
    fclose(smaps);
    if (!residency.known || residency.resident_kib <= 0)
        return NAN;
    return residency.huge_kib / residency.resident_kib;
}

void buffer_unmap(struct buffer *buffer)
{
    if (buffer->alias != NULL)
        munmap(buffer->alias, buffer->map_bytes - 2 * page_size());
    if (buffer->map != NULL)
        munmap(buffer->map, buffer->map_bytes);
    *buffer = (struct buffer){0};
}
