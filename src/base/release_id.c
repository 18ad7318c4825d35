/* SPDX-License-Identifier: MIT */
/* What tells one build of this program from another. */
#include "base/release.h"

#include "base/file.h"
#include "base/sha256.h"

#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_MOST = 1 << 30 };

/* Of the program itself, which is the first object. A note is the bytes of its name and of what it holds, its
 * type and its name; then what it holds. */
static int visit(struct dl_phdr_info *object, size_t size, void *hex)
{
    static const char head[8] = "\3\0\0\0GNU"; /* NT_GNU_BUILD_ID */
    (void)size;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &object->dlpi_phdr[i];
        const char *const start = (const char *)(object->dlpi_addr + segment->p_vaddr);
        const char *const note =
            segment->p_type == PT_NOTE ? memmem(start, segment->p_memsz, head, sizeof head) : NULL;
        uint32_t bytes;
        if (note)
            sha256_hex(note + sizeof head,
                       *(const uint32_t *)memcpy(&bytes, note - sizeof bytes, sizeof bytes), hex);
    }
    return 1;
}

void build_id_hex(char hex[65])
{
    char *text = NULL;
    size_t length = 0;
    struct error unread = {0};
    hex[0] = '\0';
    dl_iterate_phdr(visit, hex);
    if (hex[0])
        return;
    file_read("/proc/self/exe", PROGRAM_MOST, &text, &length, &unread);
    sha256_hex(text ? text : "", length, hex);
    free(text);
}
