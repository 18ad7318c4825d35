/* SPDX-License-Identifier: MIT */
/* What can be absent or fail between this program and a device of OpenCL, planted in a stand-in for its
 * loader: each ends in one line that says what it was. */
#include "engine/engine.h"
#include "engine/opencl/opencl.h"
#include "registry/registry.h"

#include "test.h"

#include <math.h>

static int start(void **state)
{
    (void)state;
    return setenv("SCANBENCH_LIBOPENCL", STAND_INS "/libopencl.so", 1) | setenv("FAKE_CUDA", "", 1);
}

static struct engine_device *open_device(void)
{
    struct engine_device *device;
    struct error error = {0};
    assert_done(opencl_engine.open("opencl:0", &device, &error), &error);
    return device;
}

static void assert_absent(const char *words, const char *name, enum exit_code code, const char *text)
{
    struct engine_device *device;
    struct error error = {0};
    setenv("FAKE_CUDA", words, 1);
    assert_false(opencl_engine.open(name, &device, &error));
    assert_int_equal(error.code, code);
    assert_says(&error, text);
}

/* In processes of their own: what is loaded stays loaded. */
TEST_WITH(the_loader_is_absent, start, NULL)
{
    static const struct {
        enum devices device;
        const char *library, *text;
    } cases[] = {
        {DEVICE_OPENCL_1, "/nonexistent.so", "no OpenCL: /nonexistent.so: "},
        {DEVICE_OPENCL_2, "/nonexistent.so", "or name its loader in SCANBENCH_LIBOPENCL"},
        {DEVICE_OPENCL_3, STAND_INS "/libopencl_lacking.so",
         "has no clCreateBuffer: OpenCL 1.2 or later is needed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct engine_facts *facts;
        struct error why = {0};
        setenv("SCANBENCH_LIBOPENCL", cases[i].library, 1);
        assert_false(engine_probe(cases[i].device, &facts, &why));
        assert_says(&why, cases[i].text);
    }
}

TEST_WITH(a_device_tells_what_it_is, start, NULL)
{
    const struct engine_facts *facts;
    struct error why = {0};
    assert_done(engine_probe(DEVICE_OPENCL_0, &facts, &why), &why);
    assert_string_equal(facts->name, "Stand-in");
    assert_string_equal(facts->driver, "Stand-ins 1.0");
    assert_string_equal(facts->compiler, "OpenCL C 1.2 Stand-in");
    assert_true(facts->memory_bytes == 1 << 30);
    assert_int_equal(facts->multiprocessors, 4);
    assert_int_equal(facts->devices, 1);
}

TEST_WITH(the_device_is_absent, start, NULL)
{
    assert_absent("platforms=0", "opencl:0", EXIT_SYSTEM, "OpenCL has no device opencl:0");
    assert_absent("devices=0", NULL, EXIT_SYSTEM, "OpenCL has no device");
    assert_absent("clGetPlatformIDs=-1001", NULL, EXIT_SYSTEM, "OpenCL has no device");
    assert_absent("clGetDeviceIDs=-1", NULL, EXIT_SYSTEM, "OpenCL has no device");
    assert_absent("", "opencl:1", EXIT_SYSTEM, "OpenCL has no device opencl:1");
    assert_absent("", "opencl:other:0", EXIT_SYSTEM, "OpenCL has no device opencl:other:0");
    assert_absent("", "opencl:a:b:c", EXIT_USAGE, "expected opencl:PLATFORM:NUMBER");
    assert_absent("version=11", NULL, EXIT_SYSTEM,
                  "Stand-in has a CL_DEVICE_VERSION of 1.1; expected 1.2 or later");
    assert_absent("clCreateContext=-6", NULL, EXIT_SYSTEM, "no context or queue: OpenCL error -6");
    assert_absent("clCreateCommandQueue=-6", NULL, EXIT_SYSTEM, "OpenCL error -6");
    assert_absent("memory=0", NULL, EXIT_SYSTEM, "Stand-in");
}

static struct point point_of(enum primitive primitive, const char *name, enum dtype dtype)
{
    return (struct point){.implementation = registry_find(primitive, name),
                          .device = DEVICE_OPENCL_0,
                          .dtype = dtype,
                          .op = OP_SUM,
                          .n = 1024,
                          .threads_per_group = 128};
}

static struct point naive(enum dtype dtype)
{
    return point_of(PRIMITIVE_TILED_SCAN, "group/naive", dtype);
}

/* What a device lacks is said by its name in the specification; NULL: it lacks nothing for this. */
static void assert_lacks(const char *words, const struct point *point, const char *text)
{
    struct error why = {0};
    setenv("FAKE_CUDA", words, 1);
    struct engine_device *const device = open_device();
    const bool can = opencl_engine.supports(device, point, &why);
    opencl_engine.close(device);
    assert_int_equal(can, text == NULL);
    if (!text)
        return;
    assert_int_equal(why.code, EXIT_USAGE);
    assert_says(&why, text);
}

TEST_WITH(the_device_lacks_something, start, NULL)
{
    static const char order[] = "Stand-in lacks CL_DEVICE_ATOMIC_ORDER_ACQ_REL";
    const struct point u32 = naive(DTYPE_U32), f64 = naive(DTYPE_F64),
                       lookback = point_of(PRIMITIVE_SCAN, "group/lookback", DTYPE_U32);
    assert_lacks("fp64=0", &f64, "Stand-in lacks CL_DEVICE_DOUBLE_FP_CONFIG");
    assert_lacks("compiler=0", &u32, "Stand-in lacks CL_DEVICE_COMPILER_AVAILABLE");
    assert_lacks("group=64", &u32, "Stand-in has a CL_DEVICE_MAX_WORK_GROUP_SIZE of 64");
    assert_lacks("", &lookback, NULL);
    assert_lacks("atomics=17", &lookback, order);
    assert_lacks("atomics=2", &lookback, "Stand-in lacks CL_DEVICE_ATOMIC_SCOPE_DEVICE");
    assert_lacks("int64=0", &lookback, "Stand-in lacks cl_khr_int64_base_atomics");
    /* Before OpenCL 3.0 nobody asks about atomics: C 2.0 has them all, C 1.2 none. */
    assert_lacks("language=20 atomics=0", &lookback, NULL);
    assert_lacks("language=12", &lookback, order);
}

/* Only groups that read what others write in the same launch need that. */
TEST_WITH(groups_that_exchange_nothing_run_everywhere, start, NULL)
{
    static const char *const words[] = {"atomics=17", "atomics=2", "int64=0", "language=12"};
    const struct point u32 = naive(DTYPE_U32),
                       two = point_of(PRIMITIVE_SCAN, "group/reduce-then-scan", DTYPE_F64);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_lacks(words[i], &u32, NULL);
        assert_lacks(words[i], &two, NULL);
    }
}

static struct run run_on(struct engine_device *device, const struct point *point)
{
    return (struct run){.point = point, .workers = 1, .engine = &opencl_engine, .device = device};
}

/* With these words, which let it fail with a text that has this in it; NULL: they do not. The exit code. */
static enum exit_code prepare_with(const struct run *run, const char *words, const char *text)
{
    struct error why = {0};
    void *program;
    setenv("FAKE_CUDA", words, 1);
    assert_int_equal(program_prepare(run, &program, &why), text == NULL);
    if (text)
        assert_says(&why, text);
    else
        program_finish(program);
    return why.code;
}

TEST_WITH(kernels_are_not_built, start, NULL)
{
    static const struct {
        const char *words, *text;
    } cases[] = {
        {"clCreateProgramWithSource=-5", "Stand-in makes no program: OpenCL error -5"},
        {"clBuildProgram=-11", "Stand-in does not build the kernels: kernels.cl:12: error: planted (-cl-std"},
        {"clBuildProgram=-11 clGetProgramBuildInfo=-5", "Stand-in does not build the kernels:  (-cl-std"},
        {"clCreateKernel=-46", "Stand-in has no kernel tiled_naive for u32: OpenCL error -46"},
    };
    struct engine_device *const device = open_device();
    const struct point point = naive(DTYPE_U32);
    const struct run run = run_on(device, &point);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        prepare_with(&run, cases[i].words, cases[i].text);
    opencl_engine.close(device);
}

/* What the compiler has made may take more of a group than the device has: known when a kernel is built. */
TEST_WITH(kernels_may_not_fit_the_device, start, NULL)
{
    static const struct {
        const char *words, *text;
    } cases[] = {
        {"", NULL},
        {"kernel_group=64", "Stand-in has a CL_KERNEL_WORK_GROUP_SIZE of 64 for compact_lookback_subgroup"},
        {"local=3000",
         "Stand-in has a CL_DEVICE_LOCAL_MEM_SIZE of 3000: compact_lookback_subgroup takes 3172"},
        {"local=3172", NULL},
        {"local=1 clGetKernelWorkGroupInfo=-5", "CL_DEVICE_LOCAL_MEM_SIZE of 1: "},
        {"local=0 clGetKernelWorkGroupInfo=-5", NULL}, /* it does not say */
    };
    struct engine_device *const device = open_device();
    struct point point = point_of(PRIMITIVE_COMPACT, "group/lookback-subgroup", DTYPE_U32);
    point.values_per_thread = 4; /* 128 words of 8 bytes, and a tile of 512 elements */
    const struct run run = run_on(device, &point);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(prepare_with(&run, cases[i].words, cases[i].text),
                         cases[i].text ? EXIT_USAGE : EXIT_OK);
    opencl_engine.close(device);
}

/* The language that a device knows is the one that its kernels are built in: the error says the options. */
TEST_WITH(kernels_are_built_in_its_language, start, NULL)
{
    static const struct {
        const char *words, *options;
    } cases[] = {
        {"clBuildProgram=-11", "(-cl-std=CL3.0 -DEXCHANGES=1 "},
        {"clBuildProgram=-11 atomics=17", "(-cl-std=CL3.0 -DEXCHANGES=0 "},
        {"clBuildProgram=-11 language=20", "(-cl-std=CL2.0 -DEXCHANGES=1 "},
        {"clBuildProgram=-11 language=12", "(-cl-std=CL1.2 -DEXCHANGES=0 "},
        {"clBuildProgram=-11 language=11", "(-cl-std=CL1.2 -DEXCHANGES=0 "},
    };
    const struct point point = naive(DTYPE_U32);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error why = {0};
        void *program;
        setenv("FAKE_CUDA", cases[i].words, 1);
        struct engine_device *const device = open_device();
        const struct run run = run_on(device, &point);
        assert_false(program_prepare(&run, &program, &why));
        assert_says(&why, cases[i].options);
        opencl_engine.close(device);
    }
}

/* An address stands for a byte of a buffer, on a CPU and elsewhere. */
TEST_WITH(addresses_lead_to_buffers, start, NULL)
{
    static const char *const words[] = {"", "cpu=1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        setenv("FAKE_CUDA", words[i], 1);
        struct engine_device *const device = open_device();
        struct error why = {0};
        char *const one = opencl_engine.allocate(device, "one", 100, &why);
        char *const two = opencl_engine.allocate(device, "two", 100, &why);
        const uint32_t value = 0x01020304;
        unsigned char host[100];
        opencl_engine.fill(device, one, 0x11, 100);
        opencl_engine.fill(device, two + 40, 0x22, 60);
        opencl_engine.copy(device, one + 90, two + 50, 5);
        opencl_engine.copy_in(device, one + 4, &value, sizeof value);
        opencl_engine.copy_in(device, one + 13, &value, sizeof value); /* of no multiple */
        opencl_engine.copy_out(device, host, one, sizeof host);
        assert_false(opencl_engine.failed(device, &why));
        for (size_t at = 0; at < sizeof host; at++) {
            const unsigned char *const bytes = (const unsigned char *)&value;
            const unsigned char expected = at >= 4 && at < 8     ? bytes[at - 4]
                                           : at >= 13 && at < 17 ? bytes[at - 13]
                                           : at >= 90 && at < 95 ? 0x22
                                                                 : 0x11;
            assert_int_equal(host[at], expected);
        }
        opencl_engine.fill(device, host, 0, 4); /* no memory of the device */
        assert_true(opencl_engine.failed(device, &why));
        assert_says(&why, "Stand-in: an address of no array: OpenCL error -38");
        opencl_engine.release(device, one);
        opencl_engine.release(device, two);
        opencl_engine.close(device);
    }
}

/* An element of the host's is copied for a launch when it is another one than before. */
TEST_WITH(elements_of_the_host_are_copied_when_they_change, start, NULL)
{
    struct engine_device *const device = open_device();
    const struct point point = naive(DTYPE_U32);
    const struct run run = run_on(device, &point);
    const struct build build = {.dtype = DTYPE_U32, .op = OP_SUM, .threads = 32, .values = 1};
    struct error why = {0};
    struct built *built = NULL;
    uint64_t element = 7;
    char *const memory = opencl_engine.allocate(device, "array", 128, &why);
    if (!memory || !opencl_engine.build(&run, &kernels.add_partial, &build, &built, &why))
        fail_msg("%s", why.text);
    const struct add_partial_arguments arguments = {
        .out = (void *)memory, .partials = (const void *)&element, .n = 32};
    opencl_engine.launch(&run, built, &arguments, 1);
    assert_false(opencl_engine.failed(device, &why));
    setenv("FAKE_CUDA", "clEnqueueFillBuffer=-5", 1);
    opencl_engine.launch(&run, built, &arguments, 1);
    assert_false(opencl_engine.failed(device, &why));
    element = 8;
    opencl_engine.launch(&run, built, &arguments, 1);
    assert_true(opencl_engine.failed(device, &why));
    assert_says(&why, "Stand-in: clEnqueueFillBuffer: OpenCL error -5");
    setenv("FAKE_CUDA", "", 1);
    opencl_engine.discard(built);
    opencl_engine.release(device, memory);
    opencl_engine.close(device);
}

TEST_WITH(memory_is_short, start, NULL)
{
    struct engine_device *const device = open_device();
    void *array[64];
    struct error why = {0};
    size_t count = 0;
    setenv("FAKE_CUDA", "memory=0", 1);
    assert_null(opencl_engine.allocate(device, "input", 100, &why));
    assert_says(&why, "Stand-in: out of device memory: 100 bytes needed for input");
    why = (struct error){0};
    setenv("FAKE_CUDA", "", 1);
    assert_null(opencl_engine.allocate(device, "input", (1 << 28) + 1, &why));
    assert_says(&why,
                "Stand-in has a CL_DEVICE_MAX_MEM_ALLOC_SIZE of 268435456: 268435457 bytes needed for input");
    why = (struct error){0};
    while (count < 64 && (array[count] = opencl_engine.allocate(device, "array", 0, &why)))
        count++;
    assert_says(&why, "Stand-in has no room for more than 32 arrays");
    opencl_engine.release(device, NULL);
    while (count > 0)
        opencl_engine.release(device, array[--count]);
    opencl_engine.close(device);
}

/* A batch of all that a run does, with a fault. */
static void assert_fails(const char *words, const char *text)
{
    struct engine_device *const device = open_device();
    const struct point point = naive(DTYPE_U32);
    struct run run = run_on(device, &point);
    struct error why = {0};
    uint32_t host[1024] = {0};
    char *const memory = opencl_engine.allocate(device, "arrays", 2 * sizeof host, &why);
    if (!memory || !program_prepare(&run, &run.state, &why))
        fail_msg("%s", why.text);
    run.input = memory;
    run.output = memory + sizeof host;
    setenv("FAKE_CUDA", words, 1);
    opencl_engine.copy_in(device, memory, host, sizeof host);
    opencl_engine.fill(device, run.output, 0x5a, sizeof host);
    opencl_engine.begin(device);
    run.point->implementation->run(&run);
    const double time_s = opencl_engine.end(device);
    opencl_engine.copy_out(device, host, run.output, sizeof host);
    assert_int_equal(opencl_engine.failed(device, &why), text != NULL);
    assert_int_equal(isnan(time_s), text != NULL);
    if (text)
        assert_says(&why, text);
    assert_false(opencl_engine.failed(device, &why));
    setenv("FAKE_CUDA", "", 1);
    program_finish(run.state);
    opencl_engine.release(device, memory);
    opencl_engine.close(device);
}

TEST_WITH(work_fails, start, NULL)
{
    assert_fails("", NULL);
    assert_fails("clEnqueueWriteBuffer=-5", "Stand-in: clEnqueueWriteBuffer: OpenCL error -5");
    assert_fails("clEnqueueFillBuffer=-5", "Stand-in: clEnqueueFillBuffer: OpenCL error -5");
    assert_fails("clSetKernelArg=-51", "Stand-in: tiled_naive: OpenCL error -51");
    assert_fails("clEnqueueNDRangeKernel=-54",
                 "OpenCL error -54 (CL_INVALID_WORK_GROUP_SIZE); fewer threads_per_group");
    assert_fails("clEnqueueNDRangeKernel=-5",
                 "OpenCL error -5 (CL_OUT_OF_RESOURCES); fewer threads_per_group");
    assert_fails("clEnqueueNDRangeKernel=-4",
                 "(CL_MEM_OBJECT_ALLOCATION_FAILURE); smaller n, or end what else");
    assert_fails("clFinish=-36", "OpenCL error -36 (CL_INVALID_COMMAND_QUEUE); the device may be lost");
    assert_fails("clGetEventProfilingInfo=-7", "OpenCL error -7");
    assert_fails("clEnqueueMarkerWithWaitList=-57", "OpenCL error -57");
}
