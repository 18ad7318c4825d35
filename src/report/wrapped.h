/* SPDX-License-Identifier: MIT */
/* Text that is wrapped between words. */
#ifndef SCANBENCH_WRAPPED_H
#define SCANBENCH_WRAPPED_H

#include <stdio.h>

/* Print a line, and what does not fit into width on further lines that begin with `indent` blanks. A word
 * that is longer than that stands on a line of its own. 0: no limit. */
void wrapped_print(FILE *stream, const char *text, unsigned indent, unsigned width);

#endif
