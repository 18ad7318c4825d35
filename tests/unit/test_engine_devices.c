/* SPDX-License-Identifier: MIT */
/* Devices of engines: their list, what a process of its own tells of them, and what a plan makes of both. A
 * stand-in for NVIDIA's libraries is the device. */
#include "analysis/analysis.h"
#include "base/file.h"
#include "base/words.h"
#include "engine/cuda/cuda.h"
#include "engine/engine.h"
#include "engine/model/model.h"
#include "registry/registry.h"
#include "results/results.h"
#include "sweep/plan.h"

#include "path_bed.h"

static struct topology *topology;

/* Before a device is asked for the first time: its answer is remembered. */
static void plant(const char *library, const char *words)
{
    setenv("SCANBENCH_LIBCUDA", library, 1);
    setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc.so", 1);
    setenv("SCANBENCH_LIBNVML", STAND_INS "/libnvml.so", 1);
    setenv("FAKE_CUDA", words, 1);
}

static int setup(void **state)
{
    struct error error = {0};
    topology = topology_create(NULL, &error);
    return !topology || make_path(state);
}

static int teardown(void **state)
{
    topology_destroy(topology);
    return remove_path(state);
}

TEST(each_device_belongs_to_one_engine)
{
    for (enum devices device = DEVICE_NONE + 1; device < DEVICE_COUNT; device++) {
        const enum engines engine = device_engine(device);
        if (engine == ENGINE_MODEL && device != DEVICE_MODEL)
            assert_non_null(device_find(device_names[device]));
        else if (engine_has_device(engine))
            assert_ptr_equal(strstr(device_names[device], engine_names[engine]), device_names[device]);
    }
    for (size_t i = 0; device_models[i]; i++)
        assert_true(words_have(device_names, DEVICE_COUNT, device_models[i]));
    assert_int_equal(device_engine(DEVICE_NONE), ENGINE_NONE);
    assert_int_equal(device_engine(DEVICE_COUNT), ENGINE_NONE);
    assert_int_equal(device_first(ENGINE_CUDA), DEVICE_CUDA_0);
    assert_int_equal(device_first(ENGINE_OPENCL), DEVICE_OPENCL_0);
    assert_int_equal(device_first(ENGINE_EMULATE), DEVICE_CPU);
    assert_false(engine_has_device(ENGINE_NONE) || engine_has_device(ENGINES));
}

TEST(a_device_tells_what_it_is)
{
    const struct engine_facts *facts;
    struct error why = {0};
    plant(STAND_INS "/libcuda.so", "");
    assert_done(engine_probe(DEVICE_CUDA_0, &facts, &why), &why);
    assert_string_equal(facts->name, "Stand-in");
    assert_string_equal(facts->driver, "580.65.06, CUDA 13.0");
    assert_string_equal(facts->compiler, "NVRTC 13.0");
    assert_string_equal(facts->architecture, "sm_90");
    assert_true(facts->memory_bytes == 1 << 30);
    assert_int_equal(facts->multiprocessors, 1);
    assert_int_equal(facts->clock_mhz, 1980);
    assert_int_equal(facts->memory_clock_mhz, 3201);
    assert_int_equal(facts->memory_bus_bits, 6144);
    assert_true(engine_peak_bytes_per_s(DEVICE_CUDA_0) == 2 * 3201e6 * 768);
    assert_true(isnan(engine_peak_bytes_per_s(DEVICE_CPU)));
    assert_int_equal(facts->power_limit_w, 700);
    assert_int_equal(facts->ecc, 1);
    assert_int_equal(facts->devices, 1);
    assert_int_equal(facts->others, 0);
    plant("/nonexistent/libcuda.so", "");
    assert_true(engine_probe(DEVICE_CUDA_0, &facts, &why)); /* as remembered */
}

static void expect_reason(uint64_t device, const char *library, const char *words, const char *fragment)
{
    const struct engine_facts *facts;
    struct error why = {0}, again = {0};
    plant(library, words);
    assert_false(engine_probe(device, &facts, &why));
    assert_int_equal(why.code, EXIT_SYSTEM);
    if (!strstr(why.text, fragment) || strchr(why.text, '\n'))
        fail_msg("\"%s\" is not one line with \"%s\" in it", why.text, fragment);
    assert_false(engine_probe(device, &facts, &again));
    assert_string_equal(again.text, why.text);
}

TEST(a_device_that_is_not_there_has_a_reason)
{
    static const char good[] = STAND_INS "/libcuda.so";
    expect_reason(DEVICE_CUDA_1, good, "", "there is no cuda:1: the driver sees 1 device");
    expect_reason(DEVICE_CUDA_2, "/nonexistent/libcuda.so", "", "install NVIDIA's driver");
    expect_reason(DEVICE_CUDA_3, good, "crash=1",
                  "cuda:3: a process that asks its driver was killed by SIGKILL");
    expect_reason(DEVICE_CUDA_4, good, "exit=7", "its driver ended with exit status 7; install it anew");
    engine_probe_silence_ms = 100;
    expect_reason(DEVICE_CUDA_5, good, "hang=1", "cuda:5: its driver does not answer within 0 s");
    engine_probe_silence_ms = 60000;
}

static void *allocate(struct engine_device *device, size_t bytes)
{
    struct error why = {0};
    return cuda_engine.allocate(device, "memory", bytes, &why);
}

/* The stand-in's memory is looked at only by the driver's call, which is planted to fail. */
TEST(small_memory_stays_at_hand)
{
    struct engine_device *device;
    struct error why = {0};
    plant(STAND_INS "/libcuda.so", "");
    assert_true(cuda_engine.open("cuda:0", &device, &why));
    void *const first = allocate(device, 1000);
    void *const second = allocate(device, 300 << 10);
    assert_non_null(first);
    assert_ptr_not_equal(first, second);
    cuda_engine.release(device, first);
    cuda_engine.release(device, second);
    setenv("FAKE_CUDA", "cuMemAlloc_v2=2", 1);
    assert_ptr_equal(allocate(device, 900), first);
    assert_ptr_equal(allocate(device, 200 << 10), second);
    assert_null(allocate(device, 1000)); /* both are in use */
    cuda_engine.release(device, second);
    assert_null(allocate(device, 1000)); /* much too large, and gone for what could not be had */
    assert_null(allocate(device, 200 << 10));
    setenv("FAKE_CUDA", "memory=1048576", 1);
    cuda_engine.release(device, first);
    void *const third = allocate(device, 600 << 10);
    cuda_engine.release(device, third);
    void *const fourth = allocate(device, 700 << 10); /* there is no room for both */
    assert_non_null(fourth);
    cuda_engine.release(device, fourth);
    cuda_engine.close(device);
    unsetenv("FAKE_CUDA");
}

/* Of a group's shared memory, beside the words of subgroups and slots. */
TEST(a_ring_is_no_larger_than_the_shared_memory)
{
    static const struct {
        const char *words;
        uint64_t ring, values;
        const char *why;
        enum dtype dtype;
    } cases[] = {
        {"", 7, 28, NULL, DTYPE_U32},
        {"", 8, 28, "a ring of 8 tiles takes 238592 bytes of shared memory; a group has 230848", DTYPE_U32},
        {"shared=42000", 64, 4, "a ring of 64 tiles takes 335872 bytes of shared memory; a group has 36368",
         DTYPE_U32},
        {"shared=211000", 7, 28, NULL, DTYPE_U32},
        {"shared=209000", 7, 28, "a ring of 7 tiles takes 208768 bytes of shared memory; a group has 207472",
         DTYPE_U32},
        {"", 20, 28, NULL, DTYPE_U8_U32},
        {"", 21, 28, "a ring of 21 tiles takes 232064 bytes of shared memory; a group has 229912",
         DTYPE_U8_U32},
        {"", 14, 28, NULL, DTYPE_BF16},
        {"", 15, 28, "a ring of 15 tiles takes 232320 bytes of shared memory; a group has 230344",
         DTYPE_BF16},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct point point = {
            .implementation = registry_find(PRIMITIVE_SCAN, "group/read-ahead"),
            .device = DEVICE_CUDA_0,
            .dtype = cases[i].dtype,
            .op = OP_SUM,
            .threads_per_group = 256,
            .values_per_thread = cases[i].values,
            .stages = cases[i].ring,
            .reducer_subgroups = 2,
        };
        struct engine_device *device;
        struct error why = {0};
        plant(STAND_INS "/libcuda.so", cases[i].words);
        assert_done(cuda_engine.open(NULL, &device, &why), &why);
        const bool is_supported = cuda_engine.supports(device, &point, &why);
        cuda_engine.close(device);
        if (is_supported != (cases[i].why == NULL) || (cases[i].why && !strstr(why.text, cases[i].why)))
            fail_msg("%s", why.text);
    }
}

/* The driver's devices are as useful without it. */
TEST(what_the_management_library_does_not_say_is_unknown)
{
    static const struct {
        const char *library, *words, *device, *driver;
    } cases[] = {
        {STAND_INS "/nonexistent.so", "", "0000:07:00.0", ""},
        {STAND_INS "/libnvml_lacking.so", "", "0000:07:00.0", ""},
        {STAND_INS "/libnvml.so", "nvmlInit_v2=9", "0000:07:00.0", ""},
        {STAND_INS "/libnvml.so", "", "0000:08:00.0", "580.65.06"},
        {STAND_INS "/libnvml.so",
         "processes=5 nvmlDeviceGetComputeRunningProcesses_v3=3 nvmlDeviceGetMaxClockInfo=3 "
         "nvmlDeviceGetEccMode=3 nvmlDeviceGetPowerManagementLimit=3",
         "0000:07:00.0", "580.65.06"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct engine_facts facts = {.name = ""};
        setenv("SCANBENCH_LIBNVML", cases[i].library, 1);
        setenv("FAKE_CUDA", cases[i].words, 1);
        struct nvml *const nvml = nvml_open(cases[i].device);
        nvml_read(nvml, &facts);
        nvml_close(nvml);
        assert_string_equal(facts.driver, cases[i].driver);
        assert_int_equal(facts.clock_mhz, 0);
        assert_int_equal(facts.memory_clock_mhz, 0);
        assert_int_equal(facts.power_limit_w, 0);
        assert_int_equal(facts.ecc, -1);
        assert_int_equal(facts.others, 0);
    }
}

TEST(the_management_library_counts_energy)
{
    uint64_t uj = 7;
    setenv("SCANBENCH_LIBNVML", STAND_INS "/libnvml.so", 1);
    for (unsigned lacks = 0; lacks < 2; lacks++) {
        setenv("FAKE_CUDA", lacks ? "nvmlDeviceGetTotalEnergyConsumption=3" : "", 1);
        struct nvml *const nvml = nvml_open("0000:07:00.0");
        struct engine_facts facts = {.name = ""};
        assert_int_equal(nvml_energy(nvml, &uj), !lacks);
        assert_int_equal(uj > 0, !lacks);
        assert_int_equal(uj % 10000000, 0); /* whole steps, in microjoules */
        nvml_read(nvml, &facts);
        assert_int_equal(facts.counts_energy, !lacks);
        nvml_close(nvml);
    }
    assert_false(nvml_energy(NULL, &uj));
}

static struct engine_condition look(const char *library, const char *words, const char *device)
{
    struct engine_condition condition;
    setenv("SCANBENCH_LIBNVML", library, 1);
    setenv("FAKE_CUDA", words, 1);
    struct nvml *const nvml = nvml_open(device);
    nvml_look(nvml, &condition);
    nvml_close(nvml);
    return condition;
}

TEST(the_management_library_says_what_slows_a_device)
{
    static const struct {
        const char *words;
        unsigned slowed;
    } cases[] = {{"", 0},
                 {"reasons=1", 0}, /* it is idle */
                 {"reasons=4", 1u << SLOWDOWN_POWER},
                 {"reasons=128", 1u << SLOWDOWN_POWER},
                 {"reasons=97", 1u << SLOWDOWN_THERMAL},
                 {"reasons=24", 1u << SLOWDOWN_HARDWARE | 1u << SLOWDOWN_OTHER_DEVICE},
                 {"reasons=4 nvmlDeviceGetCurrentClocksThrottleReasons=3", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct engine_condition now = look(STAND_INS "/libnvml.so", cases[i].words, "0000:07:00.0");
        assert_int_equal(now.slowed, cases[i].slowed);
        assert_int_equal(now.temperature_c, 41);
        assert_int_equal(now.clock_mhz, 1755);
        assert_int_equal(now.others, 0);
        assert_true(now.slowed_ns[SLOWDOWN_POWER] == 0);
    }
    const struct engine_condition now =
        look(STAND_INS "/libnvml.so", "violation=7 processes=3", "0000:07:00.0");
    assert_true(now.slowed_ns[SLOWDOWN_POWER] == 7 && now.slowed_ns[SLOWDOWN_THERMAL] == 0);
    assert_int_equal(now.others, 2);
}

TEST(what_it_does_not_say_of_the_state_is_unknown)
{
    static const struct engine_condition nothing;
    static const char failing[] =
        "reasons=4 processes=3 violation=7 nvmlDeviceGetTemperature=3 nvmlDeviceGetClockInfo=3 "
        "nvmlDeviceGetCurrentClocksThrottleReasons=3 nvmlDeviceGetViolationStatus=3 "
        "nvmlDeviceGetComputeRunningProcesses_v3=3";
    const struct engine_condition seen[] = {
        look(STAND_INS "/nonexistent.so", "reasons=4", "0000:07:00.0"),
        look(STAND_INS "/libnvml.so", "reasons=4", "0000:08:00.0"),
        look(STAND_INS "/libnvml.so", failing, "0000:07:00.0"),
    };
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++)
        assert_memory_equal(&seen[i], &nothing, sizeof nothing);
}

/* Each device of the points that answers, once; what is not on a device adds nothing. */
TEST(results_say_what_they_were_measured_on)
{
    static const enum devices devices[] = {DEVICE_CPU, DEVICE_CUDA_0, DEVICE_CUDA_7, DEVICE_CUDA_0};
    struct record records[4] = {0};
    const struct results results = {.records = records, .count = 4};
    struct machine machine = {.topology = topology};
    const struct config config = {.pin = PIN_NONE};
    const struct report_context context = {.config = &config, .machine = &machine};
    for (size_t i = 0; i < 4; i++) {
        records[i].point.implementation = registry[0];
        records[i].point.device = devices[i];
    }
    plant(STAND_INS "/libcuda.so", "");
    json_t *const identity = run_identity_json(&results, &context);
    assert_null(json_object_get(identity, "cuda:7"));
    assert_null(json_object_get(identity, "cpu"));
    const json_t *const device = json_object_get(identity, "cuda:0");
    assert_string_equal(json_string_value(json_object_get(device, "name")), "Stand-in");
    assert_string_equal(json_string_value(json_object_get(device, "driver")), "580.65.06, CUDA 13.0");
    assert_string_equal(json_string_value(json_object_get(device, "compiler")), "NVRTC 13.0");
    assert_int_equal(json_integer_value(json_object_get(device, "clock_mhz")), 1980);
    assert_int_equal(json_integer_value(json_object_get(device, "memory_clock_mhz")), 3201);
    assert_int_equal(json_integer_value(json_object_get(device, "power_limit_w")), 700);
    assert_true(json_is_true(json_object_get(device, "ecc")));
    json_decref(identity);
}

/* An identity with a device of a name, and where `ecc` is 0 or 1, that. */
static json_t *identity_of(const char *device, const char *name, int ecc)
{
    json_t *const facts = json_pack("{s:s}", "name", name);
    if (ecc >= 0)
        json_object_set_new(facts, "ecc", json_boolean(ecc));
    return json_pack("{s:o}", device, facts);
}

/* Takes both. NULL: they match. */
static void expect_match(json_t *base, json_t *next, const char *vary, const char *why)
{
    const struct result_file one = {.path = "one", .identity = base}, two = {.path = "two", .identity = next};
    struct variation variation = {.keys = &vary, .count = vary != NULL};
    struct error error = {0};
    assert_true(variation_make(&variation, &error));
    assert_int_equal(identity_match(&one, &two, &variation, &error), why == NULL);
    if (why && !strstr(error.text, why))
        fail_msg("%s", error.text);
    json_decref(base);
    json_decref(next);
}

TEST(results_of_other_devices_are_not_compared)
{
    expect_match(identity_of("cuda:0", "A", 1), identity_of("cuda:0", "A", 1), NULL, NULL);
    expect_match(identity_of("cuda:0", "A", 1), identity_of("cuda:0", "A", 0), NULL,
                 "not comparable: cuda:0.ecc is true in one and false in two; help: to compare anyway, add "
                 "--ignore cuda:0");
    expect_match(identity_of("cuda:0", "A", 1), identity_of("cuda:0", "A", -1), NULL,
                 "cuda:0.ecc is true in one and nothing in two");
    expect_match(identity_of("cuda:0", "A", -1), identity_of("cuda:0", "A", 1), NULL,
                 "cuda:0.ecc is nothing in one and true in two");
    expect_match(identity_of("cuda:0", "A", 1), identity_of("cuda:0", "B", 1), "cuda:0", NULL);
    expect_match(identity_of("cuda:0", "A", 1), identity_of("cuda:1", "B", 1), NULL, NULL);
    expect_match(identity_of("cuda:0", "A", 1), json_object(), NULL, NULL);
    expect_match(identity_of("plugins", "A", 1), json_object(), NULL, "not comparable: plugins is {");
}

static struct plan plan_of(const char *machine, const char *sweep, const struct plan_options *options)
{
    char text[1024];
    struct config config;
    struct plan plan = {0};
    struct error error = {0};
    snprintf(text, sizeof text,
             "{\"name\":\"x\",\"machine\":{%s},\"sweeps\":[{\"primitive\":\"reduce\",\"sizes\":1024,"
             "\"algorithm\":[\"group/multilevel*\",\"group/atomic*\",\"group/"
             "one-launch\"],\"threads_per_group\":64,%s}]}",
             machine, sweep);
    assert_true(file_write(path, text, strlen(text), &error));
    if (!config_read(&config, path, NULL, 0, &error) || !plan_make(&plan, &config, topology, options, &error))
        fail_msg("%s", error.text);
    config_close(&config);
    return plan;
}

/* Every point is supported and on one of two devices, which take turns. */
static void expect_devices(struct plan *plan, enum devices first, enum devices second)
{
    assert_int_equal(plan->count % 2, 0);
    assert_true(plan->count > 0);
    for (size_t i = 0; i < plan->count; i++) {
        assert_int_equal(plan->points[i].point.device, i % 2 ? second : first);
        assert_true(plan->points[i].supported || plan->points[i].point.device != DEVICE_CUDA_0);
    }
    plan_close(plan);
}

/* None that a config names is left out: what is not there is unsupported. */
TEST(every_device_has_its_points)
{
    const struct plan_options plain = {0};
    plant(STAND_INS "/libcuda.so", "");
    struct plan plan = plan_of("\"device\":\"cpu\"", "\"group_algorithm\":\"raking\"", &plain);
    const size_t all = plan.count;
    plan_close(&plan);
    plan = plan_of("\"device\":[\"metal-m1\",\"cuda:0\",\"cpu\",\"opencl:0\",\"cuda:1\"]",
                   "\"group_algorithm\":\"raking\"", &plain);
    assert_int_equal(plan.count, 5 * all);
    plan_close(&plan);
    plan = plan_of("\"device\":[\"cuda:0\",\"cuda:1\"]", "\"group_algorithm\":\"raking\"", &plain);
    expect_devices(&plan, DEVICE_CUDA_0, DEVICE_CUDA_1);
}

TEST(what_is_the_hosts_does_not_multiply_on_a_device)
{
    const struct plan_options plain = {0};
    char key[512];
    plant(STAND_INS "/libcuda.so", "");
    struct plan plan =
        plan_of("\"device\":\"cuda:0\"", "\"group_algorithm\":\"raking\",\"workers\":[1,2,3]", &plain);
    for (size_t i = 0; i < plan.count; i++) {
        const struct point *const point = &plan.points[i].point;
        assert_true(plan.points[i].supported);
        assert_false(point_has(point, AXIS_ISA) || point_has(point, AXIS_WORKERS));
        assert_int_equal(point_workers(point), 1);
        assert_null(strstr(point_key(point, key, sizeof key), "workers="));
        assert_non_null(strstr(key, ",device=cuda:0,"));
        if (i)
            assert_true(point->implementation != plan.points[i - 1].point.implementation);
    }
    plan_close(&plan);
}

TEST(points_without_their_device_are_unsupported)
{
    const struct plan_options plain = {0}, counting = {.counts = true};
    plant("/nonexistent/libcuda.so", "");
    struct plan plan = plan_of("\"device\":[\"cuda:6\",\"model\"]", "\"group_algorithm\":\"raking\"", &plain);
    for (size_t i = 0; i < plan.count; i++) {
        assert_false(plan.points[i].supported);
        const bool of_model = plan.points[i].point.device == DEVICE_MODEL;
        if (!strstr(plan.points[i].reason,
                    of_model ? "model is a model, for scanbench counts" : "no CUDA driver: "))
            fail_msg("%s", plan.points[i].reason);
    }
    plan_close(&plan);
    plan = plan_of("\"device\":[\"cuda:6\",\"model\"]", "\"group_algorithm\":\"raking\"", &counting);
    for (size_t i = 0; i < plan.count; i++) {
        assert_true(plan.points[i].supported);
        assert_int_equal(plan.points[i].point.device, DEVICE_MODEL);
    }
    plan_close(&plan);
}

AROUND_TESTS(setup, teardown)
