/* SPDX-License-Identifier: MIT */
/* The variables of the environment that this program, its libraries and those of plugins read. */
#include "results/environment_json.h"

#include "base/text_stream.h"
#include "json/json_values.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

json_t *environment_json(void)
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
