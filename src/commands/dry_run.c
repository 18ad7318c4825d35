/* SPDX-License-Identifier: MIT */
/* What a sweep would do, without doing it: sentences, and every point. */
#include "commands/commands.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "base/words.h"
#include "engine/engine.h"
#include "machine/conditions/conditions.h"
#include "measure/time_left.h"
#include "report/report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { REASONS_MOST = 6, VALUES_MOST = 256, VALUE_BYTES = 64, CPUS_MOST = 8 };

/* What is printed of a plan. */
struct dry_run {
    const struct plan *plan;
    const struct config *config;
    const struct machine *machine;
    FILE *file;                                    /* for the sentences */
    size_t have, most_bytes, skipped, unsupported; /* have: bytes of memory that points may take */
    uint64_t most_workers;
    const struct place *places; /* of the workers that are pinned */
    size_t place_count;
};

__attribute__((format(printf, 2, 3))) static void add_line(struct dry_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(run->file, format, arguments);
    va_end(arguments);
    putc('\n', run->file);
}

static size_t bytes_of(const struct planned_point *planned)
{
    return planned->supported ? plan_point_bytes(&planned->point) : 0;
}

/* What the points of a plan have in common or differ in: an axis, or a FILTER_ of their implementation. */
struct trait {
    unsigned field;
    size_t named; /* how many values are named; of more the number is said */
    const char *before, *plural;
};

static void value_of(const struct point *point, unsigned field, char *value)
{
    if (field == FILTER_ALGORITHM)
        snprintf(value, VALUE_BYTES, "%s", point->implementation->name);
    else if (field == FILTER_PRIMITIVE)
        snprintf(value, VALUE_BYTES, "%s", primitive_names[point->implementation->primitive]);
    else if (field == AXIS_N)
        text_format_count(value, VALUE_BYTES, point->n);
    else
        point_axis_text(point, field, value, VALUE_BYTES);
}

/* The distinct values of a field in the order of the plan, VALUES_MOST at most. */
static size_t find_values(const struct plan *plan, unsigned field, char (*values)[VALUE_BYTES])
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count && count < VALUES_MOST; i++) {
        value_of(&plan->points[i].point, field, values[count]);
        size_t same = count;
        while (same > 0 && strcmp(values[same - 1], values[count]) != 0)
            same--;
        count += same == 0 && strcmp(values[count], "-") != 0;
    }
    return count;
}

/* ", 4 algorithms", ", workers 1, 2" */
static void add_trait(const struct dry_run *run, const struct trait *trait, char *text, size_t size)
{
    char values[VALUES_MOST][VALUE_BYTES];
    const size_t count = find_values(run->plan, trait->field, values);
    if (count > trait->named)
        text_add(text, size, ", %zu%s %s", count, count == VALUES_MOST ? " or more" : "", trait->plural);
    for (size_t i = 0; i < count && count <= trait->named; i++)
        text_add(text, size, ", %s%s", i > 0 ? "" : trait->before, values[i]);
}

static void add_points(struct dry_run *run)
{
    static const struct trait traits[] = {{FILTER_PRIMITIVE, 3, "", "primitives"},
                                          {AXIS_DTYPE, 3, "", "types"},
                                          {FILTER_ALGORITHM, 1, "", "algorithms"},
                                          {AXIS_N, 1, "n=", "sizes"},
                                          {AXIS_WORKERS, 4, "workers ", "numbers of workers"}};
    char text[CELL_BYTES / 2] = "";
    for (size_t i = 0; i < sizeof traits / sizeof traits[0]; i++)
        add_trait(run, &traits[i], text, sizeof text);
    const size_t count = run->plan->count;
    add_line(run, "%s: %zu point%s, not measured: %s", run->config->name, count, count == 1 ? "" : "s",
             text + 2);
}

/* Why points cannot run here, each reason once. */
static void add_unsupported(struct dry_run *run)
{
    const struct planned_point *const points = run->plan->points;
    const char *said[REASONS_MOST];
    size_t reasons = 0, left = run->unsupported;
    for (size_t i = 0; i < run->plan->count && left > 0 && reasons < REASONS_MOST; i++) {
        size_t same = 0;
        if (points[i].supported || words_have(said, reasons, points[i].reason))
            continue;
        for (size_t k = i; k < run->plan->count; k++)
            same += !points[k].supported && strcmp(points[k].reason, points[i].reason) == 0;
        add_line(run, "%zu unsupported: %s", same, points[i].reason);
        said[reasons++] = points[i].reason;
        left -= same;
    }
    if (left > 0)
        add_line(run, "%zu unsupported for other reasons: --all", left);
}

/* "CPUs 0, 1", or why workers have none of their own. */
static char *workers_text(const struct dry_run *run, char *text, size_t size)
{
    const uint64_t workers = run->most_workers, cpus = run->place_count;
    const bool real = topology_facts(run->machine->topology)->real;
    if (run->config->pin == PIN_NONE || !real || !cpus)
        snprintf(text, size, "workers: %ju, not pinned%s", (uintmax_t)workers,
                 real ? "" : " (simulated topology)");
    else if (workers > cpus)
        snprintf(text, size, "workers: %ju, and %ju CPUs: several share one, and their times mean little",
                 (uintmax_t)workers, (uintmax_t)cpus);
    else if (cpus > CPUS_MOST)
        snprintf(text, size, "workers: %ju, each on a CPU of its own", (uintmax_t)cpus);
    else
        for (size_t i = 0; i < cpus; i++)
            text_add(text, size, "%s%u", i > 0 ? ", " : cpus > 1 ? "CPUs " : "CPU ", run->places[i].cpu);
    return text;
}

/* Of the points that the memory holds. */
static double seconds_of(const struct dry_run *run)
{
    const struct plan *const plan = run->plan;
    struct planned_point *const points = memory_array(plan->count + 1, sizeof *points);
    for (size_t i = 0; i < plan->count; i++) {
        points[i] = plan->points[i];
        points[i].supported &= bytes_of(&points[i]) <= run->have;
    }
    const struct plan held = {.points = points, .count = plan->count};
    const double seconds = time_of_plan(&held, run->config);
    free(points);
    return seconds;
}

/* How long, how much memory, and where. */
static void add_costs(struct dry_run *run)
{
    char time[32], memory[32], have_text[32], which[128], allowed[192] = "", skipped[64] = "",
                                                          workers[128] = "";
    environment_memory("", which, sizeof which);
    const uint64_t processes = run->config->measure.processes;
    if (run->have != SIZE_MAX)
        snprintf(allowed, sizeof allowed, " (%s allows %s)", which,
                 text_format_bytes(have_text, sizeof have_text, (double)run->have));
    if (run->skipped > 0)
        snprintf(skipped, sizeof skipped, "; %zu point%s more and will be skipped", run->skipped,
                 run->skipped == 1 ? " needs" : "s need");
    add_line(run, "%s in %ju process%s; at most %s a point%s%s; %s",
             text_format_duration(time, sizeof time, seconds_of(run)), (uintmax_t)processes,
             processes == 1 ? "" : "es", text_format_bytes(memory, sizeof memory, (double)run->most_bytes),
             allowed, skipped, workers_text(run, workers, sizeof workers));
}

/* What each device that points are on is, and has for them. */
static void add_devices(struct dry_run *run)
{
    size_t most[DEVICE_COUNT] = {0};
    for (size_t i = 0; i < run->plan->count; i++) {
        const struct point *const point = &run->plan->points[i].point;
        const size_t bytes = bytes_of(&run->plan->points[i]);
        if (bytes > most[point->device] && point_on_device(point))
            most[point->device] = bytes;
    }
    for (enum devices device = DEVICE_NONE; device < DEVICE_COUNT; device++) {
        const struct engine_facts *facts;
        struct error why = {0};
        char bytes[32], all[32];
        if (most[device] && engine_probe(device, &facts, &why))
            add_line(run, "%s: %s, at most %s a point; it has %s", device_names[device], facts->name,
                     text_format_bytes(bytes, sizeof bytes, (double)most[device]),
                     text_format_bytes(all, sizeof all, (double)facts->memory_bytes));
    }
}

static bool is_any_matched(const struct plan *plan, const struct filter *filter)
{
    for (size_t i = 0; i < plan->count; i++)
        if (filter_matches(filter, &plan->points[i].point))
            return true;
    return false;
}

/* Whether a point has what a word of a kind of chart names, if that is an axis. */
static bool has_named(const struct point *point, const char *word)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (strcmp(axis_info[axis].name, word) == 0)
            return point_has(point, axis);
    return true;
}

/* A heat map of tiles, for example, has no place for a point without a tile. */
static bool is_any_drawn(const struct plan *plan, const struct config_plot *plot)
{
    const struct plot_kind *const kind = &plot_kinds[plot->kind];
    for (size_t i = 0; i < plan->count; i++) {
        const struct point *const point = &plan->points[i].point;
        const bool is_map = strcmp(kind->draw, "cells") == 0;
        if (filter_matches(&plot->filter, point) &&
            (!is_map || (has_named(point, kind->x) && has_named(point, kind->line))))
            return true;
    }
    return false;
}

/* Claims and charts that no point is part of; those of exact counts are for `scanbench counts`. */
static void add_unmatched(struct dry_run *run)
{
    const struct config *const config = run->config;
    for (size_t i = 0; i < config->expectation_count; i++) {
        const struct expectation *const claim = &config->expectations[i];
        const bool alone = claim->kind == EXPECT_REACHES;
        if (!expectation_is_counted(claim) &&
            !(is_any_matched(run->plan, &claim->left) && (alone || is_any_matched(run->plan, &claim->right))))
            add_line(run, "No point of this plan can decide the claim '%s'.", claim->name);
    }
    for (size_t i = 0; i < config->plot_count; i++) {
        const struct plot_kind *const kind = &plot_kinds[config->plots[i].kind];
        if (strcmp(kind->y, "counts") != 0 && !is_any_drawn(run->plan, &config->plots[i]))
            add_line(run, "No point of this plan is in chart %zu, %s.", i + 1, kind->name);
    }
}

/* How many points, and the largest of them. */
static void add_up(struct dry_run *run)
{
    char which[128];
    run->have = environment_memory("", which, sizeof which);
    run->most_workers = 1;
    for (size_t i = 0; i < run->plan->count; i++) {
        const struct planned_point *const planned = &run->plan->points[i];
        const size_t bytes = bytes_of(planned);
        run->unsupported += !planned->supported;
        run->skipped += bytes > run->have;
        run->most_bytes = bytes > run->most_bytes ? bytes : run->most_bytes;
        if (planned->supported && planned->point.workers > run->most_workers)
            run->most_workers = planned->point.workers;
    }
}

static void find_places(struct dry_run *run)
{
    const size_t count = topology_places(run->machine->topology, &run->places);
    if (run->config->pin != PIN_NONE)
        run->place_count = count < run->most_workers ? count : run->most_workers;
}

static char *places_text(const struct dry_run *run)
{
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < run->place_count; i++)
        fprintf(text.file, "worker %zu: cpu %u, core %u, node %u\n", i, run->places[i].cpu,
                run->places[i].core, run->places[i].node);
    return text_stream_close(&text);
}

/* A row is a pointer to a planned point. */
static const struct planned_point *planned_at(const void *row)
{
    return *(const struct planned_point *const *)row;
}

static void get_memory(const struct column *column, const void *row, struct cell *cell)
{
    const size_t bytes = bytes_of(planned_at(row));
    cell_set_count(cell, bytes);
    cell->missing = bytes == 0;
    if (column->heading)
        text_format_bytes(cell->text, sizeof cell->text, (double)bytes);
}

static void get_status(const struct column *column, const void *row, struct cell *cell)
{
    const struct dry_run *const run = column->of;
    const struct planned_point *const planned = planned_at(row);
    cell_set_text(cell, !planned->supported             ? "unsupported"
                        : bytes_of(planned) > run->have ? "skipped"
                                                        : "planned");
}

static void get_reason(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, planned_at(row)->reason);
}

static void add_columns(struct columns *columns, const struct dry_run *run)
{
    const struct column ours[] = {
        {.heading = "memory", .right = true, .get = get_memory},
        {.name = "bytes", .kind = CELL_COUNT, .get = get_memory},
        {.name = "status", .heading = "plan", .get = get_status, .of = run},
        {.name = "reason", .heading = "reason", .get = get_reason},
    };
    columns_add_points(columns);
    COLUMNS_ADD(columns, ours);
    columns_add_parameters(columns);
}

static bool print_run(const struct dry_run *run, const char *text, const struct options *options,
                      struct error *error)
{
    const struct plan *const plan = run->plan;
    const bool every = options->all || options->format == FORMAT_CSV;
    struct report report = {0};
    const struct planned_point **const rows =
        report_keep(&report, memory_array(plan->count + 1, sizeof *rows));
    for (size_t i = 0; i < plan->count; i++)
        rows[i] = &plan->points[i];
    struct columns columns = columns_of_points(&report, rows, sizeof *rows, plan->count, 0);
    char *const places = report_keep(&report, places_text(run));
    add_columns(&columns, run);
    report_add(&report, (struct relation){.single = true, .note = text});
    report_add(&report, (struct relation){.name = "points",
                                          RELATION_COLUMNS(&report, columns),
                                          RELATION_ROWS(rows, every ? plan->count : 0),
                                          .headed_by = POINT_HEADS,
                                          .note = options->all ? places : NULL});
    const bool ok = print_report(&report, options, error);
    report_close(&report);
    return ok;
}

bool dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine,
                   const struct options *options, struct error *error)
{
    struct text_stream text;
    text_stream_open(&text);
    struct dry_run run = {.plan = plan, .config = config, .machine = machine, .file = text.file};
    add_up(&run);
    find_places(&run);
    add_points(&run);
    add_unsupported(&run);
    add_costs(&run);
    add_devices(&run);
    add_unmatched(&run);
    if (!options->all)
        add_line(&run, "Every point, and the CPU of each worker: --all");
    char *const said = text_stream_close(&text);
    const bool ok = print_run(&run, said, options, error);
    free(said);
    return ok;
}
