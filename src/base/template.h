/* SPDX-License-Identifier: MIT */
/* Texts with places to fill: @word@. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* What is printed in place of a word of lower-case letters between two '@'. */
struct template_part {
    const char *word;
    void (*print)(FILE *file, const void *context);
};

/* Print a text with its places filled. One at the start of a line takes the line's end with it,
 * for parts that are whole lines; a word that no part has stays as it is. */
void template_print(FILE *file, const char *text, const struct template_part *parts, size_t count,
                    const void *context);
