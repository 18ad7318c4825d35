/* SPDX-License-Identifier: MIT */
/* What tells one build of this program from another. */
#pragma once

/* A digest of the linker's note of the program, or where it left none of the whole file, as 64 hexadecimal
 * digits and a NUL; of nothing where neither can be read. */
void build_id_hex(char hex[65]);
