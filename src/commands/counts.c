/* SPDX-License-Identifier: MIT */
/* scanbench counts: the points of a config in the model, on every device and in every order it may run. */
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "machine/isa.h"
#include "report/report.h"
#include "json/json_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 16, FIRST_RESULTS = 64 };

/* The points of one config and what became of them. */
struct counting {
    struct config config;
    struct plan plan;
    struct device device[DEVICES];
    size_t devices;
    struct model_result *results;
    size_t count, room;
};

static void counting_close(struct counting *job)
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

/* --model, else the models among the config's, else that of a GPU for a primitive without a config, and the
 * one that a silent config has. */
static bool choose_devices(struct counting *job, const struct options *options, struct error *error)
{
    const struct axis_info *const axis = &axis_info[AXIS_DEVICE];
    bool ok = true;
    for (size_t i = 0; ok && i < options->devices.count; i++)
        ok = add_device(job, options->devices.all[i], error);
    for (size_t i = 0; ok && !options->devices.count && i < job->config.sweep_count; i++) {
        const struct axis_values *const values = &job->config.sweeps[i].axis[AXIS_DEVICE];
        for (size_t k = 0; ok && k < values->count; k++) {
            const uint64_t device = values->value[k] == DEVICE_MODEL ? DEVICE_CPU : values->value[k];
            if (device == DEVICE_CPU || device_engine(device) == ENGINE_MODEL)
                ok = add_device(job, axis->names[device], error);
        }
    }
    if (ok && !job->devices)
        ok = add_device(job, options->primitive ? "cuda" : axis->names[axis->fallback], error);
    return ok;
}

/* Of a file, or with a NULL path of the primitive that the options name. */
static bool counting_init(struct counting *job, const char *path, const struct options *options,
                          const struct machine *machine, struct error *error)
{
    char *const text = path ? NULL : quick_counts_config(options);
    *job = (struct counting){0};
    const bool read = effective_config(&job->config, path, text, options, error);
    free(text);
    if (!read)
        return false;
    const struct plan_options planning = {.filter = &job->config.filter, .counts = true};
    if (!plan_make(&job->plan, &job->config, machine->topology, &planning, error)) {
        config_close(&job->config);
        return false;
    }
    config_settle(&job->config);
    if (choose_devices(job, options, error))
        return true;
    counting_close(job);
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

/* What is written and printed; all borrowed. */
struct counts_report {
    const struct counting *job;
    const struct options *options;
    struct report *made;
    json_t *claims;
};

/* Write the text, which it takes, to STEM and the ending. */
static bool write_text(char *text, const char *stem, const char *ending, struct error *error)
{
    char *const path = memory_format("%s%s", stem, ending);
    const bool ok = file_write(path, text, strlen(text), error);
    free(text);
    free(path);
    return ok;
}

/* What keeps a count from being the one of its name: where no folder was asked for, that it is of a part. */
static bool is_part(const struct options *options)
{
    return options->filter && !options->output_set;
}

/* The rows, and what makes them a result that `plot` and `show --claims` read. */
static char *json_of(const struct counts_report *report)
{
    const struct config *const config = &report->job->config;
    const struct options *const options = report->options;
    json_error_t ignored;
    json_t *const root = report_json(report->made);
    json_t *const head =
        json_pack("{s:s, s:o, s:s, s:o?, s:s, s:O}", "version", VERSION, "argv",
                  texts_json((const char *const *)options->argv, (size_t)options->argc), "name", config->name,
                  "config", json_load(config->text, config->length, 0, &ignored), "config_sha256",
                  config->sha256, "claims", report->claims);
    json_object_update(root, head);
    json_decref(head);
    return json_dump_line(root, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
}

static bool write_files(const struct counts_report *report, struct error *error)
{
    const struct options *const options = report->options;
    const char *const name = report->job->config.name, *const part = is_part(options) ? "-part" : "";
    if (strcmp(options->output, "-") == 0)
        return true;
    char *const stem = memory_format("%s/%s-counts%s", options->output, name, part);
    const bool ok = write_text(json_of(report), stem, ".json", error) &&
                    write_text(report_text(report->made, PRINT_CSV, NULL), stem, ".csv", error);
    if (ok && !options->quiet)
        print_line(stderr, "wrote %s.csv and .json%s%s%s", stem,
                   *part ? "; a part of the sweep, so it does not become " : "", *part ? name : "",
                   *part ? "-counts.csv" : "");
    free(stem);
    return ok;
}

static bool print_counts(const struct counts_report *report, struct error *error)
{
    if (report->options->format == FORMAT_JSON)
        return file_print(json_of(report), error);
    report_add_claims(report->made, report->claims);
    return print_report(report->made, report->options, error);
}

static bool report_counts(const struct counting *job, const struct claims *claims,
                          const struct options *options, struct error *error)
{
    struct result_file times;
    struct report made = {.schema = "scanbench-counts"};
    if (options->with && !side_read(&times, options->with, error))
        return false;
    report_add_counts(&made, job->results, job->count, options->with ? &times.results : NULL, options->all);
    const struct counts_report report = {job, options, &made, claims_json(claims)};
    const bool ok = write_files(&report, error) && print_counts(&report, error);
    json_decref(report.claims);
    report_close(&made);
    if (options->with)
        result_file_close(&times);
    return ok;
}

/* Not where the config says that it ends so. */
static bool is_bad(const struct counting *job, const struct model_result *result)
{
    return (result->verdict == MODEL_WRONG || result->verdict == MODEL_HAZARD ||
            result->verdict == MODEL_STARVED) &&
           !counted_claims_expect(&job->config, result);
}

static void find_bad(const struct counting *job, const struct claims *claims, const struct options *options,
                     struct error *error)
{
    size_t bad = 0;
    for (size_t i = 0; i < job->count; i++)
        bad += is_bad(job, &job->results[i]);
    if (bad)
        error_set(error, EXIT_FINDING, "%zu of %zu runs in the model are wrong, starved or hazardous", bad,
                  job->count);
    if (!bad && options->fail_on_expect)
        verdict_of_claims(claims, error);
}

/* A NULL path: the primitive of the options. */
static bool count_config(const char *path, const struct options *options, const struct machine *machine,
                         struct error *error, struct error *finding)
{
    struct counting job;
    if (!counting_init(&job, path, options, machine, error))
        return false;
    bool ok = run_points(&job, error);
    struct claims claims = {0};
    if (ok)
        counted_claims_judge(&claims, &job.config, job.results, job.count);
    ok = ok && report_counts(&job, &claims, options, error);
    if (ok)
        find_bad(&job, &claims, options, finding);
    claims_close(&claims);
    counting_close(&job);
    return ok;
}

bool command_counts(const struct options *options, struct error *error)
{
    struct machine machine;
    struct error finding = {0};
    if (!machine_init(&machine, NULL, error))
        return false;
    bool ok = strcmp(options->output, "-") == 0 || file_directory(options->output, error);
    if (ok && options->primitive)
        ok = count_config(NULL, options, &machine, error, &finding);
    for (size_t i = 0; ok && i < options->configs.count; i++)
        ok = count_config(options->configs.all[i], options, &machine, error, &finding);
    machine_close(&machine);
    if (ok && finding.code)
        return error_set(error, finding.code, "%s", finding.text);
    return ok;
}
