/* SPDX-License-Identifier: MIT */
/* The devices of OpenCL: which one a name means, what it is, and what it can do. */
#include "engine/opencl/opencl.h"

#include "implementation/implementation.h"

#include <stdio.h>
#include <string.h>

enum { PLATFORMS = 8, DEVICES = 16 };

uint64_t opencl_device_number(const struct opencl *opencl, uint32_t what)
{
    uint64_t value = 0;
    if (opencl->api->clGetDeviceInfo(opencl->id, what, sizeof value, &value, NULL) != CL_SUCCESS)
        return 0;
    return value;
}

static bool has_extension(const struct opencl *opencl, const char *extension)
{
    char extensions[8192] = "";
    opencl->api->clGetDeviceInfo(opencl->id, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
    return strstr(extensions, extension) != NULL;
}

/* What is asked for: "opencl:pocl:1" is the second one of a platform whose name or version has that
 * word, "opencl:1" of all. */
struct wanted {
    char platform[64];
    unsigned index;
};

static bool read_name(const char *name, struct wanted *wanted)
{
    const char *rest = name && strcmp(name, "-") != 0 ? name : "";
    char end;
    *wanted = (struct wanted){.index = 0};
    if (strncmp(rest, "opencl:", strlen("opencl:")) == 0)
        rest += strlen("opencl:");
    if (!*rest || sscanf(rest, "%u%c", &wanted->index, &end) == 1)
        return true;
    return sscanf(rest, "%63[^:]:%u%c", wanted->platform, &wanted->index, &end) == 2 ||
           (!strchr(rest, ':') && sscanf(rest, "%63[^:]", wanted->platform) == 1);
}

static bool platform_matches(const struct opencl *opencl, cl_platform platform, const char *word)
{
    char name[256] = "", version[256] = "";
    opencl->api->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    opencl->api->clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);
    return strcasestr(name, word) || strcasestr(version, word);
}

static bool find_wanted(struct opencl *opencl, struct wanted *wanted)
{
    cl_platform platforms[PLATFORMS];
    uint32_t count = 0;
    if (opencl->api->clGetPlatformIDs(PLATFORMS, platforms, &count) != CL_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count && i < PLATFORMS; i++) {
        cl_device devices[DEVICES];
        uint32_t found = 0;
        if (!platform_matches(opencl, platforms[i], wanted->platform) ||
            opencl->api->clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, DEVICES, devices, &found) !=
                CL_SUCCESS)
            continue;
        if (wanted->index < found && wanted->index < DEVICES) {
            opencl->id = devices[wanted->index];
            return true;
        }
        wanted->index -= found;
    }
    return false;
}

bool opencl_device_find(struct opencl *opencl, const char *name, struct error *error)
{
    struct wanted wanted;
    if (!read_name(name, &wanted))
        return error_set(error, EXIT_USAGE, "%s is no device of OpenCL; expected opencl:PLATFORM:NUMBER",
                         name);
    return find_wanted(opencl, &wanted) ||
           error_set(error, EXIT_SYSTEM, "OpenCL has no device%s%s", name ? " " : "", name ? name : "");
}

/* A text that describes the device, put where there was none; cut at its end. */
static void ask_text(const struct opencl *opencl, uint32_t what, char *text, size_t size)
{
    char all[256] = "";
    opencl->api->clGetDeviceInfo(opencl->id, what, sizeof all - 1, all, NULL);
    snprintf(text, size, "%.*s", (int)size - 1, all);
}

/* The version in a text as "OpenCL 3.0 CUDA" or "OpenCL C 1.2 ": 30, 12; 0 where there is none. */
static unsigned ask_version(const struct opencl *opencl, uint32_t what)
{
    char text[64];
    unsigned major, minor;
    ask_text(opencl, what, text, sizeof text);
    return sscanf(text, "OpenCL%*[ C]%u.%u", &major, &minor) == 2 ? 10 * major + minor : 0;
}

/* The language of kernels, of those that they are written for: 30, 20 or 12. A device of OpenCL 3.0 lists
 * what it knows, and may call itself one of C 1.2 beside it. */
static unsigned ask_language(const struct opencl *opencl)
{
    struct cl_name_version known[16];
    size_t bytes = 0;
    if (opencl->api->clGetDeviceInfo(opencl->id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof known, known,
                                     &bytes) == CL_SUCCESS)
        for (size_t i = 0; i < bytes / sizeof known[0]; i++)
            if (known[i].version >= CL_VERSION_3_0)
                return 30;
    const unsigned version = ask_version(opencl, CL_DEVICE_OPENCL_C_VERSION);
    return version >= 30 ? 30 : version >= 20 ? 20 : 12;
}

/* What its atomics can do; before OpenCL 3.0 the version of the language says it. */
static uint64_t ask_atomics(const struct opencl *opencl)
{
    if (opencl->language == 20)
        return CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_DEVICE;
    return opencl->language == 30 ? opencl_device_number(opencl, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) : 0;
}

/* What groups that wait for each other need, by its name in the specification; NULL: it is there. */
static const char *lacks_exchange(const struct opencl *opencl)
{
    if (!(opencl->atomics & CL_DEVICE_ATOMIC_ORDER_ACQ_REL))
        return "CL_DEVICE_ATOMIC_ORDER_ACQ_REL";
    if (!(opencl->atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE))
        return "CL_DEVICE_ATOMIC_SCOPE_DEVICE";
    return has_extension(opencl, "cl_khr_int64_base_atomics") ? NULL : "cl_khr_int64_base_atomics";
}

bool opencl_device_describe(struct opencl *opencl, struct error *error)
{
    ask_text(opencl, CL_DEVICE_NAME, opencl->name, sizeof opencl->name);
    const unsigned version = ask_version(opencl, CL_DEVICE_VERSION);
    if (version < 12)
        return error_set(error, EXIT_SYSTEM, "%s has a CL_DEVICE_VERSION of %u.%u; expected 1.2 or later",
                         opencl->name, version / 10, version % 10);
    opencl->is_cpu = opencl_device_number(opencl, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
    opencl->most_bytes = opencl_device_number(opencl, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    opencl->language = ask_language(opencl);
    opencl->atomics = ask_atomics(opencl);
    opencl->exchanges = !lacks_exchange(opencl);
    return true;
}

/* Of all platforms. */
static unsigned count_devices(const struct opencl *opencl)
{
    cl_platform platforms[PLATFORMS];
    uint32_t count = 0, all = 0;
    if (opencl->api->clGetPlatformIDs(PLATFORMS, platforms, &count) != CL_SUCCESS)
        return 0;
    for (uint32_t i = 0; i < count && i < PLATFORMS; i++) {
        uint32_t found = 0;
        if (opencl->api->clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &found) == CL_SUCCESS)
            all += found;
    }
    return all;
}

void opencl_device_facts(const struct engine_device *device, struct engine_facts *facts)
{
    const struct opencl *const opencl = (const struct opencl *)device;
    const cl_platform platform = (cl_platform)(uintptr_t)opencl_device_number(opencl, CL_DEVICE_PLATFORM);
    char name[32] = "", version[32];
    opencl->api->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    ask_text(opencl, CL_DRIVER_VERSION, version, sizeof version);
    snprintf(facts->name, sizeof facts->name, "%s", opencl->name);
    snprintf(facts->driver, sizeof facts->driver, "%s%s%s", name, *name ? " " : "", version);
    ask_text(opencl, CL_DEVICE_OPENCL_C_VERSION, facts->compiler, sizeof facts->compiler);
    facts->memory_bytes = opencl_device_number(opencl, CL_DEVICE_GLOBAL_MEM_SIZE);
    facts->cache_bytes = opencl_device_number(opencl, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    facts->multiprocessors = (unsigned)opencl_device_number(opencl, CL_DEVICE_MAX_COMPUTE_UNITS);
    facts->ecc = opencl_device_number(opencl, CL_DEVICE_ERROR_CORRECTION_SUPPORT) != 0;
    facts->devices = count_devices(opencl);
}

/* Whether groups of it read what others write in the same launch. */
static bool exchanges(const struct implementation *implementation)
{
    for (const struct kernel_use *use = implementation->kernels; use->kernel; use++)
        for (unsigned i = 0; i < use->kernel->count; i++)
            if (use->kernel->parameters[i].kind == PARAMETER_BUFFER_EXCHANGE)
                return true;
    return false;
}

bool opencl_device_supports(struct engine_device *device, const struct point *point, struct error *why)
{
    const struct opencl *const opencl = (const struct opencl *)device;
    const char *lacks = exchanges(point->implementation) ? lacks_exchange(opencl) : NULL;
    if (!opencl_device_number(opencl, CL_DEVICE_COMPILER_AVAILABLE))
        lacks = "CL_DEVICE_COMPILER_AVAILABLE";
    else if (point->dtype == DTYPE_F64 && !opencl_device_number(opencl, CL_DEVICE_DOUBLE_FP_CONFIG))
        lacks = "CL_DEVICE_DOUBLE_FP_CONFIG";
    if (lacks)
        return error_set(why, EXIT_USAGE, "%s lacks %s", opencl->name, lacks);
    const uint64_t most = opencl_device_number(opencl, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    if (point->threads_per_group > most)
        return error_set(why, EXIT_USAGE, "%s has a CL_DEVICE_MAX_WORK_GROUP_SIZE of %llu", opencl->name,
                         (unsigned long long)most);
    return true;
}
