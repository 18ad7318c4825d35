/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), for the digests by which results name their config, and pages what of them may run.
 */
#pragma once

#include <stddef.h>

/* The digest of bytes of data as 64 lower-case hexadecimal digits and a NUL. */
void sha256_hex(const void *data, size_t bytes, char hex[65]);

/* The same as base64 (RFC 4648, section 4) and a NUL, as a Content-Security-Policy has it. */
void sha256_base64(const void *data, size_t bytes, char base64[45]);
