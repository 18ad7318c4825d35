/* SPDX-License-Identifier: MIT */
/* The digest that a result's JSON has of itself, by which an edited one is known. */
#include "results/seal.h"

#include "base/memory.h"
#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 64, HEAD = 512 };

const char seal_name[] = "digest";
const char seal_blank[] = "0000000000000000000000000000000000000000000000000000000000000000";

/* Where its digits begin in the head of a text; NULL: there are none. */
static const char *find_digits(const char *text, size_t length)
{
    static const char member[] = "\"digest\": \"";
    const size_t head = length < HEAD ? length : HEAD;
    const char *const at = memmem(text, head, member, strlen(member));
    const char *const digits = at ? at + strlen(member) : NULL;
    return digits && (size_t)(text + length - digits) >= DIGITS ? digits : NULL;
}

void seal_close(char *text)
{
    const size_t length = strlen(text);
    const char *const digits = find_digits(text, length);
    char digest[DIGITS + 1];
    if (!digits)
        return;
    sha256_hex(text, length, digest);
    memcpy(text + (digits - text), digest, DIGITS);
}

bool seal_broken(const char *text, size_t length)
{
    const char *const digits = find_digits(text, length);
    char digest[DIGITS + 1];
    if (!digits)
        return true;
    char *const blank = memory_block(length + 1);
    memcpy(blank, text, length);
    memcpy(blank + (digits - text), seal_blank, DIGITS);
    sha256_hex(blank, length, digest);
    free(blank);
    return memcmp(digest, digits, DIGITS) != 0;
}
