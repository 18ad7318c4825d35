/* SPDX-License-Identifier: MIT */
/* Words and numbers as people write them: counts with suffixes, durations, globs, near misses. */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* The candidate nearest to word by edit distance (Damerau–Levenshtein, restricted), or NULL when none is near
 * enough to be a likely slip (distance above 1 + length/3). Names with '/' also match by their last part. */
const char *text_nearest(const char *word, const char *const *candidates, size_t count);

/* fnmatch where '*' also crosses '/': "group/" followed by a star selects everything below group. */
bool text_glob(const char *pattern, const char *text);

bool text_ends_with(const char *text, const char *ending);

/* A count: digits with an optional suffix k M G (decimal) or Ki Mi Gi (binary), or an integral number in
 * scientific form ("1e6"). Nothing before or after. EXIT_USAGE with what was expected otherwise; overflow
 * too. */
bool text_parse_count(const char *text, uint64_t *count, struct error *error);

/* Of what people write for a count, "64K", "64kb" or "64KiB": "; did you mean '64Ki' or '64k'?" into a buffer
 * of TEXT_HINT bytes, else nothing. Returns it. */
enum { TEXT_HINT = 96 };
char *text_count_hint(const char *text, char hint[TEXT_HINT]);

/* A duration with unit ns, us, ms, s, m or h ("2s", "1.5m"), in seconds, not negative, finite. */
bool text_parse_duration(const char *text, double *seconds, struct error *error);

/* "128Mi", "1000", "3Ki": binary suffix when it divides exactly. Returns buffer. */
char *text_format_count(char *buffer, size_t size, uint64_t count);

/* "1.2 GiB", "3.4 KiB". Returns buffer. */
char *text_format_bytes(char *buffer, size_t size, double bytes);

/* "12.3 us", "4.56 s", "3m12s": three significant digits below a minute. Returns buffer. */
char *text_format_duration(char *buffer, size_t size, double seconds);

/* Append to a text in a buffer of so many bytes; what has no room is cut. Returns text. */
char *text_add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A label or name as configs may contain it: [A-Za-z0-9][A-Za-z0-9_.:/+-]*, at most 128 bytes. */
bool text_is_label(const char *text);
