/* SPDX-License-Identifier: MIT */
/* Which charts of a result are drawn: those of the command line, or those that its config asks for. */
#pragma once

#include "commands/line/options.h"
#include "results/result_file.h"
#include "sweep/config_plots.h"

struct plots_chosen {
    struct config_plot *plots; /* owned */
    size_t count;
};

/* Choose the plots of a result of times or of counts, with what the command line has of every chart.
 * EXIT_USAGE. The caller frees the plots, also after a failure. */
bool plots_choose(struct plots_chosen *chosen, const struct options *options,
                  const struct result_file *result, struct error *error);

/* "-bandwidth-time", the second of these "-bandwidth-time-2": the name of a chart after its result's; fresh.
 */
char *plots_chosen_name(const struct plots_chosen *chosen, size_t index);

/* What a look and the command line ask of a script, an option a line; fresh. */
char *look_options(const struct plot_look *look, const struct options *options);
