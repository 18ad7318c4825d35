/* SPDX-License-Identifier: MIT */
/* scanbench doctor: what this machine lets be measured, and with --noise how well; it changes nothing. */
#include "base/inert.h"
#include "base/memory.h"
#include "base/text_stream.h"
#include "base/words.h"
#include "commands/commands.h"
#include "engine/engine.h"
#include "machine/isa.h"
#include "measure/measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DEVICE_SILENCE_MS = 15000, TRIALS = 40, SMOKE_TRIALS = 2 };

const char *const finding_kind_names[FINDING_KINDS] = {
    [FINDING_OK] = "ok",
    [FINDING_NOTE] = "note",
    [FINDING_DISTURBS] = "disturbs",
    [FINDING_MISSING] = "missing",
};

void findings_add(struct findings *findings, const char *topic, enum finding_kind kind, const char *advice,
                  const char *format, ...)
{
    if (findings->count == FINDINGS)
        return;
    struct doctor_finding *const finding = &findings->list[findings->count++];
    *finding = (struct doctor_finding){.topic = topic, .kind = kind};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->text, sizeof finding->text, format, arguments);
    va_end(arguments);
    snprintf(finding->advice, sizeof finding->advice, "%s", advice ? advice : "");
    text_inert(finding->text);
    text_inert(finding->advice);
}

static void get_found(const struct column *column, const void *row, struct cell *cell)
{
    const struct doctor_finding *const finding = row;
    (void)column;
    snprintf(cell->text, CELL_BYTES, "%s%s%.240s", finding->text, *finding->advice ? "; " : "",
             finding->advice);
    cell->missing = false;
}

static const struct column finding_columns[] = {
    {.heading = "", .words = finding_kind_names, COLUMN_MEMBER(struct doctor_finding, kind)},
    {.name = "topic", .heading = "topic", COLUMN_MEMBER(struct doctor_finding, topic)},
    {.name = "kind", .words = finding_kind_names, COLUMN_MEMBER(struct doctor_finding, kind)},
    {.name = "text", COLUMN_MEMBER(struct doctor_finding, text)},
    {.name = "advice", COLUMN_MEMBER(struct doctor_finding, advice)},
    {.heading = "found; what to do", .get = get_found},
};

struct relation findings_relation(const struct findings *findings)
{
    return (struct relation){
        .name = "findings", RELATION_LIST(finding_columns), RELATION_ROWS(findings->list, findings->count)};
}

/* The topics of a kind, each once, with ", " between them, after a beginning and before an end; nothing where
 * there are none. */
static void print_topics(FILE *file, const struct findings *findings, enum finding_kind kind,
                         const char *beginning, const char *end)
{
    const char *topics[FINDINGS];
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++) {
        const struct doctor_finding *const finding = &findings->list[i];
        if (finding->kind != kind || words_have(topics, count, finding->topic))
            continue;
        fprintf(file, "%s%s", count > 0 ? ", " : beginning, finding->topic);
        topics[count++] = finding->topic;
    }
    if (count > 0)
        fputs(end, file);
}

/* A device that can be measured is a finding of its name, as "cuda:0". */
static bool is_ready_device(const struct doctor_finding *finding)
{
    return finding->kind == FINDING_OK && strchr(finding->topic, ':');
}

/* "Ready: …", "Not available or unknown: …", and how many problems the table has. */
static char *summary_text(const struct findings *findings, const struct machine *machine)
{
    const unsigned cores = topology_facts(machine->topology)->allowed_cores;
    struct text_stream text;
    size_t problems = 0;
    text_stream_open(&text);
    fprintf(text.file, "Ready: CPU (%u core%s, %s)", cores, cores == 1 ? "" : "s", isa_names[isa_best()]);
    for (size_t i = 0; i < findings->count; i++) {
        if (is_ready_device(&findings->list[i]))
            fprintf(text.file, ", %s", findings->list[i].topic);
        problems += findings->list[i].kind == FINDING_DISTURBS;
    }
    fputs(".\n", text.file);
    print_topics(text.file, findings, FINDING_MISSING, "Not available or unknown: ", " (why: --all).\n");
    if (problems > 0)
        fprintf(text.file, "Times may be shaky, %zu problem%s:\n", problems, problems == 1 ? "" : "s");
    else
        fputs("Nothing that disturbs times was found.\n", text.file);
    return text_stream_close(&text);
}

static char *fine_text(const struct findings *findings)
{
    struct text_stream text;
    text_stream_open(&text);
    print_topics(text.file, findings, FINDING_OK, "Fine: ", " (--all).\n");
    return text_stream_close(&text);
}

/* What a person should act on. The report keeps the list. */
static struct relation problems_relation(struct report *report, const struct findings *findings)
{
    struct doctor_finding *const list = report_keep(report, memory_array(FINDINGS, sizeof *list));
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].kind == FINDING_DISTURBS || findings->list[i].kind == FINDING_NOTE)
            list[count++] = findings->list[i];
    return (struct relation){RELATION_LIST(finding_columns), RELATION_ROWS(list, count),
                             .note = report_keep(report, fine_text(findings))};
}

/* Programs get every finding, people with --all too, others a summary and what disturbs. */
static void add_findings(struct report *report, const struct findings *findings,
                         const struct machine *machine, bool all)
{
    struct relation *const every = report_add(report, findings_relation(findings));
    if (all)
        return;
    every->for_programs = true;
    every->note = report_keep(report, summary_text(findings, machine));
    report_add(report, problems_relation(report, findings));
}

static bool show_progress(void *context, unsigned done, unsigned total)
{
    const bool *const wanted = context;
    if (*wanted)
        fprintf(stderr, "\r\033[Ktrial %u of %u", done + 1, total);
    return true;
}

/* "2 of 40 trials, 5.0%" */
static void get_seen(const struct column *column, const void *row, struct cell *cell)
{
    const struct noise_row *const noise = row;
    const unsigned seen = noise->slower + (noise->delay > 0 ? 0 : noise->faster);
    (void)column;
    snprintf(cell->text, CELL_BYTES, "%u of %u trials, %.1f%%%s", seen, noise->trials,
             noise->trials ? 100.0 * seen / noise->trials : 0,
             noise->delay > 0 ? "" : " (5% or less is right)");
    cell->missing = false;
}

static void get_delay(const struct column *column, const void *row, struct cell *cell)
{
    const struct noise_row *const noise = row;
    char slower[32];
    (void)column;
    snprintf(slower, sizeof slower, "%.0f%% slower", 100 * noise->delay);
    cell_set_text(cell, noise->delay > 0 ? slower : "no difference");
}

/* What one is of and how often its delays were seen: two relations. */
static void add_noise(struct report *to, const struct noise_report *report)
{
    static const struct column of_report[] = {
        {.name = "rounds", .kind = CELL_COUNT, COLUMN_MEMBER(struct noise_report, rounds)},
        {.name = "call_s", .kind = CELL_TIME, COLUMN_MEMBER(struct noise_report, call_s)},
    };
    static const struct column of_rows[] = {
        {.name = "delay", .kind = CELL_NUMBER, COLUMN_MEMBER(struct noise_row, delay)},
        {.name = "trials", .kind = CELL_COUNT, COLUMN_MEMBER(struct noise_row, trials)},
        {.name = "slower", .kind = CELL_COUNT, COLUMN_MEMBER(struct noise_row, slower)},
        {.name = "faster", .kind = CELL_COUNT, COLUMN_MEMBER(struct noise_row, faster)},
        {.heading = "two serial scans", .get = get_delay},
        {.heading = "differ in", .get = get_seen},
    };
    report_add(to, (struct relation){.name = "noise",
                                     RELATION_LIST(of_report),
                                     RELATION_ROWS(report, report != NULL),
                                     .single = true});
    report_add(to, (struct relation){.name = "delays",
                                     RELATION_LIST(of_rows),
                                     RELATION_ROWS(report ? report->rows : NULL, report ? NOISE_ROWS : 0),
                                     .apart = report != NULL});
}

static bool measure_noise(const struct machine *machine, const struct options *options,
                          struct noise_report *report, struct error *error)
{
    bool progress = !options->quiet && isatty(STDERR_FILENO);
    const struct noise_options asked = {
        .trials = options->smoke ? SMOKE_TRIALS : TRIALS,
        .seed = options->seed,
        .progress = show_progress,
        .context = &progress,
    };
    const bool ok = noise_measure(machine, &asked, report, error);
    if (progress)
        fputs("\r\033[K", stderr);
    return ok;
}

bool command_doctor(const struct options *options, struct error *error)
{
    struct machine machine;
    struct findings findings = {.count = 0};
    struct noise_report noise;
    if (!machine_init(&machine, NULL, error))
        return false;
    examine_state(&findings, &machine);
    examine_trial(&findings, &machine);
    engine_probe_silence_ms = DEVICE_SILENCE_MS;
    examine_devices(&findings);
    bool ok = !options->noise || measure_noise(&machine, options, &noise, error);
    ok = ok && clock_check(&machine.clock, error);
    struct report report = {.schema = "scanbench-doctor"};
    add_findings(&report, &findings, &machine, options->all);
    add_noise(&report, options->noise ? &noise : NULL);
    ok = ok && print_report(&report, options, error);
    report_close(&report);
    machine_close(&machine);
    return ok;
}
