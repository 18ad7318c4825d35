/* SPDX-License-Identifier: MIT */
/* NVIDIA's driver and compiler as libraries that are loaded when somebody asks for a device. */
#include "engine/cuda/cuda_library.h"

#include "engine/cuda/cuda.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OLDEST_CUDA = 11020, PATH_BYTES = 1024 }; /* the first whose NVRTC makes images for a device */

/* A function of a library, and where its address goes. */
struct library_function {
    const char *symbol;
    size_t offset;
};

#define DRIVER_ENTRY(member, symbol, result, parameters) {#symbol, offsetof(struct cuda_driver, member)},
static const struct library_function driver_functions[] = {FOR_EACH_DRIVER_FUNCTION(DRIVER_ENTRY)};
#define NVRTC_ENTRY(member, symbol, result, parameters) {#symbol, offsetof(struct nvrtc, member)},
static const struct library_function nvrtc_functions[] = {FOR_EACH_NVRTC_FUNCTION(NVRTC_ENTRY)};

/* Fill a table of function pointers: the first symbol that the library lacks, or NULL. */
static const char *find_functions(void *library, const struct library_function *functions, size_t count,
                                  void *table)
{
    for (size_t i = 0; i < count; i++) {
        void *const address = dlsym(library, functions[i].symbol);
        if (!address)
            return functions[i].symbol;
        memcpy((char *)table + functions[i].offset, &address, sizeof address);
    }
    return NULL;
}

static void *open_driver(const char **name, struct error *error)
{
    const char *const named = getenv("SCANBENCH_LIBCUDA");
    *name = named && *named ? named : "libcuda.so.1";
    void *const library = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        error_set(error, EXIT_SYSTEM,
                  "no CUDA driver: %s; install NVIDIA's driver, or name its library in SCANBENCH_LIBCUDA",
                  dlerror());
    return library;
}

const char *cuda_hiding(void)
{
    return getenv("CUDA_VISIBLE_DEVICES") ? "; CUDA_VISIBLE_DEVICES hides those that it does not name" : "";
}

/* What to do about a status; "" where it says all. */
static const char *advice(enum cuda_status status)
{
    static const struct {
        enum cuda_status status;
        const char *text;
    } advices[] = {
        {CUDA_OUT_OF_MEMORY, "; smaller n, or end what else uses the device"},
        {CUDA_UNAVAILABLE, "; another process has the device for itself"},
        {CUDA_NO_DEVICE, "; nvidia-smi shows which devices the driver sees"},
        {CUDA_INVALID_IMAGE, "; update NVIDIA's driver, or name an older libnvrtc in SCANBENCH_LIBNVRTC"},
        {CUDA_NO_BINARY, "; update NVIDIA's driver, or name an older libnvrtc in SCANBENCH_LIBNVRTC"},
        {CUDA_ECC, "; the device's memory is broken: nvidia-smi -q -d ECC shows more"},
        {CUDA_ILLEGAL_ADDRESS, "; scanbench check --device cuda:0 shows which kernels are wrong there"},
        {CUDA_LAUNCH_FAILED, "; scanbench check --device cuda:0 shows which kernels are wrong there"},
        {CUDA_LAUNCH_RESOURCES, "; fewer threads_per_group or values_per_thread"},
        {CUDA_LAUNCH_TIMEOUT, "; a device that also drives a screen ends long kernels"},
        {CUDA_DRIVER_MISMATCH, "; the driver was updated: restart the machine"},
        {CUDA_UNKNOWN, "; the device may be lost: dmesg and nvidia-smi show more"},
    };
    if (status == CUDA_NO_DEVICE && *cuda_hiding())
        return cuda_hiding();
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
        if (advices[i].status == status)
            return advices[i].text;
    return "";
}

static bool refuse(const struct cuda_driver *driver, enum cuda_status status, const char *what,
                   struct error *error)
{
    const char *name = NULL, *text = NULL;
    driver->error_name(status, &name);
    driver->error_string(status, &text);
    return error_set(error, EXIT_SYSTEM, "%s: %s (%s)%s", what, text ? text : "unknown error",
                     name ? name : "no name", advice(status));
}

bool cuda_succeeds(const struct cuda_device *device, enum cuda_status status, const char *what,
                   struct error *error)
{
    char text[512];
    if (status == CUDA_OK)
        return true;
    snprintf(text, sizeof text, "cuda:%d: %s", device->index, what);
    return refuse(&device->driver, status, text, error);
}

bool cuda_driver_load(struct cuda_driver *driver, struct error *error)
{
    const char *name;
    void *const library = open_driver(&name, error);
    if (!library)
        return false;
    const char *const missing = find_functions(library, driver_functions,
                                               sizeof driver_functions / sizeof driver_functions[0], driver);
    if (missing) {
        dlclose(library);
        return error_set(error, EXIT_SYSTEM,
                         "the CUDA driver %s has no %s: it is too old; update NVIDIA's driver", name,
                         missing);
    }
    void *const beside = dlsym(library, "cuLaunchKernelEx");
    memcpy(&driver->launch_beside, &beside, sizeof beside);
    enum cuda_status status = driver->init(0);
    if (status == CUDA_OK)
        status = driver->driver_version(&driver->version);
    if (status != CUDA_OK)
        return refuse(driver, status, "the CUDA driver does not start", error);
    if (driver->version < OLDEST_CUDA)
        return error_set(
            error, EXIT_SYSTEM,
            "the CUDA driver speaks CUDA %d.%d: %d.%d or newer is needed; update NVIDIA's driver",
            driver->version / 1000, driver->version % 1000 / 10, OLDEST_CUDA / 1000, OLDEST_CUDA % 1000 / 10);
    return true;
}

/* The compiler looks for its builtins by name alone: those beside it come first when they are loaded. */
static void load_builtins(const char *path)
{
    const char *const slash = strrchr(path, '/');
    char pattern[PATH_BYTES];
    glob_t found;
    if (!slash)
        return;
    snprintf(pattern, sizeof pattern, "%.*s/libnvrtc-builtins.so.*", (int)(slash - path), path);
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_GLOBAL);
    globfree(&found);
}

/* True when the library at `path` is a compiler that will do; else why records what is against it, once a
 * library is there at all. */
static bool try_nvrtc(struct nvrtc *nvrtc, const char *path, int driver_version, struct error *why)
{
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    const char *const missing =
        find_functions(library, nvrtc_functions, sizeof nvrtc_functions / sizeof nvrtc_functions[0], nvrtc);
    if (missing)
        error_set(why, EXIT_SYSTEM, "the CUDA compiler %s has no %s: NVRTC 11.2 or newer is needed", path,
                  missing);
    else if (nvrtc->version(&nvrtc->major, &nvrtc->minor) != 0)
        error_set(why, EXIT_SYSTEM, "the CUDA compiler %s does not print its version", path);
    else if (driver_version != 0 && nvrtc->major > driver_version / 1000)
        error_set(
            why, EXIT_SYSTEM,
            "the CUDA compiler %s is of CUDA %d.%d, the driver of %d.%d; update NVIDIA's driver, or name an "
            "older libnvrtc in SCANBENCH_LIBNVRTC",
            path, nvrtc->major, nvrtc->minor, driver_version / 1000, driver_version % 1000 / 10);
    else {
        load_builtins(path);
        return true;
    }
    dlclose(library);
    return false;
}

static int by_version(const void *a, const void *b)
{
    return strverscmp(*(const char *const *)b, *(const char *const *)a);
}

/* The newest library in the folders that match, by the versions in their names: 12.10 before 12.9. */
static bool try_folder(struct nvrtc *nvrtc, const char *folder, int driver_version, struct error *why)
{
    char pattern[PATH_BYTES];
    glob_t found;
    bool ok = false;
    snprintf(pattern, sizeof pattern, "%s/{lib64,lib,targets/*/lib}/libnvrtc.so.[0-9]*", folder);
    if (glob(pattern, GLOB_BRACE, NULL, &found) == 0) {
        qsort(found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, by_version);
        for (size_t i = 0; i < found.gl_pathc && !ok; i++)
            ok = try_nvrtc(nvrtc, found.gl_pathv[i], driver_version, why);
    }
    globfree(&found);
    return ok;
}

/* Where a toolkit is told to be, what the linker knows, where toolkits usually are. */
static bool search_nvrtc(struct nvrtc *nvrtc, int driver_version, struct error *why)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
    const char *const home = getenv("CUDA_HOME");
    if (home && *home && try_folder(nvrtc, home, driver_version, why))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (try_nvrtc(nvrtc, names[i], driver_version, why))
            return true;
    return try_folder(nvrtc, "/usr/local/cuda", driver_version, why) ||
           try_folder(nvrtc, "/usr/local/cuda-*", driver_version, why);
}

bool nvrtc_load(struct nvrtc *nvrtc, int driver_version, struct error *error)
{
    const char *const named = getenv("SCANBENCH_LIBNVRTC");
    const bool is_named = named && *named;
    struct error why = {0};
    if (is_named ? try_nvrtc(nvrtc, named, driver_version, &why) : search_nvrtc(nvrtc, driver_version, &why))
        return true;
    if (why.code != EXIT_OK)
        return error_set(error, why.code, "%s", why.text);
    if (is_named)
        return error_set(error, EXIT_SYSTEM,
                         "no CUDA compiler: SCANBENCH_LIBNVRTC names %s, which cannot be loaded", named);
    return error_set(error, EXIT_SYSTEM,
                     "no CUDA compiler: libnvrtc.so is neither known to the linker nor in CUDA_HOME; install "
                     "NVIDIA's CUDA toolkit, or name the library in SCANBENCH_LIBNVRTC");
}
