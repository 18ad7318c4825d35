/* SPDX-License-Identifier: MIT */
/* The digest that a result's JSON has of itself, by which an edited one is known. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The member that holds it, among the first of the file, and its 64 digits before they are known. */
extern const char seal_name[], seal_blank[];

/* Put the digest of the whole text, in which its own digits are 0, in their place. A text without the member
 * stays as it is. */
void seal_close(char *text);

/* Whether a text has no digest, or one that is not of it. */
bool seal_broken(const char *text, size_t length);
