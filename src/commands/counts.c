/* SPDX-License-Identifier: MIT */
/* scanbench counts: the points of a config in the model, on every device and in every order it may run. */
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "commands/print_report.h"
#include "engine/model/model_point.h"
#include "machine/isa.h"
#include "machine/machine.h"
#include "report/claims_json.h"
#include "report/claims_relation.h"
#include "report/counts_report.h"
#include "report/markdown.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEVICES = 16, PATH_BYTES = 4096, FIRST_RESULTS = 64 };

/* The points of one config and what became of them. */
struct counting {
    struct config config;
    struct plan plan;
    struct device device[DEVICES];
    size_t devices;
    struct model_result *results;
    size_t count, room;
};

static void job_close(struct counting *job)
{
    free(job->results);
    plan_close(&job->plan);
    config_close(&job->config);
}

static bool add_device(struct counting *job, const char *name, struct error *error)
{
    struct device device;
    if (!device_read(&device, name, error))
        return false;
    for (size_t i = 0; i < job->devices; i++)
        if (strcmp(job->device[i].name, device.name) == 0)
            return true;
    if (job->devices == DEVICES)
        return error_set(error, EXIT_USAGE, "more than %d device models", DEVICES);
    job->device[job->devices++] = device;
    return true;
}

/* --device, else the models among the config's, else the one that a silent config has. */
static bool choose_devices(struct counting *job, const struct options *options, struct error *error)
{
    const struct axis_info *const axis = &axis_info[AXIS_DEVICE];
    bool ok = true;
    for (size_t i = 0; ok && i < options->devices.count; i++)
        ok = add_device(job, options->devices.all[i], error);
    for (size_t i = 0; ok && !options->devices.count && i < job->config.sweep_count; i++) {
        const struct axis_values *const values = &job->config.sweeps[i].axis[AXIS_DEVICE];
        for (size_t k = 0; ok && k < values->count; k++)
            if (device_engine(values->value[k]) == ENGINE_MODEL)
                ok = add_device(job, axis->names[values->value[k]], error);
    }
    if (ok && !job->devices)
        ok = add_device(job, axis->names[axis->fallback], error);
    return ok;
}

static bool job_init(struct counting *job, const char *path, const struct options *options,
                     const struct machine *machine, struct error *error)
{
    struct filter filter = {0};
    *job = (struct counting){0};
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    if (!config_read(&job->config, path, options->settings.all, options->settings.count, error))
        return false;
    if (options->seed_set)
        job->config.measure.seed = options->seed;
    const struct plan_options planning = {.filter = &filter, .engine = ENGINE_MODEL};
    if (!plan_make(&job->plan, &job->config, machine->topology, &planning, error)) {
        config_close(&job->config);
        return false;
    }
    if (choose_devices(job, options, error))
        return true;
    job_close(job);
    return false;
}

/* The point with what the model does not depend on as in a silent config. */
static struct point model_point(const struct point *point)
{
    static const enum axis ignored[] = {AXIS_WORKERS, AXIS_PAGES, AXIS_CACHE};
    struct point in_model = *point;
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        if (point_has(point, ignored[i]))
            in_model.axis[ignored[i]] = axis_info[ignored[i]].fallback;
    if (point_has(point, AXIS_ISA))
        in_model.isa = isa_best();
    return in_model;
}

static bool is_done(const struct counting *job, const struct point *point)
{
    for (size_t i = job->count; i-- > 0;)
        if (point_compare(&job->results[i].point, point) == 0)
            return true;
    return false;
}

static void make_room(struct counting *job)
{
    if (job->count < job->room)
        return;
    const size_t room = job->room ? 2 * job->room : FIRST_RESULTS;
    job->results = memory_resize(job->results, room, sizeof *job->results);
    job->room = room;
}

static bool run_point(struct counting *job, const struct planned_point *planned, const struct point *point,
                      const struct model_conditions *conditions, struct error *error)
{
    make_room(job);
    struct model_result *const result = &job->results[job->count];
    if (planned->supported) {
        if (!model_point_run(result, point, conditions, error))
            return false;
    } else {
        *result = (struct model_result){.point = *point,
                                        .device = conditions->device,
                                        .order = conditions->order,
                                        .verdict = MODEL_UNSUPPORTED,
                                        .relative_error = NAN};
        snprintf(result->message, sizeof result->message, "%s", planned->reason);
    }
    job->count++;
    return true;
}

static bool run_on_devices(struct counting *job, const struct planned_point *planned,
                           const struct point *point, struct error *error)
{
    for (size_t d = 0; d < job->devices; d++)
        for (enum group_order order = 0; order < ORDER_COUNT; order++)
            if (job->device[d].orders & 1u << order) {
                const struct model_conditions conditions = {&job->device[d], order, job->config.measure.seed};
                if (!run_point(job, planned, point, &conditions, error))
                    return false;
            }
    return true;
}

static bool run_points(struct counting *job, struct error *error)
{
    size_t groups = 0;
    for (size_t i = 0; i < job->plan.count; i++) {
        const struct planned_point *const planned = &job->plan.points[i];
        const struct point point = model_point(&planned->point);
        if (planned->point.implementation->family != FAMILY_GROUP)
            continue;
        groups++;
        if (!is_done(job, &point) && !run_on_devices(job, planned, &point, error))
            return false;
    }
    return groups > 0 ||
           error_set(error, EXIT_USAGE, "%s: no point of the family group; the model runs those",
                     job->config.path);
}

/* Takes the text. */
static bool write_text(char *text, const char *path, struct error *error)
{
    if (!path)
        return file_print(text, error);
    const bool ok = file_write(path, text, strlen(text), error);
    free(text);
    return ok;
}

/* What keeps a count from being the one of its name: where no folder was asked for, that it is of a part. */
static bool is_part(const struct options *options)
{
    return options->filter && !options->output_set;
}

static bool write_files(const struct counts_report *report, const struct options *options,
                        struct error *error)
{
    const char *const part = is_part(options) ? "-part" : "";
    char path[PATH_BYTES];
    if (strcmp(options->output, "-") == 0)
        return true;
    if (snprintf(path, sizeof path, "%s/%s-counts%s.json", options->output, report->name, part) >= PATH_BYTES)
        return error_set(error, EXIT_OUTPUT, "%s: the path is too long", options->output);
    if (!write_text(counts_json_text(report), path, error))
        return false;
    snprintf(path, sizeof path, "%s/%s-counts%s.csv", options->output, report->name, part);
    if (!write_text(counts_csv_text(report), path, error))
        return false;
    if (!options->quiet)
        print_line(stderr, "wrote %s and .json%s%s%s", path,
                   *part ? "; a part of the sweep, so it does not become " : "", *part ? report->name : "",
                   *part ? "-counts.csv" : "");
    return true;
}

static void print_claims(const struct counts_report *report, const struct options *options)
{
    struct claims_relation made;
    json_t *const claims = counted_claims_json(report->claims);
    const struct print_look look = look_of(options);
    claims_relation_make(&made, claims);
    const struct relations relations = {NULL, made.relations, CLAIMS_RELATIONS};
    char *const text = report_text(&relations, PRINT_TABLE, &look);
    fputs(text, stdout);
    free(text);
    claims_relation_close(&made);
    json_decref(claims);
}

static bool print_counts(const struct counts_report *report, const struct options *options,
                         struct error *error)
{
    if (options->format == FORMAT_CSV)
        return write_text(counts_csv_text(report), NULL, error);
    if (options->format == FORMAT_JSON)
        return write_text(counts_json_text(report), NULL, error);
    if (options->format == FORMAT_MARKDOWN)
        return write_text(markdown_of_csv(counts_csv_text(report)), NULL, error);
    if (options->format == FORMAT_TABLE) {
        counts_table_print(stdout, report, options_color(options, STDOUT_FILENO));
        print_claims(report, options);
    }
    return fflush(stdout) == 0 || error_set_errno(error, EXIT_OUTPUT, "cannot write standard output");
}

/* Not where the config says that it ends so. */
static bool is_bad(const struct counting *job, const struct model_result *result)
{
    return (result->verdict == MODEL_WRONG || result->verdict == MODEL_HAZARD ||
            result->verdict == MODEL_STARVED) &&
           !counted_claims_expect(&job->config, result);
}

static void find_bad(const struct counting *job, const struct counted_claims *claims,
                     const struct options *options, struct error *error)
{
    size_t bad = 0;
    for (size_t i = 0; i < job->count; i++)
        bad += is_bad(job, &job->results[i]);
    if (bad)
        error_set(error, EXIT_FINDING, "%zu of %zu runs in the model are wrong, starved or hazardous", bad,
                  job->count);
    for (size_t i = 0; !bad && options->fail_on_expect && i < claims->count; i++)
        if (claims->claims[i].verdict == CLAIM_FAILS)
            error_set(error, EXIT_FINDING, "does not hold here: %s", claims->claims[i].expectation->name);
}

static bool count_config(const char *path, const struct options *options, const struct machine *machine,
                         struct error *error, struct error *finding)
{
    struct counting job;
    if (!job_init(&job, path, options, machine, error))
        return false;
    bool ok = run_points(&job, error);
    struct counted_claims claims = {0};
    if (ok)
        counted_claims_judge(&claims, &job.config, job.results, job.count);
    const struct counts_report report = {.results = job.results,
                                         .count = job.count,
                                         .name = job.config.name,
                                         .config_text = job.config.text,
                                         .config_length = job.config.length,
                                         .claims = &claims,
                                         .argc = options->argc,
                                         .argv = options->argv};
    ok = ok && write_files(&report, options, error) && print_counts(&report, options, error);
    if (ok)
        find_bad(&job, &claims, options, finding);
    counted_claims_close(&claims);
    job_close(&job);
    return ok;
}

bool command_counts(const struct options *options, struct error *error)
{
    struct machine machine;
    struct error finding = {0};
    if (!machine_init(&machine, NULL, error))
        return false;
    bool ok = strcmp(options->output, "-") == 0 || file_directory(options->output, error);
    for (size_t i = 0; ok && i < options->configs.count; i++)
        ok = count_config(options->configs.all[i], options, &machine, error, &finding);
    machine_close(&machine);
    if (ok && finding.code)
        return error_set(error, finding.code, "%s", finding.text);
    return ok;
}
