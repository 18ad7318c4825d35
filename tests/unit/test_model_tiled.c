/* SPDX-License-Identifier: MIT */
/* What the ladder of tiled scans costs, counted by the model, against its formulas. */
#include "model_probe.h"

#include "engine/model/dialect_model.h"
#include "kernels/local_scan.h"
#include "kernels/scan.h"
#include "kernels/tiled_scan.h"

#include "kernels/tiled_scan_warp.h"

#include "kernels/tiled_scan_coarsened.h"

static struct expected tiled_naive(struct shape s)
{
    return (struct expected){s.A, 0, 0, 0, 0, 2 * s.L + 1, 0, s.L, 0, 0};
}

static struct expected tiled_shared(struct shape s)
{
    return (struct expected){s.A, 0, 0, s.T + 2 * s.A, s.T + s.A, 2 * s.L + 1, 0, s.L, s.T, 0};
}

static struct expected tiled_double_buffer(struct shape s)
{
    return (struct expected){s.A, 0, 0, s.T * s.L + s.A + s.T, s.T + s.T * s.L, s.L + 1, 0, s.L, 2 * s.T, 0};
}

/* Steps: 5 rounds, the last lane's add, 5 rounds, the subgroup's prefix, the own value: 13. The table has 12
 * here, but V + 13 for coarsened, which is the same after V serial adds. */
static struct expected tiled_warp(struct shape s)
{
    return (struct expected){
        129 * (s.S + 1) + s.S + 2 * s.T, s.T + 32, 5 * (s.S + 1), s.S + s.T, 2 * s.S, 2, 0, 13, s.S, 0};
}

/* Set by the test: what struct shape has no room for. */
static long coarsened_values;

static struct expected tiled_coarsened(struct shape s)
{
    struct expected expected = tiled_warp(s);
    expected.adds = 129 * (s.S + 1) + s.S + s.T + 2 * s.T * coarsened_values;
    expected.steps = coarsened_values + 13;
    return expected;
}

static const struct {
    struct row row;
    launch_kernel *kernel;
    bool naive; /* loads and stores of device memory as the table has them */
} ladder[] = {
    {{"naive", NULL, tiled_naive}, tiled_naive_model, true},
    {{"shared", NULL, tiled_shared}, tiled_shared_model, false},
    {{"double-buffer", NULL, tiled_double_buffer}, tiled_double_buffer_model, false},
    {{"warp", NULL, tiled_warp}, tiled_warp_model, false},
    {{"coarsened", NULL, tiled_coarsened}, tiled_coarsened_model, false},
};

static bool check_step(size_t step, int log, unsigned values)
{
    const struct shape s = shape_of(log);
    struct model *const model = run_probe(ladder[step].kernel, NULL, (unsigned)s.T, values, NETWORK_NONE);
    const struct model_report *const report = model_report(model);
    const struct counts *const total = &report->kernel[0].group[PHASE_TOTAL];
    const long loads = ladder[step].naive ? s.T + 2 * s.A : s.T * values;
    const long stores = ladder[step].naive ? s.T + s.A : s.T * values;
    coarsened_values = values;
    const bool ok =
        no_hazard(report) && matches(&ladder[step].row, s, total) &&
        is_equal(ladder[step].row.name, s, "device loads", total->of[COUNTER_DEVICE_LOADS], loads) &&
        is_equal(ladder[step].row.name, s, "device stores", total->of[COUNTER_DEVICE_STORES], stores);
    model_destroy(model);
    return ok;
}

TEST(tiled_scans_cost_what_the_table_says)
{
    bool ok = true;
    for (size_t step = 0; step < LENGTH(ladder); step++)
        for (int log = 0; log < 6; log++)
            for (unsigned values = 1; values <= (step == 4 ? 32 : 1); values *= 2)
                ok &= check_step(step, log, values);
    assert_true(ok);
}

AROUND_TESTS(fill, NULL)
