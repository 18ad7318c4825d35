/* SPDX-License-Identifier: MIT */
/* What this program is: its version, the commit it was built from, and with what. */
#pragma once

struct release {
    const char *version;
    const char *commit; /* with -dirty when files differ from it; "" where the sources do not know it */
    const char *compiler, *flags;
    const char *flags_kernel; /* of what is measured */
};

extern const struct release release;
