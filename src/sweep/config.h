/* SPDX-License-Identifier: MIT */
/* The sweep config: strict JSON in, plain values out, every error with its place. */
#pragma once

#include "base/error.h"
#include "machine/isa.h"
#include "sweep/config_expect.h"
#include "sweep/config_plots.h"
#include "sweep/config_sweep.h"
#include "sweep/filter.h"

#include <jansson.h>

enum { CONFIG_BYTES = 16 << 20, CONFIG_NAME = 128 };

enum pin {
    PIN_CORES, /* a worker a core, SMT siblings last (default) */
    PIN_NONE,  /* the scheduler decides; results say so */
};

struct measure_settings {
    uint64_t processes;  /* that measure all, one after the other; default 10 */
    bool processes_said; /* by the config */
    bool time_said;
    double time_s;    /* of the samples of a point, in all processes together; default 1 */
    uint64_t samples; /* of a point at most, in all processes together; default 1000 */
    uint64_t seed;    /* default 1 */
    bool smoke;       /* a sample a point, which shows nothing of speed */
};

/* What a point may have in one of the processes. */
double measure_process_time_s(const struct measure_settings *measure);
uint64_t measure_process_samples(const struct measure_settings *measure);

struct config {
    char name[CONFIG_NAME + 1]; /* a file's name: no '/' or ':' */
    char *path;                 /* where it came from: a file, or "stdin" */
    char *text;                 /* as read; once settled, the effective config: with all that changes it */
    size_t length;
    char sha256[65];      /* of what was read */
    struct filter filter; /* of all points; without a term it keeps all */
    enum isa isa;         /* of all points; ISA_NONE: as the sweeps have it */
    json_t *root;         /* owned; the text with its settings */
    char *topology;       /* owned; NULL: this machine's */
    struct measure_settings measure;
    enum pin pin;
    struct sweep *sweeps;
    size_t sweep_count;
    struct config_plot *plots; /* charts, in order */
    size_t plot_count;
    struct expectation *expectations; /* claims, in order */
    size_t expectation_count;
};

/* Read and check a config from a file, or "-" for stdin. Every error is EXIT_USAGE and one line:
 * FILE:LINE:COLUMN: error: WHAT (/json/pointer); expected … . settings are --set KEY=VALUE texts, applied
 * before checking ("measure.time=1s"). Caller closes; after a failure there is nothing to close. */
bool config_read(struct config *config, const char *path, const char *const *settings, size_t setting_count,
                 struct error *error);

/* A config that is named nearly as this path, which is not there: in its folder, or of a name alone among
 * those that are shipped. False where the path is there, or where there is none. */
bool config_near(const char *path, char *near, size_t size);

/* The text of a config, and the path that errors name. */
struct config_text {
    const char *path, *text;
    size_t length;
};

/* The same from a text that was read before; path is what errors name. The text is copied. */
bool config_parse(struct config *config, const struct config_text *from, const char *const *settings,
                  size_t setting_count, struct error *error);
void config_close(struct config *config);

/* Write into the text how everything is measured, also by default: a config of that text measures the same.
 */
void config_settle(struct config *config);
