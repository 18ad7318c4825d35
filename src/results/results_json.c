/* SPDX-License-Identifier: MIT */
/* Results as JSON: the fields of every record, every raw sample, and what they were measured with and on. */
#include "results/results_json.h"

#include "base/sha256.h"
#include "base/text_stream.h"
#include "results/effective_json.h"
#include "results/effort_json.h"
#include "results/machine_json.h"
#include "results/record_json.h"
#include "results/seal.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *config_json(const struct config *config)
{
    json_error_t ignored;
    json_t *const parsed = json_load(config->text, config->length, 0, &ignored);

    return parsed != NULL ? parsed : json_null();
}

json_t *resume_json(const struct results *results, const struct report_context *context)
{
    static const struct invocation silent;
    const struct invocation *const said = context->invocation ? context->invocation : &silent;
    const struct config *const config = context->config;
    char seed[32];

    snprintf(seed, sizeof seed, "%" PRIu64, config->measure.seed);
    return json_pack("{s:o, s:s%, s:o, s:o, s:o, s:o, s:s, s:b, s:I, s:o}", "path", text_json(config->path),
                     "config", config->text, config->length, "settings",
                     texts_json(said->settings, said->setting_count), "filter", text_json(said->filter),
                     "isa", text_json(said->isa), "topology", text_json(said->topology), "seed", seed,
                     "smoke", (int)said->smoke, "points", (json_int_t)results->count, "utc",
                     text_json(context->machine->environment.utc));
}

/* Null where the other run ended before: what was measured is no pair. */
static json_t *turns_json(const struct session *session)
{
    if (session->broken)
        return json_null();
    return json_pack("{s:s, s:s}", "session", session->name, "side", session->first ? "first" : "second");
}

/* All but the results, which come last. */
static json_t *report_json(const struct results *results, const struct report_context *context)
{
    const struct config *const config = context->config;
    char digest[65];

    sha256_hex(config->text, config->length, digest);
    json_t *const report = json_pack(
        "{s:s, s:i, s:s, s:b, s:o, s:o, s:o, s:s, s:o, s:{s:o, s:o}, s:o, s:o}", "schema",
        "scanbench-results", "schema_version", RESULTS_VERSION, seal_name, seal_blank, "complete",
        (int)results->complete, "tool", tool_json(), "argv",
        texts_json((const char *const *)context->argv, (size_t)context->argc), "config", config_json(config),
        "config_sha256", digest, "effective", effective_json(context), "machine", "identity",
        identity_json(results, context->machine, context->config), "state", state_json(context->machine),
        "warnings", texts_json(context->warnings, context->warning_count), "effort",
        effort_json(&results->effort));
    if (!results->complete)
        json_object_set_new(report, "resume", resume_json(results, context));
    if (context->session != NULL)
        json_object_set_new(report, "turns", turns_json(context->session));
    if (context->claims != NULL)
        json_object_set(report, "claims", context->claims);
    return report;
}

/* A line each. */
static void print_records(FILE *file, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        json_t *const json = record_json(&results->records[i]);
        char *const line = json_dump_text(json, RECORD_DIGITS);
        fprintf(file, "%s\n  %s", i > 0 ? "," : "", line);
        free(line);
        json_decref(json);
    }
}

char *json_text(const struct results *results, const struct report_context *context)
{
    struct text_stream stream;
    json_t *const report = report_json(results, context);
    char *const head = json_dump_text(report, JSON_INDENT(1) | RECORD_DIGITS);
    json_decref(report);
    text_stream_open(&stream);
    fprintf(stream.file, "%.*s,\n \"results\": [", (int)(strlen(head) - strlen("\n}")), head);
    print_records(stream.file, results);
    fputs("\n ]\n}\n", stream.file);
    free(head);
    char *const text = text_stream_close(&stream);
    seal_close(text);
    return text;
}
