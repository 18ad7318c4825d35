/* SPDX-License-Identifier: MIT */
/* What a result says that it was measured on: in the last line of its charts. */
#include "analysis/analysis.h"

#include "test.h"

/* Where a row was measured: engine, device, and whether it was at all. */
struct measured_at {
    enum devices device;
    bool is_ok;
};

enum { ROWS = 3 };

static void expect_identity(const char *identity, const struct measured_at places[ROWS], const char *text,
                            const char *compiler)
{
    struct record records[ROWS] = {0};
    json_t *const root = json_pack("{s:{s:s}}", "tool", "compiler", "gcc 12.2.0");
    struct result_file result = {.root = root, .results = {.records = records, .count = ROWS}};
    for (size_t i = 0; i < ROWS; i++) {
        records[i].point.device = places[i].device;
        records[i].status = places[i].is_ok ? STATUS_OK : STATUS_UNSUPPORTED;
        records[i].statistics.samples = places[i].is_ok;
    }
    json_t *const read = json_loads(identity, 0, NULL);
    assert_non_null(read);
    result.identity = read;
    char *const said = measured_on_text(&result);
    assert_string_equal(said, text);
    assert_string_equal(measured_on_compiler(&result), compiler);
    free(said);
    json_decref(read);
    json_decref(root);
}

static void expect(const struct measured_at places[ROWS], const char *text, const char *compiler)
{
    expect_identity(
        "{\"cpu_model\": \"A CPU\", \"cores\": 16,"
        " \"cuda:0\": {\"name\": \"A GPU\", \"multiprocessors\": 132, \"compiler\": \"NVRTC 13.0\"},"
        " \"opencl:1\": {\"name\": \"Another\", \"multiprocessors\": 1, \"compiler\": \"OpenCL C 3.0\"}}",
        places, text, compiler);
}

static const struct measured_at host = {DEVICE_CPU, true}, serial = {DEVICE_NONE, true},
                                cuda = {DEVICE_CUDA_0, true}, opencl = {DEVICE_OPENCL_1, true},
                                absent = {DEVICE_CUDA_0, false};

TEST(what_ran_on_the_host_is_of_it)
{
    expect((struct measured_at[ROWS]){host, serial, host}, "A CPU, 16 cores", "gcc 12.2.0");
    expect((struct measured_at[ROWS]){host, absent, absent}, "A CPU, 16 cores", "gcc 12.2.0");
    expect((struct measured_at[ROWS]){absent, absent, absent}, "A CPU, 16 cores", "gcc 12.2.0");
}

TEST(what_ran_on_devices_alone_is_of_them)
{
    expect((struct measured_at[ROWS]){cuda, cuda, absent}, "A GPU, 132 multiprocessors", "NVRTC 13.0");
    expect((struct measured_at[ROWS]){opencl, opencl, opencl}, "Another, 1 multiprocessor", "OpenCL C 3.0");
    expect((struct measured_at[ROWS]){opencl, cuda, opencl},
           "A GPU, 132 multiprocessors  ·  Another, 1 multiprocessor", "NVRTC 13.0");
}

TEST(what_ran_on_both_is_of_both)
{
    expect((struct measured_at[ROWS]){cuda, serial, cuda}, "A CPU, 16 cores  ·  A GPU, 132 multiprocessors",
           "gcc 12.2.0");
}

TEST(what_the_result_does_not_say_is_left_out)
{
    const struct measured_at on_cuda[ROWS] = {cuda, cuda, cuda}, on_host[ROWS] = {host, host, host};
    expect_identity("{}", on_host, "", "gcc 12.2.0");
    expect_identity("{\"cpu_model\": \"A CPU\"}", on_host, "", "gcc 12.2.0");
    expect_identity("{\"cpu_model\": \"A CPU\", \"cores\": 1}", on_cuda, "A CPU, 1 core", "gcc 12.2.0");
    expect_identity(
        "{\"cpu_model\": \"A CPU\", \"cores\": 1, \"cuda:0\": {\"name\": null, \"compiler\": \"N\"}}",
        on_cuda, "", "N");
    expect_identity(
        "{\"cuda:0\": {\"name\": \"A GPU\", \"multiprocessors\": 2, \"driver\": \"1.2, CUDA 13.0\","
        " \"compiler\": \"N\"}}",
        on_cuda, "A GPU, 2 multiprocessors, driver 1.2, CUDA 13.0", "N");
    expect_identity(
        "{\"cuda:0\": {\"name\": \"A GPU\", \"multiprocessors\": 2, \"driver\": \"\", \"compiler\": \"N\"}}",
        on_cuda, "A GPU, 2 multiprocessors", "N");
}
