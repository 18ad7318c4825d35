/* SPDX-License-Identifier: MIT */
/* The commands: each takes parsed options and returns an exit code through its error; and what some of them
 * share. */
#pragma once

#include "analysis/analysis.h"
#include "base/child.h"
#include "check/check.h"
#include "commands/line/options.h"
#include "machine/machine.h"
#include "measure/ranks.h"
#include "measure/turns.h"
#include "report/relation.h"
#include "results/record.h"
#include "results/result_file.h"
#include "results/results.h"
#include "sweep/config_plots.h"
#include "sweep/filter.h"
#include "sweep/plan.h"

#include <jansson.h>

/* Before all else: give the libraries the allocator that ends the program. */
void commands_begin(void);

/* Before the command: parse its options and add their plugins to the registry. EXIT_USAGE, EXIT_SYSTEM; one
 * rank prints why, the errors of the others lose their texts. */
bool command_prepare(struct options *options, int argc, char **argv, struct error *error);
/* Behind it, also after a failure. */
void unload_plugins(void);

/* Print an error on standard error: "scanbench: error: WHAT", then what its text has behind "; expected ",
 * "; note: ", "; did you mean " and "; help: ", a line each. One that is at a place in a file stays one line,
 * as compilers print it. */
void error_print(const struct error *error);
/* The same of a text, behind the kind of message it is: "scanbench: warning: ". */
void message_print(const char *kind, const char *text);

/* Each does its work, prints data to stdout and all else to stderr, and returns false with the error filled
 * when the exit code is not 0. An error with an empty text is a finding that was already shown (exit 1). */
#define COMMAND(NAME, word, ...) bool command_##word(const struct options *options, struct error *error);
#include "commands/line/command.def"
#undef COMMAND

/* ---- The manual and the schema of configs (manual_config.c, schema.c) */

/* Print the lists of scanbench-config(5): @config@, then one for each object of a config, by its key. */
void manual_config(void);

/* Print the JSON Schema of configs. */
void schema_print(void);

/* ---- Implementations that a command line chooses, and what one does, costs and needs (select.c, describe.c)
 */

/* Those of the registry whose name matches one of the arguments, or all when there are none, in its order.
 * Returns how many, in a fresh block that the caller frees. 0 with EXIT_USAGE when an argument matches
 * nothing. */
size_t select_implementations(const struct options *options, const struct implementation ***chosen,
                              struct error *error);

/* As prose on standard output, in lines of 80 columns; with all also what the algorithms within a group that
 * it takes do and cost. Where `before`, which was printed just before it, has the same text, its primitive
 * alone is printed; NULL: none was. */
void describe_print(const struct implementation *implementation, const struct implementation *before,
                    bool all);

/* Phases, costs and algorithms within a group as a fresh object. */
json_t *describe_json(const struct implementation *implementation);

/* ---- The config of a run that names a primitive instead of a config (quick.c) */

/* The text of a config for options->primitive: the best algorithms of each family, five sizes, one and all
 * cores, and the first GPU, but for the axes that the options give; for counts the group algorithms at one
 * small size. Caller frees; EXIT_USAGE for an option that names no device. */
char *quick_config(const struct options *options, struct error *error);

/* Where nothing says how long a point takes, set a time that is enough to rehearse the plan. */
void quick_begin(struct config *config);

/* After the rehearsal, and where nothing says how long a point takes: set the config's time so that its plan
 * is expected to take QUICK_SECONDS, or half of --time; the least where even that is not enough. */
void quick_settle(const struct options *options, const struct plan *plan, struct config *config);

/* ---- What a sweep would do, without doing it (dry_run.c) */

/* Print what would be measured, how long that takes and how much memory, what cannot be measured here, and
 * the claims and charts of the config that no point is part of; with options->all each point and worker. As
 * CSV each point. EXIT_OUTPUT. */
bool dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine,
                   const struct options *options, struct error *error);

/* ---- Results side by side, for compare and for a run with --against (compare.c) */

/* Read results by name or path, the base first, and print what changed. With options->fail_on_regression
 * EXIT_FINDING for a slower point, and EXIT_UNSTABLE for one that may be. */
bool compare_results(const char *const *paths, size_t count, const struct options *options,
                     struct error *error);

/* ---- What the results of a run mean for its exit code (verdict.c) */

/* Keep the worse of two errors in *worst: signals, then the budget, output, usage, wrong results, refusals,
 * points that are not good. The other one, if it is one, is printed as a warning. */
void verdict_keep(struct error *worst, const struct error *next);

/* The worst finding among the results: wrong, skipped, all unsupported, and with strict those that are not
 * good. */
void verdict_of(const struct results *results, bool strict, struct error *verdict);

/* The first claim that does not hold here is a finding. */
void verdict_of_claims(const struct claims *claims, struct error *verdict);

/* ---- A config of the command line on its way to results: its plan, its records, its journal (job.c) */

struct job {
    struct config config;
    struct plan plan;
    struct results *launches; /* config.measure.processes */
    struct resume *resume;    /* borrowed; NULL: a fresh run */
    struct journal journal;
    struct effort before;    /* of the run to resume */
    char stem[JOURNAL_PATH]; /* of the files; "" with --output - */
};

/* Read the config of a file, or of what an earlier run left, or with both NULL of options->primitive and its
 * axes. Options that are members of it, as --set and --filter, replace them. EXIT_USAGE. Caller closes; after
 * a failure there is nothing to close. */
bool job_read(struct job *job, const char *path, struct resume *resume, const struct options *options,
              struct error *error);

/* Plan it, and settle the config. EXIT_USAGE, EXIT_SYSTEM. */
bool job_plan(struct job *job, const struct options *options, const struct machine *machine,
              struct error *error);

/* Make the records, read the finished ones of an earlier run, open the journal. The context is the one that
 * the results will be reported in. EXIT_UNSTABLE where the earlier run is not comparable, EXIT_OUTPUT. */
bool job_start(struct job *job, const struct options *options, const struct report_context *context,
               struct error *error);

void job_close(struct job *job);

/* Whether the options ask for files. */
bool job_has_files(const struct options *options);

/* The folder of the files: --output, or that of the run to resume. */
const char *job_directory(const struct options *options, char *buffer, size_t size);

/* Whether that is one that was asked for, now or when the run to resume was started. */
bool job_in_own_folder(const struct options *options);

/* ---- What a run warns of, on standard error at once and in its results (run_notes.c) */

enum { WARNINGS = 8, WARNING_BYTES = 256 };

struct notes {
    bool quiet; /* for the results alone */
    char text[WARNINGS][WARNING_BYTES];
    const char *list[WARNINGS]; /* the texts, as results have them */
    size_t count;
};

/* The text is copied; more than WARNINGS are left out. */
void notes_add(struct notes *notes, const char *text);

/* What is known before anything is measured. */
void notes_before(struct notes *notes, const struct job *job, const struct options *options,
                  const struct machine *machine);

/* What of a resumed journal was damaged: printed to who is quiet too. */
void notes_damage(struct notes *notes, const struct job *job);

/* What the results show. */
void notes_after(struct notes *notes, const struct results *results, const struct job *job,
                 const struct machine *machine);

/* ---- Another program that measures the same in turn: --against, and --turns on its side (against.c) */

struct against {
    const char *program; /* NULL: it started this one, or there is none */
    struct child child;
    bool active;
    struct turns turns;
};

/* Start the other program with the effective config, or take the channel of who started this one;
 * nothing where no turns are asked for. EXIT_USAGE, EXIT_SYSTEM. Caller closes; after a failure there is
 * nothing to close. */
bool against_open(struct against *against, const struct options *options, const struct config *config,
                  struct error *error);

/* Agree with it on the plan. EXIT_USAGE when it plans something else, EXIT_SYSTEM when it does not answer. */
bool against_agree(struct against *against, const struct plan *plan, struct error *error);

/* This side has measured: wait until the other has. EXIT_SYSTEM when it ended before. */
bool against_finish(struct against *against, struct error *error);

/* Wait for the end of a program that was started. EXIT_SYSTEM when that is no success. */
bool against_close(struct against *against, struct error *error);

/* ---- A run that mpiexec started: what its ranks have in common, and what all but the first do
 * (ranks_attend.c) */

/* Digests of the program and of what it is told to do, for who meets the other ranks next. A config that this
 * rank cannot read counts as empty: the first rank says so. */
void ranks_identify(const struct options *options, struct ranks_identity *identity);

/* Of a rank that ends before it has met the others, for this reason or because nothing is left to do: meet
 * them, and end them all. The first rank prints why, so the error of another one loses its text. Nothing
 * where the others are not waiting: they have been met, or none of this command's ranks meets. */
void ranks_refuse(const struct options *options, struct error *error);

/* Of another rank than the first: do as that one says until the run is over. EXIT_SYSTEM. */
bool ranks_attend(const struct options *options, const struct seat *seat, struct error *error);

/* ---- The results that a command is given: a file, several of one config as one with more processes; where
 * they come from (side.c) */

/* Read the result that is meant by a word: the file of that name, else results/NAME.json; with NULL the
 * newest that results/ has a link to. "A,B" is one result: the processes of all, each file once. They have to
 * be of one config and machine, builds that differ are printed, and they are compared with others as runs
 * apart. EXIT_USAGE, EXIT_UNSTABLE. Caller closes; after a failure there is nothing to close. */
bool side_read(struct result_file *file, const char *named, struct error *error);

/* The same of one word, which may mean exact counts too. */
bool side_read_any(struct result_file *file, const char *named, struct error *error);

/* The path of what a word means, fresh; NULL with the error. */
char *side_path(const char *named, struct error *error);

/* filter_parse for the rows of a result, whose algorithms this program may not have. */
bool side_filter(struct filter *filter, const char *text, const struct result_file *file,
                 struct error *error);

/* Warn where the file was edited after it was written. */
void provenance_warn(const struct result_file *file);

/* Say in what the programs that measured two results were built otherwise; nothing where in nothing. */
void provenance_tell_builds(const struct result_file *base, const struct result_file *next);

/* The same of two files by their paths; nothing where one of them is no result. */
void provenance_tell_paths(const char *base, const char *next);

/* ---- Printing a report as --format says, and the answer of a result for the run that measured it and for
 * `show` (print_report.c) */

/* Print to standard output, or nothing with --format none. EXIT_OUTPUT. */
bool print_report(const struct report *report, const struct options *options, struct error *error);

/* What is answered about; all borrowed. */
struct answer_source {
    const struct results *results;
    const struct filter *filter; /* NULL: all */
    const char *path;            /* for errors; NULL: nothing to show is no error */
};

/* The same as a fresh text of a printer, for a file. */
char *answer_text(const struct answer_source *answered, const struct options *options, enum printers printer);

/* CSV has the rows; other formats the answer, with --all the rows behind it. EXIT_USAGE where there is
 * nothing to show; EXIT_OUTPUT. */
bool print_answer(const struct answer_source *answered, const struct options *options, struct error *error);

/* ---- Which charts of a result are drawn: those of the command line, or those that its config asks for
 * (plots_chosen.c) */

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

/* ---- What a check found, and printing it (check_findings.c) */

enum { REPEAT_BYTES = 512 };

/* What became of an implementation. */
struct checked {
    const struct implementation *implementation;
    size_t cases, wrong;
    enum checked_verdict {
        CHECKED_WRONG,
        CHECKED_NOTHING,
        CHECKED_PART,
        CHECKED_OK,
        CHECKED_VERDICTS
    } verdict;
    char what[sizeof((struct checker_result *)NULL)->finding]; /* is wrong, or was not run, and why */
    char repeat[REPEAT_BYTES];                                 /* the command that finds it again */
};

struct check_findings {
    char device[CELL_BYTES]; /* that it ran on; "": the host */
    struct checked *list;
    size_t count, cases, wrong; /* wrong: implementations */
    double time_s;
};

/* What a result says of an implementation that was checked with these options. */
struct checked checked_make(const struct options *options, const struct implementation *implementation,
                            const struct checker_result *result);

/* Print what is wrong in sentences, then a table of what was not run; with options->all and for programs all.
 * The list is sorted. EXIT_OUTPUT. */
bool check_findings_print(struct check_findings *found, const struct options *options, struct error *error);

/* ---- What doctor looks at, and what it found: a list for people and for programs (doctor.c) */

enum finding_kind {
    FINDING_OK,       /* as it should be */
    FINDING_NOTE,     /* good to know */
    FINDING_DISTURBS, /* makes numbers vary */
    FINDING_MISSING,  /* cannot be measured here */
    FINDING_KINDS,
};
extern const char *const finding_kind_names[FINDING_KINDS];

struct doctor_finding {
    const char *topic; /* one word */
    enum finding_kind kind;
    char text[256];
    char advice[256]; /* a command that the user may type, or what to do; "" for none */
};

enum { FINDINGS = 48 };

struct findings {
    struct doctor_finding list[FINDINGS];
    size_t count;
};

/* advice may be NULL. What no longer fits is left out. */
void findings_add(struct findings *findings, const char *topic, enum finding_kind kind, const char *advice,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A row per finding; the findings are borrowed. */
struct relation findings_relation(const struct findings *findings);

/* ---- Looking at the machine, its state, and what could be better (doctor_examine.c) */

/* Open the devices of engines, each in a process of its own, which a driver may take a second for. */
void examine_devices(struct findings *findings);

/* Look at what is known of the machine already. */
void examine_state(struct findings *findings, const struct machine *machine);

/* Look at the kernel's settings, and try what only shows when it is tried: workers, counters, interruptions.
 * Changes nothing; takes less than a second. */
void examine_trial(struct findings *findings, const struct machine *machine);
