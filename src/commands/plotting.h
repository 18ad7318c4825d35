/* SPDX-License-Identifier: MIT */
/* The charts of one result: from the path that names it to the files that are drawn. */
#ifndef SCANBENCH_PLOTTING_H
#define SCANBENCH_PLOTTING_H

#include "commands/chart.h"
#include "commands/csv_contents.h"
#include "commands/line/options.h"
#include "results/results_read.h"

/* The charts of one result. */
struct plotting {
    const struct options *options;
    char folder[CHART_PATH]; /* of the scripts */
    char named[CHART_PATH];  /* the CSV as the command line names it: what charts are called after */
    char csv[CHART_PATH];
    char json[CHART_PATH]; /* of the same run; "" when there is none */
    char stem[CHART_PATH]; /* of the charts' files, up to the kind */
    char *stamped;         /* the same with the time of the run, which the others lead to; NULL: none */
    char *source, *machine, *build; /* what the last line of charts says; owned */
    char *header;                   /* the first line of the CSV */
    enum csv_contents contents;     /* of the CSV */
    struct result_file result;      /* what the JSON has, where it is asked; root NULL: nothing was read */
    struct config_plot *plots;
    size_t plot_count;
};

/* Find and read a result; what is set is released by plotting_close, also after a failure. */
bool plotting_open(struct plotting *job, const char *path, struct error *error);
void plotting_close(struct plotting *job);

/* "FOLDER/NAME-" of the charts of an open result: in the folder of --output, else beside the CSV. */
bool plotting_choose_stem(struct plotting *job, struct error *error);

/* The charts that the command line or the result's config asks for, and the report. */
bool plotting_draw(struct plotting *job, struct error *error);

/* The last part of a path. */
const char *plotting_file_of(const char *path);

#endif
