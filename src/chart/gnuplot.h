/* SPDX-License-Identifier: MIT */
/* Drawing the data of a chart with gnuplot, and the files of a chart. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* A picture to draw; all borrowed. */
struct gnuplot_picture {
    const char *folder;  /* of the scripts, with its '/' */
    const char *script;  /* without its ending */
    const char *format;  /* "svg", "png", … */
    const char *csv;     /* the data */
    const char *options; /* of the script, one a line */
    const char *title;   /* of an SVG, which readers see who point at it */
    const char *named;   /* what errors call the result */
};

/* The folder of the gnuplot scripts, with its '/', fresh: SCANBENCH_SCRIPTS, else the one beside the program
 * in a source tree, else the installed one. EXIT_SYSTEM where it cannot be read; the caller frees it then,
 * too. */
bool gnuplot_scripts(char **folder, struct error *error);

/* Draw into a fresh block that the caller frees. EXIT_USAGE with the last line of a script that refuses its
 * options, EXIT_SYSTEM with that of gnuplot itself, that there is none, or that it took too long. */
bool gnuplot_draw(const struct gnuplot_picture *picture, char **image, size_t *length, struct error *error);

/* The last part of a path. */
const char *chart_file_of(const char *path);

/* What the files of a result are called up to their part: "FOLDER/NAME"; and the time, "-20260131T120000Z",
 * that those have to which these link, "": none. Both owned. */
struct chart_files {
    char *stem, *stamp;
};

/* The stamp of the files of the JSON that somebody named, fresh: that of the stamped result that it links to;
 * "" where it is no such link. */
char *chart_stamp(const char *named);

/* Write the file of a part, "-ladder.svg": "FOLDER/NAME-ladder.svg", where there is a stamp as a link to
 * "FOLDER/NAME-TIME-ladder.svg". EXIT_OUTPUT. */
bool chart_file_write(const struct chart_files *files, const char *part, const char *text, size_t length,
                      struct error *error);
