/* SPDX-License-Identifier: MIT */
/* The sweep config: strict JSON in, plain values out, every error with its place. */
#pragma once

#include "base/error.h"
#include "engine/model/model_point.h"
#include "implementation/axis.h"
#include "machine/isa.h"
#include "problem/primitive.h"
#include "sweep/config_plots.h"
#include "sweep/filter.h"
#include "json/node.h"

#include <jansson.h>

/* ---- The values of an axis in a config: one, a list, or a range (config_axes.c) */

/* Workers that depend on the machine; the plan resolves them, and ISA_BEST. */
#define WORKERS_CORES (UINT64_MAX - 1) /* "cores": all allowed cores */
#define WORKERS_PUS UINT64_MAX         /* "pus": all allowed processing units */

enum { PLAN_POINTS = 1000000 }; /* the most of a plan, and so of values on an axis */

/* Values on one axis, in the config's order; count 0 where the config is silent. */
struct axis_values {
    uint64_t *value;
    size_t count;
};

/* The axis's key in a sweep. */
const char *axis_key(enum axis axis);

/* The words that an axis takes: those of a choice, and those for what only the machine has. Returns how many;
 * there is room for AXIS_WORDS. */
enum { AXIS_WORDS = 64 };
size_t axis_words(enum axis axis, const char **words);

/* The values of a node on an axis. Fails with the node's error; values are empty then. Caller closes. */
bool axis_parse(const struct json_node *node, enum axis axis, struct axis_values *values);

/* A copy, with the same contract. */
void axis_copy(const struct axis_values *from, struct axis_values *to);

void axis_close(struct axis_values *values);

/* ---- One sweep of a config: primitives, algorithms, axes, zip, exclude (config_sweep.c) */

/* Axes that walk together: every listed axis has `length` values. */
struct axis_zip {
    unsigned axes; /* AXIS_BITs */
    size_t length;
};

struct sweep {
    bool primitives[PRIMITIVE_COUNT];
    char **patterns; /* globs on names; each matches at least one implementation of the primitives */
    size_t pattern_count;
    struct axis_values axis[AXIS_COUNT]; /* zipped ones too */
    struct axis_zip zip;
    struct filter *exclude;
    size_t exclude_count;
};

/* Read a struct sweep. Fails with the node's error. Caller closes, also after a failure. */
bool sweep_parse(const struct json_node *node, void *to);

/* Where it is silent on an axis, defaults (AXIS_COUNT of them) speak. */
void sweep_fill(struct sweep *sweep, const struct axis_values *defaults);

void sweep_close(struct sweep *sweep);

/* ---- The claims of a config: what it expects of times, of exact counts, and of what becomes of kernels on a
 * device model (config_expect.c) */

enum { EXPECTATIONS_MAX = 1024, EXPECTATION_NAME = 256, EXPECTATION_DEVICE = 64, EXPECTATION_FORMULA = 64 };

/* A number, or a formula of each point's parameters, as those of costs. */
struct quantity {
    double number;                     /* NAN: none, or a formula */
    char formula[EXPECTATION_FORMULA]; /* "": none */
};

/* Its value at a point; NAN where it has none. */
double quantity_at(const struct quantity *quantity, const struct point *point);

/* One claim about every problem of the results in which both sides were measured; the fastest point of a side
 * stands for it. Of counts and verdicts: about every run in the model that meets the left side. */
struct expectation {
    char name[EXPECTATION_NAME];
    char source[EXPECTATION_NAME];  /* where it was published; "": not said */
    char differs[EXPECTATION_NAME]; /* how the code here differs from what was published; "": not said */
    enum expectation_kind {
        EXPECT_FASTER,    /* the left side is faster than the right one */
        EXPECT_SAME,      /* neither side is faster */
        EXPECT_REACHES,   /* the left side, which is alone, comes near its limit */
        EXPECT_CROSSOVER, /* the left side is faster from a size on, and the right one below it */
        EXPECT_COUNTS,    /* the left side counts so many, or so many times what the right one does */
        EXPECT_VERDICT,   /* so ends the left side on a device model */
    } kind;
    struct filter left, right; /* the conditions of "where" are in all sides */
    struct filter best;        /* of times, in place of the left side: the best of the same idea */
    struct filter best_right;  /* the same in place of the right one */
    bool has_best, has_best_right;
    bool by_element;  /* EXPECT_FASTER, EXPECT_SAME: the sides have sizes of their own, so that the times of
                         an element are compared */
    unsigned on;      /* bits 1 << enum engines, ENGINE_NONE the CPU's own code: what it is about; 0: whatever
                         was measured, each apart */
    double by;        /* EXPECT_FASTER: by more than this factor; default 1 */
    double within;    /* EXPECT_SAME: the times differ by at most this share, default 0.05; EXPECT_COUNTS:
                         the count, default 0 */
    double of_limit;  /* EXPECT_REACHES: at least this share */
    unsigned of_peak; /* EXPECT_REACHES: of what the memory can move by its data sheet, not of the limit */
    double published; /* the factor, share or size that was published; NAN: none */
    double tolerance; /* it is reached up to this share; 0: it is shown, not judged. Not of counts */
    struct {
        enum counter counter;
        enum phase phase;   /* default PHASE_TOTAL */
        unsigned whole_run; /* of all groups and kernels, not of the first full tile */
        struct quantity is;
        struct quantity over;        /* over this; none: over the right side */
    } counts;                        /* EXPECT_COUNTS */
    enum model_verdict verdict;      /* EXPECT_VERDICT */
    char device[EXPECTATION_DEVICE]; /* of counts and verdicts, the device model; "": each */
};

/* Whether it is about runs in the model, not about times. */
bool expectation_is_counted(const struct expectation *expectation);

/* What a claim calls an engine: "cpu", what is no group's; "emulated"; else the engine's name. */
const char *expectation_place(enum engines engine);

/* Read a struct expectation. Fails with the node's error. */
bool expectation_parse(const struct json_node *node, void *to);

/* ---- Device models (config_device.c) */

/* A built-in model by its name, or a user's by the path of its JSON file: an object with the fields of struct
 * device; "like" names the model that the others are taken from. EXIT_USAGE, in a file with its place. */
bool device_read(struct device *device, const char *name_or_path, struct error *error);

/* ---- --set KEY=VALUE: changes to a config from the command line (config_set.c) */

/* Put the value of "KEY=VALUE" (JSON where it parses, else a text) at the dotted KEY: objects on the way are
 * made where they are missing, items of lists must exist. setting says where it went and borrows the text.
 * EXIT_USAGE. */
bool setting_apply(json_t *root, const char *text, struct setting *setting, struct error *error);

/* ---- The sweep config: strict JSON in, plain values out, every error with its place (config.c) */

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
    double energy_s;  /* of calls of a point whose energy is counted, after all samples; default 0: none */
    bool smoke;       /* a sample a point, which shows nothing of speed */
};

/* What a point may have in one of the processes. */
double measure_process_time_s(const struct measure_settings *measure);
uint64_t measure_process_samples(const struct measure_settings *measure);

struct config {
    bool of_options;            /* its text was made of options */
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
    bool of_options; /* it was made of options: errors name these, not lines */
};

/* The same from a text that was read before; path is what errors name. The text is copied. */
bool config_parse(struct config *config, const struct config_text *from, const char *const *settings,
                  size_t setting_count, struct error *error);
void config_close(struct config *config);

/* Write into the text how everything is measured, also by default: a config of that text measures the same.
 */
void config_settle(struct config *config);
