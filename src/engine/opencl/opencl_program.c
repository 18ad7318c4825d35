/* SPDX-License-Identifier: MIT */
/* The programs of the OpenCL engine, all kernels for one element type, operator, number of values and group
 * function; the kernels that are built of them, and their launches. */
#include "engine/opencl/opencl.h"

#include "base/memory.h"
#include "base/text.h"

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
    snprintf(options, OPENCL_OPTIONS, "-cl-std=CL%u.%u -DEXCHANGES=%d %s", opencl->language / 10,
             opencl->language % 10, opencl->exchanges, opencl->options);
    build_words(build->dtype, build->op, words);
    for (size_t i = 0; i < BUILD_WORDS && words[i].name; i++)
        text_add(options, OPENCL_OPTIONS, " -D%s=%s", words[i].name, words[i].value);
    text_add(options, OPENCL_OPTIONS,
             " -DVALUES=%u -DNETWORK=%s -DLOCAL_local_scan=%s -DLOCAL_local_reduce=%s -DLOCAL_local_dot=%s",
             build->values ? build->values : 1, network_word(build->network),
             local_of(build, "scan_", "scan_raking"), local_of(build, "reduce_", "reduce_raking"),
             local_of(build, "dot_", "dot_shared"));
    if (build->reversed)
        text_add(options, OPENCL_OPTIONS, " -DREVERSED");
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
    const char *const message = build_words_error(log, &length);
    error_set(why, EXIT_USAGE, "%s does not build the kernels: %.*s (%s)", opencl->name, length, message,
              options);
    free(log);
}

static cl_program build_program(struct opencl *opencl, const struct build *build, struct error *why)
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

/* A kernel that is built, for groups of so many threads. */
struct opencl_built {
    struct built built;
    const struct opencl_api *api;
    cl_kernel kernel;
    size_t threads;
    size_t local_bytes; /* that a launch gives */
};

static uint64_t ask_kernel(const struct opencl *opencl, cl_kernel kernel, uint32_t what)
{
    uint64_t value = 0;
    if (opencl->api->clGetKernelWorkGroupInfo(kernel, opencl->id, what, sizeof value, &value, NULL) !=
        CL_SUCCESS)
        return 0;
    return value;
}

/* Whether a group of the device has room for a kernel, as far as the device says so: only now does it know
 * what the compiler has made. */
static bool fits(struct opencl *opencl, const struct opencl_built *made, struct error *why)
{
    const char *const name = made->built.kernel->name;
    const uint64_t most = ask_kernel(opencl, made->kernel, CL_KERNEL_WORK_GROUP_SIZE),
                   local = ask_kernel(opencl, made->kernel, CL_KERNEL_LOCAL_MEM_SIZE) + made->local_bytes,
                   have = opencl_device_number(opencl, CL_DEVICE_LOCAL_MEM_SIZE);
    if (most > 0 && made->threads > most)
        return error_set(why, EXIT_USAGE, "%s has a CL_KERNEL_WORK_GROUP_SIZE of %llu for %s", opencl->name,
                         (unsigned long long)most, name);
    return have == 0 || local <= have ||
           error_set(why, EXIT_USAGE, "%s has a CL_DEVICE_LOCAL_MEM_SIZE of %llu: %s takes %llu",
                     opencl->name, (unsigned long long)have, name, (unsigned long long)local);
}

bool opencl_build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    struct opencl *const opencl = (struct opencl *)run->device;
    int32_t status;
    const cl_program program = build_program(opencl, build, why);
    if (!program)
        return false;
    struct opencl_built *const made = memory_array(1, sizeof *made);
    made->built.kernel = kernel;
    made->api = opencl->api;
    made->threads = build->threads;
    made->local_bytes = build->threads * sizeof(uint64_t);
    if (build->ring || build->staged)
        made->local_bytes += (size_t)build->threads * build->values *
                             dtype_size(dtype_accumulator(build->dtype)) * (build->beside ? 2 : 1);
    made->kernel = opencl->api->clCreateKernel(program, kernel->name, &status);
    *built = &made->built;
    if (status != CL_SUCCESS) {
        free(made);
        return error_set(why, EXIT_USAGE, "%s has no kernel %s for %s: OpenCL error %d%s", opencl->name,
                         kernel->name, dtype_names[build->dtype], (int)status, opencl_status_text(status));
    }
    if (fits(opencl, made, why))
        return true;
    opencl_discard(&made->built);
    return false;
}

void opencl_discard(struct built *built)
{
    struct opencl_built *const made = (struct opencl_built *)built;
    made->api->clReleaseKernel(made->kernel);
    free(made);
}

/* The place of what a parameter leads to: one element of the host's is copied when it has changed. */
static struct opencl_place place_of(struct opencl *opencl, unsigned index, const void *address)
{
    struct opencl_place place = {NULL, 0};
    uint64_t *const copied = &opencl->copied[index];
    char *const loose = opencl->loose + index * sizeof *copied;
    if (!address || opencl_memory_find(opencl, address, &place))
        return place;
    if (memcmp(copied, address, sizeof *copied) != 0) {
        memcpy(copied, address, sizeof *copied);
        opencl_copy_in(&opencl->device, loose, copied, sizeof *copied);
    }
    opencl_memory_find(opencl, loose, &place);
    return place;
}

/* The arguments of OpenCL: local memory of an element a thread, and a tile where the kernel has one there;
 * then each value, and each buffer and the bytes from its start on. */
static bool set_arguments(struct opencl *opencl, const struct opencl_built *built,
                          const union argument *arguments)
{
    const struct opencl_api *const api = opencl->api;
    const struct kernel *const kernel = built->built.kernel;
    int32_t status = api->clSetKernelArg(built->kernel, 0, built->local_bytes, NULL);
    for (uint32_t i = 0, at = 1; status == CL_SUCCESS && i < kernel->count; i++) {
        if (kernel->parameters[i].kind == PARAMETER_BY_VALUE) {
            status =
                api->clSetKernelArg(built->kernel, at++, kernel->parameters[i].bytes, &arguments[i].value);
            continue;
        }
        const struct opencl_place place = place_of(opencl, i, arguments[i].in);
        status = api->clSetKernelArg(built->kernel, at++, sizeof place.buffer, &place.buffer);
        if (status == CL_SUCCESS)
            status = api->clSetKernelArg(built->kernel, at++, sizeof place.offset, &place.offset);
    }
    return opencl_succeeds(opencl, kernel->name, status);
}

void opencl_launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    struct opencl *const opencl = (struct opencl *)run->device;
    const struct opencl_built *const made = (const struct opencl_built *)built;
    const size_t all = groups * made->threads;
    union argument words[LAUNCH_ARGUMENTS];
    if (groups == 0 || opencl->failure.code != EXIT_OK)
        return;
    memcpy(words, arguments, built->kernel->count * sizeof *words);
    opencl_count_waiting(opencl);
    if (set_arguments(opencl, made, words))
        opencl_succeeds(opencl, "clEnqueueNDRangeKernel",
                        opencl->api->clEnqueueNDRangeKernel(opencl->queue, made->kernel, 1, NULL, &all,
                                                            &made->threads, 0, NULL, NULL));
}
