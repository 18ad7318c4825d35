/* SPDX-License-Identifier: MIT */
/* A file out of the text of kernels: what a template needs of it, in the words of the template. */
#pragma once

/* What is read, in this order. The words, "#define NAME VALUE" lines, decide conditions; those that the file
 * uses stay in it. The template has lines of its own:
 *   #edit "FROM" "TO"   replaces a part of the source and the template, \n being a line end
 *   #begin "WORD" "TEXT" begins the body of each function that is defined as WORD(…)
 *   #inline NAME…       macros to expand; a name that ends in '*' is a beginning
 *   #open NAME…         words whose value only the compiler of the file has
 *   #head               the lines up to #code begin the file
 *   #code               definitions that take the place of those of the source, and more
 *   #tail               the lines up to the end are the end of the file, and need what they name */
struct extraction {
    const char *words, *source, *template;
    const char *roots; /* names that are needed beside those of the end; "": none */
};

/* The file. The caller frees it. */
char *extract(const struct extraction *extraction);
