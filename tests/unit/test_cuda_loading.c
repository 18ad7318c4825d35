/* SPDX-License-Identifier: MIT */
/* Kernels on their way to a CUDA device, with stand-ins for NVIDIA's libraries: what is not compiled or not
 * loaded is told, what is loaded is shared, and what was compiled is kept on the disk and never trusted. */
#include "cuda_bed.h"

#include <glob.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* As another process would: what a device has loaded stays there as long as it is open. */
static bool load_afresh(const struct cuda_program *wanted, struct error *error)
{
    struct engine_device *const device = open_device();
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
    assert_done(load_afresh(wanted, &error), &error);
}

static void assert_not_loaded(const char *planted, enum exit_code code, const char *text)
{
    struct engine_device *const device = open_device();
    struct cuda_kernel *kernel;
    struct error error = {0};
    setenv("FAKE_CUDA", planted, 1);
    assert_false(cuda_load(device, &program, &kernel, &error));
    assert_int_equal(error.code, code);
    assert_says(&error, text);
    cuda_close(device);
    start(NULL);
}

TEST_WITH(a_program_is_not_compiled, start, NULL)
{
    assert_not_loaded("nvrtcCreateProgram=1", EXIT_SYSTEM,
                      "NVRTC 13.0 cannot start on scan_tile: NVRTC_ERROR_PLANTED");
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM,
                      "cannot compile scan_tile for sm_90: kernels/scan.h(12): error: planted");
    assert_not_loaded("nvrtcCompileProgram=5 capability=130", EXIT_SYSTEM,
                      "NVRTC_ERROR_PLANTED; a newer CUDA toolkit may support the device");
    assert_not_loaded("nvrtcCompileProgram=6 nvrtcGetProgramLogSize=1", EXIT_SYSTEM,
                      "sm_90: NVRTC_ERROR_COMPILATION");
    assert_not_loaded("nvrtcCompileProgram=6 nvrtcGetProgramLog=1", EXIT_SYSTEM,
                      "sm_90: NVRTC_ERROR_COMPILATION");
    assert_not_loaded("nvrtcGetCUBINSize=4", EXIT_SYSTEM, "NVRTC_ERROR_PLANTED");
    assert_not_loaded("nvrtcGetCUBIN=4", EXIT_SYSTEM, "NVRTC_ERROR_PLANTED");
}

TEST_WITH(an_image_is_not_loaded, start, NULL)
{
    assert_not_loaded("cuModuleLoadData=200", EXIT_SYSTEM,
                      "cuda:0: scan_tile cannot be loaded: a planted error");
    assert_not_loaded("cuModuleLoadData=209", EXIT_SYSTEM, "or name an older libnvrtc in SCANBENCH_LIBNVRTC");
    assert_not_loaded("cuModuleGetFunction=500", EXIT_USAGE, "there is no kernel scan_tile for sum and u32");
    assert_not_loaded("cuModuleGetFunction=1", EXIT_SYSTEM,
                      "cuda:0: scan_tile cannot be loaded: a planted error");
}

TEST_WITH(compiled_kernels_are_kept, start, NULL)
{
    struct cuda_program other = program;
    struct error error = {0};
    assert_loads_afresh(&program);
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    assert_loads_afresh(&program); /* from the disk */
    other.values = 8;
    assert_false(load_afresh(&other, &error));
}

static struct cuda_kernel *load_with_values(struct engine_device *device, unsigned values)
{
    struct cuda_program own = program;
    struct cuda_kernel *kernel;
    struct error error = {0};
    own.values = values;
    return cuda_load(device, &own, &kernel, &error) ? kernel : NULL;
}

/* Each differs from the first in one of what code depends on. */
TEST_WITH(programs_that_differ_are_kernels_of_their_own, start, NULL)
{
    enum { PROGRAMS = 13 };
    struct cuda_program programs[PROGRAMS];
    struct cuda_kernel *loaded[PROGRAMS], *again;
    struct engine_device *const device = open_device();
    struct error error = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        programs[i] = program;
        programs[i].ring = programs[i].helpers = 2;
    }
    programs[1].kernel = "scan_ahead";
    programs[2].dtype = DTYPE_I32;
    programs[3].op = OP_MAX;
    programs[4].local = "scan_blelloch";
    programs[5].network = "sklansky";
    programs[6].threads = 128;
    programs[7].values = 8;
    programs[8].ring = 3;
    programs[9].helpers = 1;
    programs[10].teams = 2;
    programs[11].at_once = 1;
    programs[12].beside = 4;
    for (size_t i = 0; i < PROGRAMS; i++) {
        assert_true(cuda_load(device, &programs[i], &loaded[i], &error));
        for (size_t j = 0; j < i; j++)
            if (loaded[i] == loaded[j])
                fail_msg("programs %zu and %zu share a kernel", j, i);
    }
    for (size_t i = 0; i < PROGRAMS; i++) {
        assert_true(cuda_load(device, &programs[i], &again, &error));
        assert_ptr_equal(again, loaded[i]);
        cuda_unload(device, again);
        cuda_unload(device, loaded[i]);
    }
    cuda_close(device);
}

/* Shared memory that a launch of a kernel gives, as the stand-in sees it. */
static size_t shared_by_launch(const struct cuda_program *wanted)
{
    struct engine_device *const device = open_device();
    struct cuda_kernel *kernel;
    struct error error = {0};
    char path[] = "/tmp/test-cuda-log-XXXXXX", line[64];
    size_t bytes = SIZE_MAX;
    close(mkstemp(path));
    setenv("FAKE_CUDA_LOG", path, 1);
    assert_done(cuda_load(device, wanted, &kernel, &error), &error);
    cuda_launch(device, kernel, (void *[]){NULL}, 1);
    unsetenv("FAKE_CUDA_LOG");
    FILE *const log = fopen(path, "r");
    while (fgets(line, sizeof line, log))
        sscanf(line, "shared %zu", &bytes);
    fclose(log);
    unlink(path);
    cuda_unload(device, kernel);
    cuda_close(device);
    return bytes;
}

/* What the stand-in's multiprocessor has, and what its system takes of that for each group. */
enum { MULTIPROCESSOR = 228 << 10, RESERVED = 1 << 10, STATIC = 100 };

TEST_WITH(groups_that_run_at_once_have_room_for_no_more, start, NULL)
{
    struct cuda_program own = program;
    for (own.at_once = 1; own.at_once <= 16; own.at_once++) {
        setenv("FAKE_CUDA", "fit=32 static=100", 1);
        const size_t given = shared_by_launch(&own) + STATIC, whole = (given + 255) / 256 * 256 + RESERVED;
        assert_in_range(own.at_once * whole, 1, MULTIPROCESSOR);
        assert_true((own.at_once + 1) * (given + RESERVED) > MULTIPROCESSOR);
    }
    own.at_once = 2;
    setenv("FAKE_CUDA", "fit=2", 1); /* no more do anyway */
    assert_int_equal(shared_by_launch(&own), 0);
    own.at_once = 0; /* nobody waits */
    setenv("FAKE_CUDA", "fit=32", 1);
    assert_int_equal(shared_by_launch(&own), 0);
    own.ring = own.helpers = own.at_once = 2;
    assert_int_equal(shared_by_launch(&own), cuda_ring_bytes(&own));
}

TEST_WITH(a_kernel_that_cannot_be_asked_is_not_loaded, start, NULL)
{
    static const char *const planted[] = {"cuFuncGetAttribute=1", "cuFuncSetAttribute=1 fit=8",
                                          "cuOccupancyMaxActiveBlocksPerMultiprocessor=1"};
    struct cuda_program own = program;
    struct error error = {0};
    own.at_once = 2;
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        setenv("FAKE_CUDA", planted[i], 1);
        assert_false(load_afresh(&own, &error));
        assert_int_equal(error.code, EXIT_SYSTEM);
    }
}

TEST_WITH(a_loaded_kernel_serves_all_who_ask, start, NULL)
{
    struct engine_device *const device = open_device();
    struct cuda_kernel *const first = load_kernel(device);
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
TEST_WITH(the_oldest_of_many_idle_kernels_is_unloaded, start, NULL)
{
    enum { MORE_THAN_STAY = 300, USED = 1000 };
    struct engine_device *const device = open_device();
    struct cuda_kernel *const used = load_with_values(device, USED);
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

TEST_WITH(damaged_kernels_are_compiled_again, start, NULL)
{
    char command[128];
    assert_loads_afresh(&program);
    snprintf(command, sizeof command, "printf x >>$(ls '%s'/scanbench/*.cubin)", cache);
    assert_int_equal(system(command), 0);
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM, "planted"); /* also forgets what is kept */
}

/* What the next one that is kept would be, in another one's place. */
TEST_WITH(a_kernel_in_another_ones_place_is_compiled_again, start, NULL)
{
    struct cuda_program other = program;
    struct error error = {0};
    char command[256];
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

/* What is done to the cache by the shell, the folder being $1. */
static void change_cache(const char *commands)
{
    char command[512];
    snprintf(command, sizeof command, "set -- '%s/scanbench'; %s", cache, commands);
    assert_int_equal(system(command), 0);
}

/* A compiled kernel is a program: those that somebody else can have left are not loaded, however whole. */
TEST_WITH(kernels_of_others_are_compiled_again, start, NULL)
{
    struct stat status;
    char folder[64];
    umask(0);
    assert_loads_afresh(&program);
    snprintf(folder, sizeof folder, "%s/scanbench", cache);
    assert_int_equal(stat(folder, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    assert_int_equal(chmod(folder, 0755), 0); /* who may look may not write */
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    assert_loads_afresh(&program);
    assert_int_equal(chmod(folder, 0702), 0);
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM, "planted");
    assert_loads_afresh(&program);
    assert_int_equal(chmod(folder, 0720), 0);
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM, "planted");
    assert_loads_afresh(&program);
    if (geteuid() != 0)
        return;
    assert_int_equal(chown(folder, 65534, 65534), 0);
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM, "planted");
}

/* Nor is what is no file, whoever writes the right kernel there. */
TEST_WITH(a_kernel_from_a_pipe_is_compiled_again, start, NULL)
{
    assert_loads_afresh(&program);
    change_cache("cd \"$1\" && k=$(ls *.cubin) && mv $k kept && mkfifo $k && "
                 "{ timeout 10 sh -c 'cat kept >$0' $k >/dev/null 2>&1 & }");
    assert_not_loaded("nvrtcCompileProgram=6", EXIT_SYSTEM, "planted");
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
TEST_WITH(a_full_disk_keeps_no_kernel, start, NULL)
{
    struct engine_device *const device = open_device();
    struct rlimit before;
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
TEST_WITH(processes_may_keep_kernels_at_once, start, NULL)
{
    enum { PROCESSES = 3, KERNELS = 8 };
    pid_t pids[PROCESSES];
    for (size_t i = 0; i < PROCESSES; i++) {
        pids[i] = fork();
        if (pids[i] != 0)
            continue;
        struct engine_device *device;
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
    struct engine_device *const device = open_device();
    setenv("FAKE_CUDA", "nvrtcCompileProgram=6", 1);
    for (unsigned k = 0; k < KERNELS; k++) {
        struct cuda_program own = program;
        struct cuda_kernel *kernel;
        struct error error = {0};
        own.values = 1 + k;
        assert_done(cuda_load(device, &own, &kernel, &error), &error);
        cuda_unload(device, kernel);
    }
    cuda_close(device);
}

TEST_WITH(without_a_folder_kernels_are_compiled_each_time, start, NULL)
{
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

AROUND_TESTS(make_cache, remove_cache)
