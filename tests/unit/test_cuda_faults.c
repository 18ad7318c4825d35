/* SPDX-License-Identifier: MIT */
/* Everything that can be absent or fail between this program and a CUDA device, planted in stand-ins for
 * NVIDIA's libraries: each ends in one line that says what it was, and what to do. */
#include "cuda_bed.h"

#include <dlfcn.h>

static void assert_not_opened(const char *name, enum exit_code code, const char *text)
{
    struct engine_device *device;
    struct error error = {0};
    assert_false(cuda_open(name, &device, &error));
    assert_int_equal(error.code, code);
    assert_says(&error, text);
}

static void assert_failed(struct engine_device *device, const char *text)
{
    struct error error = {0};
    assert_true(cuda_failed(device, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_says(&error, text);
}

TEST_WITH(nothing_planted_opens_and_runs, start, NULL)
{
    struct engine_device *const device = open_device();
    struct cuda_kernel *const kernel = load_kernel(device);
    const char word[4] = "abc";
    char read[4] = "";
    struct error error = {0};
    assert_string_equal(cuda_of(device)->facts.name, "Stand-in");
    assert_int_equal(cuda_of(device)->architecture, 90);
    void *const memory = cuda_allocate(device, sizeof word, &error);
    assert_non_null(memory);
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
TEST_WITH(nothing_that_waits_is_called_while_the_gate_is_closed, start, NULL)
{
    struct engine_device *const device = open_device();
    struct error error = {0};
    char byte = 'x';
    void *const memory = cuda_allocate(device, 1, &error);
    assert_non_null(memory);
    cuda_begin(device);
    void *const other = cuda_allocate(device, 1, &error);
    assert_non_null(other);
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

TEST_WITH(the_driver_is_absent_or_too_old, start, NULL)
{
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

TEST_WITH(the_device_is_absent_or_will_not_do, start, NULL)
{
    static const char *const planted[] = {
        "cuDeviceGetCount=1",         "cuDeviceGet=1",     "cuDeviceGetName=1", "cuDeviceGetAttribute=1",
        "cuDevicePrimaryCtxRetain=1", "cuCtxSetCurrent=1", "cuStreamCreate=1",  "cuEventCreate=1",
        "cuMemGetInfo_v2=1"};
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

TEST_WITH(devices_are_hidden_by_the_environment, start, NULL)
{
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    setenv("FAKE_CUDA", "cuInit=100", 1);
    assert_not_opened("", EXIT_SYSTEM, "(CUDA_ERROR_PLANTED); CUDA_VISIBLE_DEVICES hides those that it");
    setenv("CUDA_VISIBLE_DEVICES", "0", 1);
    unsetenv("FAKE_CUDA");
    assert_not_opened("cuda:1", EXIT_SYSTEM,
                      "there is no cuda:1: the driver sees 1 device; CUDA_VISIBLE_DEVICES hides those");
}

TEST_WITH(the_second_of_two_devices_is_opened, start, NULL)
{
    struct engine_device *device;
    struct error error = {0};
    setenv("FAKE_CUDA", "devices=2", 1);
    assert_done(cuda_open("cuda:1", &device, &error), &error);
    assert_string_equal(cuda_of(device)->facts.address, "0000:08:00.0");
    assert_int_equal(cuda_of(device)->facts.devices, 2);
    cuda_close(device);
}

TEST_WITH(the_compiler_is_absent_or_will_not_do, start, NULL)
{
    setenv("SCANBENCH_LIBNVRTC", "/nowhere/libnvrtc.so", 1);
    assert_not_opened("", EXIT_SYSTEM,
                      "SCANBENCH_LIBNVRTC names /nowhere/libnvrtc.so, which cannot be loaded");
    setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc_lacking.so", 1);
    assert_not_opened("", EXIT_SYSTEM, "has no nvrtcGetCUBIN: NVRTC 11.2 or newer is needed");
    start(NULL);
    setenv("FAKE_CUDA", "driver=12040 nvrtc=13", 1);
    assert_not_opened("", EXIT_SYSTEM, "is of CUDA 13.0, the driver of 12.4; update NVIDIA's driver");
    setenv("FAKE_CUDA", "nvrtcVersion=1", 1);
    assert_not_opened("", EXIT_SYSTEM, "does not print its version");
}

/* A toolkit's folder is searched, and an old compiler there is none for lack of a newer one elsewhere. */
TEST_WITH(the_compiler_of_a_toolkit_is_found, start, NULL)
{
    char home[64], command[256];
    struct nvrtc nvrtc;
    struct error error = {0};
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

static bool is_loaded(const char *version)
{
    char path[128];
    snprintf(path, sizeof path, "%s/scanbench/cuda-%s/lib64/libnvrtc.so.12", cache, version);
    void *const library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (library)
        dlclose(library);
    return library != NULL;
}

/* Of several the newest, as versions are counted and not as letters are. */
TEST_WITH(the_newest_toolkit_is_chosen, start, NULL)
{
    char homes[64], command[512];
    struct nvrtc nvrtc;
    struct error error = {0};
    snprintf(homes, sizeof homes, "%s/scanbench/cuda-*", cache);
    snprintf(command, sizeof command,
             "cd '%s' && for v in 12.9 12.10 12.1; do mkdir -p scanbench/cuda-$v/lib64 && "
             "cp '" STAND_INS "/libnvrtc.so' scanbench/cuda-$v/lib64/libnvrtc.so.12; done",
             cache);
    assert_int_equal(system(command), 0);
    unsetenv("SCANBENCH_LIBNVRTC");
    setenv("CUDA_HOME", homes, 1);
    setenv("FAKE_CUDA", "nvrtc=12", 1);
    assert_true(nvrtc_load(&nvrtc, 12040, &error));
    assert_true(is_loaded("12.10"));
    assert_false(is_loaded("12.9"));
}

TEST_WITH(memory_is_short, start, NULL)
{
    struct engine_device *const device = open_device();
    struct error error = {0};
    setenv("FAKE_CUDA", "memory=1048576", 1);
    assert_null(cuda_allocate(device, 2 << 20, &error));
    assert_says(&error, "cuda:0: out of device memory: 2.0 MiB needed, 1.0 MiB of 1.0 MiB free");
    struct error other = {0};
    setenv("FAKE_CUDA", "cuMemAlloc_v2=46", 1);
    assert_null(cuda_allocate(device, 1, &other));
    assert_says(&other, "another process has the device for itself");
    assert_false(cuda_failed(device, &other)); /* one piece less, no more */
    cuda_close(device);
}

/* What fails on its way, and that nothing happens after it. */
static void assert_fails(const char *planted, const char *text)
{
    struct engine_device *const device = open_device();
    struct cuda_kernel *const kernel = load_kernel(device);
    char bytes[16] = {0};
    struct error error = {0};
    void *const memory = cuda_allocate(device, sizeof bytes, &error);
    assert_non_null(memory);
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
    assert_null(cuda_allocate(device, sizeof bytes, &error));
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

TEST_WITH(work_fails, start, NULL)
{
    assert_fails("cuMemcpyHtoDAsync_v2=1", "cuda:0: a copy to the device: a planted error");
    assert_fails("cuMemsetD8Async=1", "cuda:0: filling memory: a planted error");
    assert_fails("cuLaunchKernel=701",
                 "cuda:0: scan_tile: a planted error (CUDA_ERROR_PLANTED); fewer threads");
    assert_fails("cuStreamSynchronize=700",
                 "cuda:0: scan_tile: a planted error (CUDA_ERROR_PLANTED); scanbench check --device cuda:0");
    assert_fails("cuStreamSynchronize=702", "a device that also drives a screen ends long kernels");
    assert_fails("cuStreamSynchronize=214", "the device's memory is broken");
    assert_fails("cuStreamSynchronize=999", "the device may be lost: dmesg and nvidia-smi show more");
    assert_fails("cuEventRecord=1", "cuda:0: an event: a planted error");
    assert_fails("cuEventElapsedTime=1", "cuda:0: a time: a planted error");
    assert_fails("cuCtxSetCurrent=1", "cuda:0: cannot be used by a thread: a planted error");
}

TEST_WITH(a_copy_out_fails, start, NULL)
{
    struct engine_device *const device = open_device();
    char byte = 1;
    struct error error = {0};
    void *const memory = cuda_allocate(device, 1, &error);
    assert_non_null(memory);
    setenv("FAKE_CUDA", "cuMemcpyDtoHAsync_v2=1", 1);
    cuda_copy_out(device, &byte, memory, 1);
    assert_failed(device, "cuda:0: a copy from the device: a planted error");
    cuda_release(device, memory);
    cuda_close(device);
}

TEST_WITH(there_are_too_many_groups, start, NULL)
{
    struct engine_device *const device = open_device();
    struct cuda_kernel *const kernel = load_kernel(device);
    cuda_launch(device, kernel, NULL, (size_t)1 << 31);
    assert_failed(device, "scan_tile cannot have 2147483648 groups: 2147483647 at most");
    cuda_unload(device, kernel);
    cuda_close(device);
}

AROUND_TESTS(make_cache, remove_cache)
