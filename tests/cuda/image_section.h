/* SPDX-License-Identifier: MIT */
/* Sections of what NVIDIA's compiler makes, for tests that read them. */
#pragma once

#include "engine/cuda/cuda.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

/* The section of a kernel of an image, as KIND.kernel names it; of no bytes: there is none. */
static inline Elf64_Shdr image_section(const struct cuda_image *image, const char *kind, const char *kernel)
{
    const char *const code = image->code;
    Elf64_Ehdr head;
    Elf64_Shdr names, section;
    char wanted[64];
    memcpy(&head, code, sizeof head);
    memcpy(&names, code + head.e_shoff + head.e_shstrndx * sizeof names, sizeof names);
    snprintf(wanted, sizeof wanted, "%s.%s", kind, kernel);
    for (size_t i = 0; i < head.e_shnum; i++) {
        memcpy(&section, code + head.e_shoff + i * sizeof section, sizeof section);
        if (strcmp(code + names.sh_offset + section.sh_name, wanted) == 0)
            return section;
    }
    return (Elf64_Shdr){0};
}
