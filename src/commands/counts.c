/* SPDX-License-Identifier: MIT */
/* scanbench counts: the points of a config in the model, on every device and in every order it may run. */
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "report/report.h"
#include "results/results.h"
#include "json/json_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 16 };

/* The points of one config, what became of them, and what is reported of that. */
struct counting {
    struct job job;
    struct device device[DEVICES];
    size_t devices;
    struct model_result *results;
    size_t count;
    struct claims claims;
    struct result_file times; /* with --with, those beside the counts */
    struct report report;
};

static void counting_close(struct counting *counting)
{
    report_close(&counting->report);
    result_file_close(&counting->times);
    claims_close(&counting->claims);
    free(counting->results);
    job_close(&counting->job);
}

static bool add_device(struct counting *counting, const char *name, struct error *error)
{
    struct device device;
    if (!device_read(&device, name, error))
        return false;
    for (size_t i = 0; i < counting->devices; i++)
        if (strcmp(counting->device[i].name, device.name) == 0)
            return true;
    if (counting->devices == DEVICES)
        return error_set(error, EXIT_USAGE, "more than %d device models", DEVICES);
    counting->device[counting->devices++] = device;
    return true;
}

/* --model, else the models among the config's, else that of a GPU for a primitive without a config, and the
 * one that a silent config has. */
static bool choose_devices(struct counting *counting, const struct options *options, struct error *error)
{
    const struct axis_info *const axis = &axis_info[AXIS_DEVICE];
    bool ok = true;
    for (size_t i = 0; ok && i < options->devices.count; i++)
        ok = add_device(counting, options->devices.all[i], error);
    for (size_t i = 0; ok && !options->devices.count && i < counting->job.config.sweep_count; i++) {
        const struct axis_values *const values = &counting->job.config.sweeps[i].axis[AXIS_DEVICE];
        for (size_t k = 0; ok && k < values->count; k++) {
            const uint64_t device = values->value[k] == DEVICE_MODEL ? DEVICE_CPU : values->value[k];
            if (device == DEVICE_CPU || device_engine(device) == ENGINE_MODEL)
                ok = add_device(counting, axis->names[device], error);
        }
    }
    if (ok && !counting->devices)
        ok = add_device(counting, options->primitive ? "cuda" : axis->names[axis->fallback], error);
    return ok;
}

static bool plan_points(struct counting *counting, const struct options *options,
                        const struct machine *machine, struct error *error)
{
    struct config *const config = &counting->job.config;
    const struct plan_options planning = {.filter = &config->filter, .counts = true};
    if (!plan_make(&counting->job.plan, config, machine->topology, &planning, error))
        return false;
    config_settle(config);
    return choose_devices(counting, options, error);
}

static bool run_point(struct counting *counting, const struct planned_point *planned,
                      const struct model_conditions *conditions, struct error *error)
{
    counting->results = memory_resize(counting->results, counting->count + 1, sizeof *counting->results);
    struct model_result *const result = &counting->results[counting->count++];
    if (planned->supported)
        return model_point_run(result, &planned->point, conditions, error);
    *result = (struct model_result){.point = planned->point,
                                    .device = conditions->device,
                                    .order = conditions->order,
                                    .verdict = MODEL_UNSUPPORTED,
                                    .relative_error = NAN};
    snprintf(result->message, sizeof result->message, "%s", planned->reason);
    return true;
}

static bool run_on_devices(struct counting *counting, const struct planned_point *planned,
                           struct error *error)
{
    const uint64_t seed = counting->job.config.measure.seed;
    for (size_t d = 0; d < counting->devices; d++)
        for (enum group_order order = 0; order < ORDER_COUNT; order++) {
            const struct model_conditions conditions = {&counting->device[d], order, seed};
            if (counting->device[d].orders & 1u << order && !run_point(counting, planned, &conditions, error))
                return false;
        }
    return true;
}

static bool run_points(struct counting *counting, struct error *error)
{
    const struct plan *const plan = &counting->job.plan;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->points[i].point.implementation->family == FAMILY_GROUP &&
            !run_on_devices(counting, &plan->points[i], error))
            return false;
    return counting->count > 0 ||
           error_set(error, EXIT_USAGE, "%s: no point of the family group; the model runs those",
                     counting->job.config.path);
}

/* Beside the rows, what makes them a result that `plot` and `show --claims` read. */
static void make_report(struct counting *counting, const struct options *options)
{
    const struct config *const config = &counting->job.config;
    struct report *const report = &counting->report;
    json_t *const claims = claims_json(&counting->claims);
    *report = (struct report){
        .schema = "scanbench-counts",
        .head = json_pack("{s:s, s:o, s:s, s:o, s:s, s:o}", "version", VERSION, "argv",
                          texts_json((const char *const *)options->argv, (size_t)options->argc), "name",
                          config->name, "config", run_config_json(config), "config_sha256", config->sha256,
                          "claims", claims)};
    report_add_counts(report, counting->results, counting->count,
                      options->with ? &counting->times.results : NULL, options->all);
    report_add_claims(report, claims);
}

static bool write_file(const struct report *report, enum printers printer, const char *stem,
                       const char *ending, struct error *error)
{
    char *const path = memory_format("%s%s", stem, ending), *const text = report_text(report, printer, NULL);
    const bool ok = file_write(path, text, strlen(text), error);
    free(text);
    free(path);
    return ok;
}

/* Where no folder was asked for, a part of a sweep does not become the count of its name. */
static bool write_files(const struct counting *counting, const struct options *options, struct error *error)
{
    const char *const name = counting->job.config.name;
    const bool is_part = options->filter && !options->output_set;
    if (!job_has_files(options))
        return true;
    char *const stem = memory_format("%s/%s-counts%s", options->output, name, is_part ? "-part" : "");
    const bool ok = write_file(&counting->report, PRINT_JSON, stem, ".json", error) &&
                    write_file(&counting->report, PRINT_CSV, stem, ".csv", error);
    if (ok && !options->quiet)
        print_line(stderr, "wrote %s.csv and .json%s%s%s", stem,
                   is_part ? "; a part of the sweep, so it does not become " : "", is_part ? name : "",
                   is_part ? "-counts.csv" : "");
    free(stem);
    return ok;
}

/* Not where the config says that it ends so. */
static bool is_bad(const struct config *config, const struct model_result *result)
{
    return (result->verdict == MODEL_WRONG || result->verdict == MODEL_HAZARD ||
            result->verdict == MODEL_STARVED) &&
           !counted_claims_expect(config, result);
}

static void find_bad(const struct counting *counting, const struct options *options, struct error *error)
{
    size_t bad = 0;
    for (size_t i = 0; i < counting->count; i++)
        bad += is_bad(&counting->job.config, &counting->results[i]);
    if (bad)
        error_set(error, EXIT_FINDING, "%zu of %zu runs in the model are wrong, starved or hazardous", bad,
                  counting->count);
    if (!bad && options->fail_on_expect)
        verdict_of_claims(&counting->claims, error);
}

/* A NULL path: the primitive of the options. */
static bool count_config(const char *path, const struct options *options, const struct machine *machine,
                         struct error *error, struct error *finding)
{
    struct counting counting = {.count = 0};
    if (!job_read(&counting.job, path, NULL, options, error))
        return false;
    bool ok = (!options->with || side_read(&counting.times, options->with, error)) &&
              plan_points(&counting, options, machine, error) && run_points(&counting, error);
    if (ok) {
        counted_claims_judge(&counting.claims, &counting.job.config, counting.results, counting.count);
        make_report(&counting, options);
        ok = write_files(&counting, options, error) && print_report(&counting.report, options, error);
    }
    if (ok)
        find_bad(&counting, options, finding);
    counting_close(&counting);
    return ok;
}

bool command_counts(const struct options *options, struct error *error)
{
    struct machine machine;
    struct error finding = {0};
    if (!machine_init(&machine, NULL, error))
        return false;
    bool ok = !job_has_files(options) || file_directory(options->output, error);
    if (ok && options->primitive)
        ok = count_config(NULL, options, &machine, error, &finding);
    for (size_t i = 0; ok && i < options->configs.count; i++)
        ok = count_config(options->configs.all[i], options, &machine, error, &finding);
    machine_close(&machine);
    if (ok && finding.code)
        return error_set(error, finding.code, "%s", finding.text);
    return ok;
}
