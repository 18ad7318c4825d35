/* SPDX-License-Identifier: MIT */
/* A point's kernel as one file of source that needs nothing of scanbench. */
#pragma once

#include "implementation/implementation.h"

struct exported {
    char *name; /* of the file: "scan_u32_exclusive.c" */
    char *text;
};

/* EXIT_USAGE with the reason where the point cannot be exported. figures: what is known of a measured point,
 * in a sentence; "" for one that was not. The caller closes it. */
bool export_point(const struct point *point, const char *figures, struct exported *exported,
                  struct error *error);
void exported_close(struct exported *exported);

/* The point of an implementation with the default on every axis, for export to any device. */
struct point export_default(const struct implementation *implementation);
