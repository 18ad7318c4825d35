/* SPDX-License-Identifier: MIT */
/* What a run was in effect: its config, the command line and the environment taken together. */
#include "results/effective_json.h"

#include "base/text_stream.h"
#include "sweep/config_set.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Null where it does not parse, which it did before. */
static json_t *config_after(const struct config *config, const struct invocation *said)
{
    json_error_t ignored;
    struct error refused = {0};
    struct setting setting;
    json_t *const root = json_load(config->text, config->length, 0, &ignored);
    for (size_t i = 0; root && i < said->setting_count; i++)
        setting_apply(root, said->settings[i], &setting, &refused);
    return root ? root : json_null();
}

static bool is_read(const char *variable)
{
    static const char *const starts[] = {
        "SCANBENCH_", "LD_",       "GLIBC_TUNABLES=", "MALLOC_", "OMP_",  "GOMP_", "KMP_",
        "MKL_",       "OPENBLAS_", "CUDA_",           "OCL_",    "POCL_", "OMPI_", "MPICH_",
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(variable, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* A list of paths, with those in the working folder as from there: results are published, and where somebody
 * keeps things says nothing of a measurement. */
static json_t *paths_json(const char *value)
{
    char *const folder = getcwd(NULL, 0);
    const size_t length = folder ? strlen(folder) : 0;
    struct text_stream stream;
    text_stream_open(&stream);
    for (const char *path = value; *path; path += strcspn(path, ":")) {
        if (*path == ':')
            putc(*path++, stream.file);
        const size_t rest = strcspn(path, ":");
        const bool within = length > 1 && rest >= length && strncmp(path, folder, length) == 0;
        if (within && rest == length)
            putc('.', stream.file);
        else if (within && path[length] == '/')
            fprintf(stream.file, "%.*s", (int)(rest - length - 1), path + length + 1);
        else
            fprintf(stream.file, "%.*s", (int)rest, path);
    }
    char *const text = text_stream_close(&stream);
    json_t *const json = text_json(text);
    free(text);
    free(folder);
    return json;
}

static json_t *environment_json(void)
{
    json_t *const object = json_object();
    for (size_t i = 0; environ && environ[i]; i++) {
        const char *const value = strchr(environ[i], '=');
        char name[128];
        if (!value || !is_read(environ[i]) || (size_t)(value - environ[i]) >= sizeof name)
            continue;
        memcpy(name, environ[i], (size_t)(value - environ[i]));
        name[value - environ[i]] = '\0';
        json_object_set_new(object, name, paths_json(value + 1));
    }
    return object;
}

json_t *effective_json(const struct report_context *context)
{
    static const struct invocation silent;
    const struct invocation *const said = context->invocation ? context->invocation : &silent;
    const struct measure_settings *const measure = &context->config->measure;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, measure->seed);
    return json_pack("{s:o, s:I, s:f, s:I, s:s, s:o, s:o, s:o, s:b, s:o}", "config",
                     config_after(context->config, said), "processes", (json_int_t)measure->processes,
                     "time_s", measure->time_s, "samples_most", (json_int_t)measure->samples, "random_seed",
                     seed, "filter", text_json(said->filter), "isa", text_json(said->isa), "topology",
                     text_json(said->topology), "smoke", (int)said->smoke, "environment", environment_json());
}
