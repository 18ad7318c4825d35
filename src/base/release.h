/* SPDX-License-Identifier: MIT */
/* What this program is: its version, the commit it was built from, and with what, and what tells one build of
 * it from another. */
#pragma once

struct release {
    const char *version;
    const char *commit; /* with -dirty when files differ from it; "" where the sources do not know it */
    const char *compiler, *flags;
    const char *flags_kernel; /* of what is measured */
};

extern const struct release release;

/* A digest of the linker's note of the program, or where it left none of the whole file, as 64 hexadecimal
 * digits and a NUL; of nothing where neither can be read. */
void build_id_hex(char hex[65]);
