/* SPDX-License-Identifier: MIT */
/* What a sweep would do, without doing it: sentences, and every point. */
#include "commands/dry_run.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/print_report.h"
#include "engine/engine_probe.h"
#include "machine/conditions/environment_memory.h"
#include "measure/time_left.h"
#include "report/point_cells.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { REASONS_MOST = 6, VALUES_MOST = 256, VALUE_BYTES = 64, CPUS_MOST = 8 };

struct worker_row {
    uint64_t worker;
    struct place place;
};

/* What is printed of a plan; the lists are owned. */
struct dry_run {
    const struct plan *plan;
    const struct config *config;
    const struct machine *machine;
    char (*lines)[CELL_BYTES];
    size_t line_count;
    size_t have, most_bytes, skipped, unsupported; /* have: bytes of memory that points may take */
    uint64_t most_workers;
    struct worker_row *workers;
    size_t worker_count;
};

__attribute__((format(printf, 2, 3))) static void add_line(struct dry_run *run, const char *format, ...)
{
    va_list arguments;
    run->lines = memory_resize(run->lines, run->line_count + 1, sizeof *run->lines);
    va_start(arguments, format);
    vsnprintf(run->lines[run->line_count++], CELL_BYTES, format, arguments);
    va_end(arguments);
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
    size_t used = strlen(text);
    if (count > trait->named)
        snprintf(text + used, size - used, ", %zu%s %s", count, count == VALUES_MOST ? " or more" : "",
                 trait->plural);
    for (size_t i = 0; i < count && count <= trait->named && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, ", %s%s", i > 0 ? "" : trait->before, values[i]);
}

static void say_points(struct dry_run *run)
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
static void say_unsupported(struct dry_run *run)
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
    const uint64_t workers = run->most_workers, cpus = run->worker_count;
    const bool real = topology_facts(run->machine->topology)->real;
    size_t used = 0;
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
            used += (size_t)snprintf(text + used, size - used, "%s%u",
                                     i > 0      ? ", "
                                     : cpus > 1 ? "CPUs "
                                                : "CPU ",
                                     run->workers[i].place.cpu);
    return text;
}

/* How long, how much memory, and where. */
static void say_costs(struct dry_run *run)
{
    char time[32], memory[32], have_text[32], which[128], allowed[192] = "", skipped[64] = "", workers[128];
    environment_memory("", which, sizeof which);
    const uint64_t processes = run->config->measure.processes;
    if (run->have != SIZE_MAX)
        snprintf(allowed, sizeof allowed, " (%s allows %s)", which,
                 text_format_bytes(have_text, sizeof have_text, (double)run->have));
    if (run->skipped > 0)
        snprintf(skipped, sizeof skipped, "; %zu point%s more and will be skipped", run->skipped,
                 run->skipped == 1 ? " needs" : "s need");
    add_line(run, "%s in %ju process%s; at most %s a point%s%s; %s",
             text_format_duration(time, sizeof time, time_of_plan(run->plan, run->config)),
             (uintmax_t)processes, processes == 1 ? "" : "es",
             text_format_bytes(memory, sizeof memory, (double)run->most_bytes), allowed, skipped,
             workers_text(run, workers, sizeof workers));
}

/* What each device that points are on is, and has for them. */
static void say_devices(struct dry_run *run)
{
    size_t most[DEVICE_COUNT] = {0};
    for (size_t i = 0; i < run->plan->count; i++) {
        const struct point *const point = &run->plan->points[i].point;
        const size_t bytes = bytes_of(&run->plan->points[i]);
        if (bytes > most[point->device] && engine_has_device(point->engine))
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

/* Claims and charts that no point is part of; those of exact counts are for `scanbench counts`. */
static void say_unmatched(struct dry_run *run)
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
        if (strcmp(kind->y, "counts") != 0 && !is_any_matched(run->plan, &config->plots[i].filter))
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

static void add_workers(struct dry_run *run)
{
    const struct place *places;
    const size_t count = topology_places(run->machine->topology, &places);
    run->workers = memory_array(count + 1, sizeof *run->workers);
    for (size_t i = 0; run->config->pin != PIN_NONE && i < count && i < run->most_workers; i++)
        run->workers[run->worker_count++] = (struct worker_row){i, places[i]};
}

static const struct point *point_of_row(const void *row)
{
    return &((const struct planned_point *)row)->point;
}

static void get_memory(const struct column *column, const void *row, struct cell *cell)
{
    const size_t bytes = bytes_of(row);
    cell_set_count(cell, bytes);
    cell->missing = bytes == 0;
    if (column->heading)
        text_format_bytes(cell->text, sizeof cell->text, (double)bytes);
}

static void get_status(const struct column *column, const void *row, struct cell *cell)
{
    const struct dry_run *const run = column->of;
    cell_set_text(cell, !((const struct planned_point *)row)->supported ? "unsupported"
                        : bytes_of(row) > run->have                     ? "skipped"
                                                                        : "planned");
}

static void add_columns(struct columns *columns, const struct dry_run *run, const struct point_cells *cells)
{
    const struct column ours[] = {
        {.heading = "memory", .right = true, .get = get_memory},
        {.name = "bytes", .kind = CELL_COUNT, .get = get_memory},
        {.name = "status", .heading = "plan", .get = get_status, .of = run},
        {.name = "reason", .heading = "reason", COLUMN_MEMBER(struct planned_point, reason)},
    };
    point_cells_add(columns, cells);
    columns_add(columns, ours, sizeof ours / sizeof ours[0]);
    point_cells_add_parameters(columns, cells);
}

static bool print_run(struct dry_run *run, const struct options *options, struct error *error)
{
    static const struct column text[] = {{.heading = "text", .size = CELL_BYTES}};
    static const struct column of_worker[] = {
        {.name = "worker", .kind = CELL_COUNT, .as_is = true, COLUMN_MEMBER(struct worker_row, worker)},
        {.name = "cpu", .kind = CELL_COUNT, .as_is = true, COLUMN_MEMBER(struct worker_row, place.cpu)},
        {.name = "core", .kind = CELL_COUNT, .as_is = true, COLUMN_MEMBER(struct worker_row, place.core)},
        {.name = "node", .kind = CELL_COUNT, .as_is = true, COLUMN_MEMBER(struct worker_row, place.node)},
    };
    const struct plan *const plan = run->plan;
    const bool every = options->all || options->format == FORMAT_CSV;
    const struct point_cells cells =
        point_cells_of(plan->points, sizeof *plan->points, plan->count, point_of_row, 0);
    struct columns columns = {0};
    add_columns(&columns, run, &cells);
    const struct relation relations[] = {
        {.columns = text,
         .column_count = 1,
         .rows = run->lines,
         .row_bytes = CELL_BYTES,
         .row_count = run->line_count,
         .single = true,
         .sentence = "{text}"},
        {.name = "points",
         .columns = columns.list,
         .column_count = columns.count,
         .rows = plan->points,
         .row_bytes = sizeof *plan->points,
         .row_count = every ? plan->count : 0,
         .headed_by = POINT_HEADS},
        {.columns = of_worker,
         .column_count = 4,
         .rows = run->workers,
         .row_bytes = sizeof *run->workers,
         .row_count = options->all ? run->worker_count : 0,
         .sentence = "worker {worker}: cpu {cpu}, core {core}, node {node}"},
    };
    const bool ok = print_report(&(struct relations){NULL, relations, 3}, options, error);
    columns_close(&columns);
    return ok;
}

bool dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine,
                   const struct options *options, struct error *error)
{
    struct dry_run run = {.plan = plan, .config = config, .machine = machine};
    add_up(&run);
    add_workers(&run);
    say_points(&run);
    say_unsupported(&run);
    say_costs(&run);
    say_devices(&run);
    say_unmatched(&run);
    if (!options->all)
        add_line(&run, "Every point, and the CPU of each worker: --all");
    const bool ok = print_run(&run, options, error);
    free(run.lines);
    free(run.workers);
    return ok;
}
