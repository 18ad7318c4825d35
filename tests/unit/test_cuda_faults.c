/* SPDX-License-Identifier: MIT */
/* Everything that can be absent or fail between this program and a CUDA device, planted in stand-ins for
 * NVIDIA's libraries: each ends in one line that says what it was, and what to do. */
#include "engine/cuda/cuda_device.h"

#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const struct cuda_program program = {
    .kernel = "scan_tile",
    .dtype = DTYPE_U32,
    .op = OP_SUM,
    .local = "scan_raking",
    .network = "kogge_stone",
    .threads = 64,
    .values = 4,
};

static char cache[] = "/tmp/test-cuda-XXXXXX";

/* The stand-ins as they are when nothing is planted, and no compiled kernel. */
static int start(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s/scanbench'", cache);
    setenv("SCANBENCH_LIBCUDA", STAND_INS "/libcuda.so", 1);
    setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc.so", 1);
    setenv("XDG_CACHE_HOME", cache, 1);
    unsetenv("CUDA_HOME");
    unsetenv("CUDA_VISIBLE_DEVICES");
    unsetenv("FAKE_CUDA");
    return system(command);
}

static void assert_says(const struct error *error, const char *text)
{
    if (!strstr(error->text, text) || strchr(error->text, '\n'))
        fail_msg("\"%s\" is not one line with \"%s\" in it", error->text, text);
}

static struct cuda_device *open_device(void)
{
    struct cuda_device *device;
    struct error error = {0};
    if (!cuda_open("cuda:0", &device, &error))
        fail_msg("%s", error.text);
    return device;
}

static struct cuda_kernel *load_kernel(struct cuda_device *device)
{
    struct cuda_kernel *kernel;
    struct error error = {0};
    if (!cuda_load(device, &program, &kernel, &error))
        fail_msg("%s", error.text);
    return kernel;
}

/* As another process would: what a device has loaded stays there as long as it is open. */
static bool load_afresh(const struct cuda_program *wanted, struct error *error)
{
    struct cuda_device *const device = open_device();
    struct cuda_kernel *kernel;
    const bool ok = cuda_load(device, wanted, &kernel, error);
    if (ok)
        cuda_unload(device, kernel);
    cuda_close(device);
    return ok;
}

static void assert_loads_afresh(const struct cuda_program *wanted)
{
    struct error error = {0};
    if (!load_afresh(wanted, &error))
        fail_msg("%s", error.text);
}

static void assert_not_opened(const char *name, enum exit_code code, const char *text)
{
    struct cuda_device *device;
    struct error error = {0};
    assert_false(cuda_open(name, &device, &error));
    assert_int_equal(error.code, code);
    assert_says(&error, text);
}

static void assert_not_loaded(const char *planted, enum exit_code code, const char *text)
{
    struct cuda_device *const device = open_device();
    struct cuda_kernel *kernel;
    struct error error = {0};
    setenv("FAKE_CUDA", planted, 1);
    assert_false(cuda_load(device, &program, &kernel, &error));
    assert_int_equal(error.code, code);
    assert_says(&error, text);
    cuda_close(device);
    start(NULL);
}

static void assert_failed(struct cuda_device *device, const char *text)
{
    struct error error = {0};
    assert_true(cuda_failed(device, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_says(&error, text);
}

static void nothing_planted_opens_and_runs(void **state)
{
    struct cuda_device *const device = open_device();
    struct cuda_kernel *const kernel = load_kernel(device);
    const char word[4] = "abc";
    char read[4] = "";
    cuda_address memory;
    struct error error = {0};
    (void)state;
    assert_string_equal(cuda_device_facts(device)->name, "Stand-in");
    assert_int_equal(cuda_device_facts(device)->architecture, 90);
    assert_true(cuda_allocate(device, sizeof word, &memory, &error));
    cuda_copy_in(device, memory, word, sizeof word);
    cuda_begin(device);
    cuda_launch(device, kernel, NULL, 3);
    assert_true(cuda_end(device) > 0);
    cuda_copy_out(device, read, memory, sizeof read);
    assert_string_equal(read, word);
    cuda_fill(device, memory, 'x', 2);
    cuda_copy_out(device, read, memory, sizeof read);
    assert_string_equal(read, "xxc");
    cuda_release(device, memory);
    assert_false(cuda_failed(device, &error));
    cuda_unload(device, kernel);
    cuda_close(device);
}

/* The driver may wait for what is in the stream, and would for ever. */
static void nothing_that_waits_is_called_while_the_gate_is_closed(void **state)
{
    struct cuda_device *const device = open_device();
    struct error error = {0};
    cuda_address memory, other;
    char byte = 'x';
    (void)state;
    assert_true(cuda_allocate(device, 1, &memory, &error));
    cuda_begin(device);
    assert_true(cuda_allocate(device, 1, &other, &error));
    cuda_begin(device);
    cuda_release(device, other);
    cuda_begin(device);
    cuda_copy_in(device, memory, &byte, 1);
    cuda_begin(device);
    cuda_copy_out(device, &byte, memory, 1);
    cuda_begin(device);
    struct cuda_kernel *const kernel = load_kernel(device);
    cuda_begin(device);
    cuda_unload(device, kernel);
    cuda_begin(device);
    cuda_join(device);
    assert_true(cuda_end(device) >= 0);
    cuda_begin(device);
    cuda_release(device, memory);
    assert_false(cuda_failed(device, &error));
    cuda_begin(device);
    cuda_close(device);
}

static void the_driver_is_absent_or_too_old(void **state)
{
    (void)state;
    setenv("SCANBENCH_LIBCUDA", "/nowhere/libcuda.so.1", 1);
    assert_not_opened("", EXIT_SYSTEM, "no CUDA driver: /nowhere/libcuda.so.1");
    assert_not_opened("", EXIT_SYSTEM, "install NVIDIA's driver");
    setenv("SCANBENCH_LIBCUDA", STAND_INS "/libcuda_lacking.so", 1);
    assert_not_opened("", EXIT_SYSTEM, "has no cuLaunchKernel: it is too old; update NVIDIA's driver");
    start(NULL);
    setenv("FAKE_CUDA", "driver=10020", 1);
    assert_not_opened("", EXIT_SYSTEM, "speaks CUDA 10.2: 11.2 or newer is needed; update NVIDIA's driver");
    setenv("FAKE_CUDA", "cuInit=803", 1);
    assert_not_opened("", EXIT_SYSTEM, "the driver was updated: restart the machine");
    setenv("FAKE_CUDA", "cuDriverGetVersion=1", 1);
    assert_not_opened("", EXIT_SYSTEM,
                      "the CUDA driver does not start: a planted error (CUDA_ERROR_PLANTED)");
}

static void the_device_is_absent_or_will_not_do(void **state)
{
    static const char *const planted[] = {
        "cuDeviceGetCount=1",         "cuDeviceGet=1",     "cuDeviceGetName=1", "cuDeviceGetAttribute=1",
        "cuDevicePrimaryCtxRetain=1", "cuCtxSetCurrent=1", "cuStreamCreate=1",  "cuEventCreate=1",
        "cuMemGetInfo_v2=1"};
    (void)state;
    setenv("FAKE_CUDA", "cuInit=100", 1);
    assert_not_opened("", EXIT_SYSTEM, "nvidia-smi shows which devices the driver sees");
    setenv("FAKE_CUDA", "devices=0", 1);
    assert_not_opened("cuda", EXIT_SYSTEM, "there is no cuda:0: the driver sees 0 devices");
    setenv("FAKE_CUDA", "devices=1", 1);
    assert_not_opened("cuda:3", EXIT_SYSTEM, "there is no cuda:3: the driver sees 1 device");
    setenv("FAKE_CUDA", "capability=75", 1);
    assert_not_opened("", EXIT_SYSTEM, "(Stand-in) is of compute capability 7.5: 8.0 or newer is needed");
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        setenv("FAKE_CUDA", planted[i], 1);
        assert_not_opened("", EXIT_SYSTEM, "a planted error (CUDA_ERROR_PLANTED)");
    }
    assert_not_opened("cuda:x", EXIT_USAGE, "expected cuda:0");
    assert_not_opened("cuda:-1", EXIT_USAGE, "expected cuda:0");
    assert_not_opened("cuda:0 ", EXIT_USAGE, "expected cuda:0");
}

static void devices_are_hidden_by_the_environment(void **state)
{
    (void)state;
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    setenv("FAKE_CUDA", "cuInit=100", 1);
    assert_not_opened("", EXIT_SYSTEM, "(CUDA_ERROR_PLANTED); CUDA_VISIBLE_DEVICES hides those that it");
    setenv("CUDA_VISIBLE_DEVICES", "0", 1);
    unsetenv("FAKE_CUDA");
    assert_not_opened("cuda:1", EXIT_SYSTEM,
                      "there is no cuda:1: the driver sees 1 device; CUDA_VISIBLE_DEVICES hides those");
}

static void the_second_of_two_devices_is_opened(void **state)
{
    struct cuda_device *device;
    struct error error = {0};
    (void)state;
    setenv("FAKE_CUDA", "devices=2", 1);
    if (!cuda_open("cuda:1", &device, &error))
        fail_msg("%s", error.text);
    assert_string_equal(cuda_device_facts(device)->pci_bus_id, "0000:08:00.0");
    assert_int_equal(cuda_device_facts(device)->devices, 2);
    cuda_close(device);
}

static void the_compiler_is_absent_or_will_not_do(void **state)
{
    (void)state;
    setenv("SCANBENCH_LIBNVRTC", "/nowhere/libnvrtc.so", 1);
    assert_not_opened("", EXIT_SYSTEM,
                      "SCANBENCH_LIBNVRTC names /nowhere/libnvrtc.so, which cannot be loaded");
    setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc_lacking.so", 1);
    assert_not_opened("", EXIT_SYSTEM, "has no nvrtcGetCUBIN: NVRTC 11.2 or newer is needed");
    start(NULL);
    setenv("FAKE_CUDA", "driver=12040 nvrtc=13", 1);
    assert_not_opened("", EXIT_SYSTEM, "is of CUDA 13.0, the driver of 12.4; update NVIDIA's driver");
    setenv("FAKE_CUDA", "nvrtcVersion=1", 1);
    assert_not_opened("", EXIT_SYSTEM, "does not tell its version");
}

/* A toolkit's folder is searched, and an old compiler there is none for lack of a newer one elsewhere. */
static void the_compiler_of_a_toolkit_is_found(void **state)
{
    char home[64], command[256];
    struct nvrtc nvrtc;
    struct error error = {0};
    (void)state;
    snprintf(home, sizeof home, "%s/scanbench/toolkit", cache);
    snprintf(command, sizeof command,
             "mkdir -p '%s/lib64' && cp '" STAND_INS "/libnvrtc.so' '%s/lib64/libnvrtc.so.12'", home, home);
    assert_int_equal(system(command), 0);
    unsetenv("SCANBENCH_LIBNVRTC");
    setenv("CUDA_HOME", home, 1);
    setenv("FAKE_CUDA", "nvrtc=12", 1);
    assert_true(nvrtc_load(&nvrtc, 12040, &error));
    assert_int_equal(nvrtc.major, 12);
}

static void a_program_is_not_compiled(void **state)
{
    (void)state;
    assert_not_loaded("nvrtcCreateProgram=1", EXIT_SYSTEM,
                      "NVRTC 13.0 cannot start on scan_tile: NVRTC_ERROR_PLANTED");
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM,
                      "cannot compile scan_tile for sm_90: kernels/scan.h(12): error: planted");
    assert_not_loaded("nvrtcCompileProgram=5 capability=130", EXIT_SYSTEM,
                      "NVRTC_ERROR_PLANTED; a newer CUDA toolkit may know the device");
    assert_not_loaded("nvrtcCompileProgram=6 nvrtcGetProgramLogSize=1", EXIT_SYSTEM,
                      "sm_90: NVRTC_ERROR_COMPILATION");
    assert_not_loaded("nvrtcCompileProgram=6 nvrtcGetProgramLog=1", EXIT_SYSTEM,
                      "sm_90: NVRTC_ERROR_COMPILATION");
    assert_not_loaded("nvrtcGetCUBINSize=4", EXIT_SYSTEM, "NVRTC_ERROR_PLANTED");
    assert_not_loaded("nvrtcGetCUBIN=4", EXIT_SYSTEM, "NVRTC_ERROR_PLANTED");
}

static void an_image_is_not_loaded(void **state)
{
    (void)state;
    assert_not_loaded("cuModuleLoadData=200", EXIT_SYSTEM,
                      "cuda:0: scan_tile cannot be loaded: a planted error");
    assert_not_loaded("cuModuleLoadData=209", EXIT_SYSTEM, "or name an older libnvrtc in SCANBENCH_LIBNVRTC");
    assert_not_loaded("cuModuleGetFunction=500", EXIT_USAGE, "there is no kernel scan_tile for sum and u32");
    assert_not_loaded("cuModuleGetFunction=1", EXIT_SYSTEM,
                      "cuda:0: scan_tile cannot be loaded: a planted error");
}

static void memory_is_short(void **state)
{
    struct cuda_device *const device = open_device();
    cuda_address memory;
    struct error error = {0};
    (void)state;
    setenv("FAKE_CUDA", "memory=1048576", 1);
    assert_false(cuda_allocate(device, 2 << 20, &memory, &error));
    assert_says(&error, "cuda:0: out of device memory: 2.0 MiB needed, 1.0 MiB of 1.0 MiB free");
    struct error other = {0};
    setenv("FAKE_CUDA", "cuMemAlloc_v2=46", 1);
    assert_false(cuda_allocate(device, 1, &memory, &other));
    assert_says(&other, "another process has the device for itself");
    assert_false(cuda_failed(device, &other)); /* one piece less, no more */
    cuda_close(device);
}

/* What fails on its way, and that nothing happens after it. */
static void assert_fails(const char *planted, const char *text)
{
    struct cuda_device *const device = open_device();
    struct cuda_kernel *const kernel = load_kernel(device);
    cuda_address memory;
    char bytes[8] = {0};
    struct error error = {0};
    assert_true(cuda_allocate(device, sizeof bytes, &memory, &error));
    cuda_launch(device, kernel, NULL, 1); /* what a wait that fails is about, that of a copy too */
    setenv("FAKE_CUDA", planted, 1);
    cuda_copy_in(device, memory, bytes, sizeof bytes);
    cuda_fill(device, memory, 0, sizeof bytes);
    cuda_begin(device);
    cuda_launch(device, kernel, NULL, 1);
    assert_true(isnan(cuda_end(device)));
    cuda_copy_out(device, bytes, memory, sizeof bytes);
    setenv("FAKE_CUDA", "cuLaunchKernel=1 cuStreamSynchronize=1", 1);
    cuda_launch(device, kernel, NULL, 1);
    cuda_join(device);
    assert_false(cuda_allocate(device, sizeof bytes, &(cuda_address){0}, &error));
    assert_says(&error, text);
    assert_failed(device, text);
    assert_false(cuda_failed(device, &(struct error){0}));
    cuda_launch(device, kernel, NULL, 1);
    assert_failed(device, "cuda:0: scan_tile: a planted error");
    start(NULL);
    cuda_release(device, memory);
    cuda_unload(device, kernel);
    cuda_close(device);
}

static void work_fails(void **state)
{
    (void)state;
    assert_fails("cuMemcpyHtoDAsync_v2=1", "cuda:0: a copy to the device: a planted error");
    assert_fails("cuMemsetD8Async=1", "cuda:0: filling memory: a planted error");
    assert_fails("cuLaunchKernel=701",
                 "cuda:0: scan_tile: a planted error (CUDA_ERROR_PLANTED); fewer threads");
    assert_fails("cuStreamSynchronize=700",
                 "cuda:0: scan_tile: a planted error (CUDA_ERROR_PLANTED); scanbench check --engine cuda");
    assert_fails("cuStreamSynchronize=702", "a device that also drives a screen ends long kernels");
    assert_fails("cuStreamSynchronize=214", "the device's memory is broken");
    assert_fails("cuStreamSynchronize=999", "the device may be lost: dmesg and nvidia-smi tell more");
    assert_fails("cuEventRecord=1", "cuda:0: an event: a planted error");
    assert_fails("cuEventElapsedTime=1", "cuda:0: a time: a planted error");
    assert_fails("cuCtxSetCurrent=1", "cuda:0: cannot be used by a thread: a planted error");
}

static void a_copy_out_fails(void **state)
{
    struct cuda_device *const device = open_device();
    cuda_address memory;
    char byte = 1;
    struct error error = {0};
    (void)state;
    assert_true(cuda_allocate(device, 1, &memory, &error));
    setenv("FAKE_CUDA", "cuMemcpyDtoHAsync_v2=1", 1);
    cuda_copy_out(device, &byte, memory, 1);
    assert_failed(device, "cuda:0: a copy from the device: a planted error");
    cuda_release(device, memory);
    cuda_close(device);
}

static void there_are_too_many_groups(void **state)
{
    struct cuda_device *const device = open_device();
    struct cuda_kernel *const kernel = load_kernel(device);
    (void)state;
    cuda_launch(device, kernel, NULL, (size_t)1 << 31);
    assert_failed(device, "scan_tile cannot have 2147483648 groups: 2147483647 at most");
    cuda_unload(device, kernel);
    cuda_close(device);
}

static void compiled_kernels_are_kept(void **state)
{
    struct cuda_program other = program;
    struct error error = {0};
    (void)state;
    assert_loads_afresh(&program);
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    assert_loads_afresh(&program); /* from the disk */
    other.values = 8;
    assert_false(load_afresh(&other, &error));
}

static struct cuda_kernel *load_with_values(struct cuda_device *device, unsigned values)
{
    struct cuda_program own = program;
    struct cuda_kernel *kernel;
    struct error error = {0};
    own.values = values;
    return cuda_load(device, &own, &kernel, &error) ? kernel : NULL;
}

/* Each differs from the first in one of what code depends on. */
static void programs_that_differ_are_kernels_of_their_own(void **state)
{
    enum { PROGRAMS = 12 };
    struct cuda_program programs[PROGRAMS];
    struct cuda_kernel *kernels[PROGRAMS], *again;
    struct cuda_device *const device = open_device();
    struct error error = {0};
    (void)state;
    for (size_t i = 0; i < PROGRAMS; i++) {
        programs[i] = program;
        programs[i].ring = programs[i].reducers = 2;
    }
    programs[1].kernel = "scan_ahead";
    programs[2].dtype = DTYPE_I32;
    programs[3].op = OP_MAX;
    programs[4].local = "scan_blelloch";
    programs[5].network = "sklansky";
    programs[6].threads = 128;
    programs[7].values = 8;
    programs[8].ring = 3;
    programs[9].reducers = 1;
    programs[10].teams = 2;
    programs[11].at_once = 1;
    for (size_t i = 0; i < PROGRAMS; i++) {
        assert_true(cuda_load(device, &programs[i], &kernels[i], &error));
        for (size_t j = 0; j < i; j++)
            if (kernels[i] == kernels[j])
                fail_msg("programs %zu and %zu share a kernel", j, i);
    }
    for (size_t i = 0; i < PROGRAMS; i++) {
        assert_true(cuda_load(device, &programs[i], &again, &error));
        assert_ptr_equal(again, kernels[i]);
        cuda_unload(device, again);
        cuda_unload(device, kernels[i]);
    }
    cuda_close(device);
}

static void a_loaded_kernel_serves_all_who_ask(void **state)
{
    struct cuda_device *const device = open_device();
    struct cuda_kernel *const first = load_kernel(device);
    (void)state;
    start(NULL); /* nothing is on the disk any more */
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6 cuModuleLoadData=1", 1);
    assert_ptr_equal(load_kernel(device), first);
    cuda_unload(device, first);
    cuda_unload(device, first);
    assert_ptr_equal(load_kernel(device), first); /* and who asks later */
    assert_null(load_with_values(device, 8));
    cuda_unload(device, first);
    cuda_close(device);
}

/* So many that the first, which nobody uses, has to go, and one that is used stays. */
static void the_oldest_of_many_idle_kernels_is_unloaded(void **state)
{
    enum { MORE_THAN_STAY = 300, USED = 1000 };
    struct cuda_device *const device = open_device();
    struct cuda_kernel *const used = load_with_values(device, USED);
    (void)state;
    for (unsigned values = 1; values <= MORE_THAN_STAY; values++)
        cuda_unload(device, load_with_values(device, values));
    setenv("FAKE_CUDA", "cuModuleLoadData=1", 1);
    assert_null(load_with_values(device, 1));
    assert_ptr_equal(load_with_values(device, USED), used);
    struct cuda_kernel *const last = load_with_values(device, MORE_THAN_STAY);
    assert_non_null(last);
    cuda_unload(device, last);
    cuda_unload(device, used);
    cuda_unload(device, used);
    cuda_close(device);
}

static void damaged_kernels_are_compiled_again(void **state)
{
    char command[128];
    (void)state;
    assert_loads_afresh(&program);
    snprintf(command, sizeof command, "printf x >>$(ls '%s'/scanbench/*.cubin)", cache);
    assert_int_equal(system(command), 0);
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM, "planted"); /* also forgets what is kept */
}

/* What the next one that is kept would be, in another one's place. */
static void a_kernel_in_another_ones_place_is_compiled_again(void **state)
{
    struct cuda_program other = program;
    struct error error = {0};
    char command[256];
    (void)state;
    other.values = 8;
    assert_loads_afresh(&program);
    snprintf(command, sizeof command, "cd '%s/scanbench' && mv *.cubin first", cache);
    assert_int_equal(system(command), 0);
    assert_loads_afresh(&other);
    snprintf(command, sizeof command, "cd '%s/scanbench' && mv first *.cubin", cache);
    assert_int_equal(system(command), 0);
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    assert_false(load_afresh(&other, &error)); /* it is compiled, which fails */
    unsetenv("FAKE_CUDA");
    assert_loads_afresh(&other);
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    assert_loads_afresh(&other); /* and kept in its place */
}

static size_t files_kept(void)
{
    char pattern[64];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/scanbench/*", cache);
    const size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    globfree(&found);
    return count;
}

/* A limit of files is what a full disk is to who writes. */
static void a_full_disk_keeps_no_kernel(void **state)
{
    struct cuda_device *const device = open_device();
    struct rlimit before;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit full = {16, before.rlim_max};
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    struct cuda_kernel *const kernel = load_kernel(device);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    cuda_unload(device, kernel);
    cuda_close(device);
    assert_int_equal(files_kept(), 0);
    assert_loads_afresh(&program);
    assert_int_equal(files_kept(), 1);
}

/* Each reads what is there whole, or compiles it. */
static void processes_may_keep_kernels_at_once(void **state)
{
    enum { PROCESSES = 3, KERNELS = 8 };
    pid_t pids[PROCESSES];
    (void)state;
    for (size_t i = 0; i < PROCESSES; i++) {
        pids[i] = fork();
        if (pids[i] != 0)
            continue;
        struct cuda_device *device;
        struct error error = {0};
        bool ok = cuda_open("cuda:0", &device, &error);
        for (unsigned k = 0; ok && k < KERNELS; k++) {
            struct cuda_program own = program;
            struct cuda_kernel *kernel;
            own.values = 1 + k;
            ok = cuda_load(device, &own, &kernel, &error);
            if (ok)
                cuda_unload(device, kernel);
        }
        _exit(ok ? 0 : 1);
    }
    for (size_t i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(files_kept(), KERNELS);
    struct cuda_device *const device = open_device();
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    for (unsigned k = 0; k < KERNELS; k++) {
        struct cuda_program own = program;
        struct cuda_kernel *kernel;
        struct error error = {0};
        own.values = 1 + k;
        if (!cuda_load(device, &own, &kernel, &error))
            fail_msg("%s", error.text);
        cuda_unload(device, kernel);
    }
    cuda_close(device);
}

static void without_a_folder_kernels_are_compiled_each_time(void **state)
{
    (void)state;
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    assert_loads_afresh(&program);
    unsetenv("XDG_CACHE_HOME");
    char *const home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    unsetenv("HOME");
    assert_loads_afresh(&program);
    if (home)
        setenv("HOME", home, 1);
    free(home);
}

static int remove_cache(void **state)
{
    start(state);
    return rmdir(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_planted_opens_and_runs, start),
        cmocka_unit_test_setup(nothing_that_waits_is_called_while_the_gate_is_closed, start),
        cmocka_unit_test_setup(the_driver_is_absent_or_too_old, start),
        cmocka_unit_test_setup(the_device_is_absent_or_will_not_do, start),
        cmocka_unit_test_setup(devices_are_hidden_by_the_environment, start),
        cmocka_unit_test_setup(the_second_of_two_devices_is_opened, start),
        cmocka_unit_test_setup(the_compiler_is_absent_or_will_not_do, start),
        cmocka_unit_test_setup(the_compiler_of_a_toolkit_is_found, start),
        cmocka_unit_test_setup(a_program_is_not_compiled, start),
        cmocka_unit_test_setup(an_image_is_not_loaded, start),
        cmocka_unit_test_setup(memory_is_short, start),
        cmocka_unit_test_setup(work_fails, start),
        cmocka_unit_test_setup(a_copy_out_fails, start),
        cmocka_unit_test_setup(there_are_too_many_groups, start),
        cmocka_unit_test_setup(compiled_kernels_are_kept, start),
        cmocka_unit_test_setup(programs_that_differ_are_kernels_of_their_own, start),
        cmocka_unit_test_setup(a_loaded_kernel_serves_all_who_ask, start),
        cmocka_unit_test_setup(the_oldest_of_many_idle_kernels_is_unloaded, start),
        cmocka_unit_test_setup(damaged_kernels_are_compiled_again, start),
        cmocka_unit_test_setup(a_kernel_in_another_ones_place_is_compiled_again, start),
        cmocka_unit_test_setup(a_full_disk_keeps_no_kernel, start),
        cmocka_unit_test_setup(processes_may_keep_kernels_at_once, start),
        cmocka_unit_test_setup(without_a_folder_kernels_are_compiled_each_time, start),
    };
    if (!mkdtemp(cache))
        return 1;
    return cmocka_run_group_tests(tests, NULL, remove_cache);
}
