/* SPDX-License-Identifier: MIT */
/* scanbench doctor: what this machine lets be measured, and with --noise how well; it changes nothing. */
#include "base/memory.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/examine.h"
#include "engine/engine_probe.h"
#include "measure/noise.h"
#include "json/json_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SCHEMA_VERSION = 1, DEVICE_SILENCE_MS = 15000, TRIALS = 40, SMOKE_TRIALS = 2 };

static bool show_progress(void *context, unsigned done, unsigned total)
{
    const bool *const wanted = context;
    if (*wanted)
        fprintf(stderr, "\r\033[Ktrial %u of %u", done + 1, total);
    return true;
}

static void print_rate(unsigned count, unsigned trials)
{
    printf("%u of %u trials, %.1f %%", count, trials, trials ? 100.0 * count / trials : 0);
}

static void print_noise(const struct noise_report *report)
{
    char call[32];
    printf("\nA serial scan of %s a call, twice in %u rounds, compared round by round:\n",
           text_format_duration(call, sizeof call, report->call_s), report->rounds);
    for (size_t i = 0; i < NOISE_ROWS; i++) {
        const struct noise_row *const row = &report->rows[i];
        if (row->delay > 0) {
            printf("  %.0f %% slower: found in ", 100 * row->delay);
            print_rate(row->slower, row->trials);
            puts("");
        } else {
            printf("  no difference: one is seen in ");
            print_rate(row->slower + row->faster, row->trials);
            puts(" (5 % or less is right)");
        }
    }
}

static json_t *noise_json(const struct noise_report *report)
{
    json_t *const rows = json_array();
    for (size_t i = 0; i < NOISE_ROWS; i++) {
        const struct noise_row *const row = &report->rows[i];
        json_array_append_new(rows, json_pack("{s:f, s:i, s:i, s:i}", "delay", row->delay, "trials",
                                              (int)row->trials, "slower", (int)row->slower, "faster",
                                              (int)row->faster));
    }
    return json_pack("{s:i, s:f, s:o}", "rounds", (int)report->rounds, "call_s", report->call_s, "delays",
                     rows);
}

static void print_json(const struct findings *findings, const struct noise_report *noise)
{
    json_t *const report =
        json_pack("{s:s, s:i, s:o, s:o}", "schema", "scanbench-doctor", "schema_version", SCHEMA_VERSION,
                  "findings", findings_json(findings), "noise", noise ? noise_json(noise) : json_null());
    char *const text = json_dump_line(report, JSON_INDENT(1));
    fputs(text, stdout);
    free(text);
}

static bool measure_noise(const struct machine *machine, const struct options *options,
                          struct noise_report *report, struct error *error)
{
    bool progress = !options->quiet && isatty(STDERR_FILENO);
    const struct noise_options asked = {
        .trials = options->smoke ? SMOKE_TRIALS : TRIALS,
        .seed = options->seed_set ? options->seed : 1,
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
    if (!options->json)
        findings_print(&findings);
    fflush(stdout);
    bool ok = !options->noise || measure_noise(&machine, options, &noise, error);
    ok = ok && clock_check(&machine.clock, error);
    if (ok && options->json)
        print_json(&findings, options->noise ? &noise : NULL);
    else if (ok && options->noise)
        print_noise(&noise);
    machine_close(&machine);
    return ok;
}
