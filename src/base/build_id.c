/* SPDX-License-Identifier: MIT */
/* What tells one build of this program from another. */
#include "base/build_id.h"

#include "base/error.h"
#include "base/file.h"
#include "base/sha256.h"

#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_MOST = 1 << 30, ALIGNED = 4 };

struct note {
    const char *data;
    size_t bytes;
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* In a segment of notes: a head, a name, what it holds. */
static bool find_in(const char *segment, size_t bytes, struct note *note)
{
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= bytes;) {
        ElfW(Nhdr) head;
        memcpy(&head, segment + at, sizeof head);
        const char *const name = segment + at + sizeof head, *const data = name + aligned(head.n_namesz);
        at = (size_t)(data - segment) + aligned(head.n_descsz);
        if (at > bytes || head.n_type != NT_GNU_BUILD_ID || head.n_namesz != sizeof "GNU" ||
            memcmp(name, "GNU", sizeof "GNU") != 0)
            continue;
        *note = (struct note){data, head.n_descsz};
        return true;
    }
    return false;
}

/* The program itself is the first object. */
static int visit(struct dl_phdr_info *object, size_t size, void *note)
{
    (void)size;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_NOTE &&
            find_in((const char *)(object->dlpi_addr + segment->p_vaddr), segment->p_memsz, note))
            break;
    }
    return 1;
}

void build_id_hex(char hex[65])
{
    struct note note = {"", 0};
    char *text = NULL;
    struct error unread = {0};
    dl_iterate_phdr(visit, &note);
    if (!note.bytes && file_read("/proc/self/exe", PROGRAM_MOST, &text, &note.bytes, &unread))
        note.data = text;
    sha256_hex(note.data, note.bytes, hex);
    free(text);
}
