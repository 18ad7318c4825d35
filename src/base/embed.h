/* SPDX-License-Identifier: MIT */
/* Files as texts of the program. */
#pragma once

/* Define `const char name[]`, the bytes of a file and a NUL after them. The path starts at the root of the
 * sources, where make runs; the Makefile says which object depends on the file. */
#define EMBED(name, path)                                           \
    extern const char name[];                                       \
    __asm__(".pushsection .rodata\n.global " #name "\n" #name ":\n" \
            ".incbin \"" path "\"\n.byte 0\n.popsection")
