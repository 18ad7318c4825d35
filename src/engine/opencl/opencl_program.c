/* SPDX-License-Identifier: MIT */
/* The programs of the OpenCL engine: all kernels for one element type, operator, number of values and group
 * function. */
#include "engine/opencl/opencl_program.h"

#include "base/memory.h"
#include "engine/build_log.h"
#include "engine/build_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The group function of one type: the build's, where its name begins so; else any of them, which is not
 * called. */
static const char *local_of(const struct build *build, const char *prefix, const char *any)
{
    return build->local && strncmp(build->local, prefix, strlen(prefix)) == 0 ? build->local : any;
}

static void write_options(const struct opencl *opencl, const struct build *build, char *options)
{
    struct build_word words[BUILD_WORDS];
    int length = snprintf(options, OPENCL_OPTIONS, "-cl-std=CL%u.%u -DEXCHANGES=%d %s", opencl->language / 10,
                          opencl->language % 10, opencl->exchanges, opencl->options);
    build_words(build->dtype, build->op, words);
    for (size_t i = 0; i < BUILD_WORDS; i++)
        length += snprintf(options + length, OPENCL_OPTIONS - (size_t)length, " -D%s=%s", words[i].name,
                           words[i].value);
    snprintf(options + length, OPENCL_OPTIONS - (size_t)length,
             " -DVALUES=%u -DNETWORK=%s -DLOCAL_local_scan=%s -DLOCAL_local_reduce=%s -DLOCAL_local_dot=%s",
             build->values ? build->values : 1, network_word(build->network),
             local_of(build, "scan_", "scan_raking"), local_of(build, "reduce_", "reduce_raking"),
             local_of(build, "dot_", "dot_shared"));
}

/* What is wrong comes first: the options are long, and a result keeps the beginning of a message. */
static void note_log(struct opencl *opencl, cl_program program, const char *options, struct error *why)
{
    const struct opencl_api *const api = opencl->api;
    size_t bytes = 0;
    int length = 0;
    if (api->clGetProgramBuildInfo(program, opencl->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) != CL_SUCCESS)
        bytes = 0;
    char *const log = memory_array(bytes + 1, 1);
    if (api->clGetProgramBuildInfo(program, opencl->id, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) != CL_SUCCESS)
        *log = '\0';
    const char *const message = build_log_message(log, &length);
    error_set(why, EXIT_USAGE, "%s does not build the kernels: %.*s (%s)", opencl->name, length, message,
              options);
    free(log);
}

cl_program opencl_program_build(struct opencl *opencl, const struct build *build, struct error *why)
{
    const char *source = opencl_source;
    char options[OPENCL_OPTIONS];
    int32_t status;
    write_options(opencl, build, options);
    for (struct opencl_program *program = opencl->programs; program; program = program->next)
        if (strcmp(program->options, options) == 0)
            return program->program;
    struct opencl_program *const built = memory_array(1, sizeof *built);
    strcpy(built->options, options);
    built->program = opencl->api->clCreateProgramWithSource(opencl->context, 1, &source, NULL, &status);
    if (status == CL_SUCCESS)
        status = opencl->api->clBuildProgram(built->program, 1, &opencl->id, options, NULL, NULL);
    if (status == CL_SUCCESS) {
        built->next = opencl->programs;
        opencl->programs = built;
        return built->program;
    }
    if (built->program) {
        note_log(opencl, built->program, options, why);
        opencl->api->clReleaseProgram(built->program);
    }
    error_set(why, EXIT_SYSTEM, "%s makes no program: OpenCL error %d%s", opencl->name, (int)status,
              opencl_status_text(status));
    free(built);
    return NULL;
}

void opencl_programs_release(struct opencl *opencl)
{
    while (opencl->programs) {
        struct opencl_program *const first = opencl->programs;
        opencl->programs = first->next;
        opencl->api->clReleaseProgram(first->program);
        free(first);
    }
}
