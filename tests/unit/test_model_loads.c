/* SPDX-License-Identifier: MIT */
/* What loads of a tile cost in segments of device memory, by layout and width. */
#include "model_probe.h"

#include "engine/model/dialect_model.h"

KERNEL(probe_load, IN(elem, in), OUT(elem, out), VALUE(size, n), VALUE(uint, layout), VALUE(uint, width))
{
    PRIVATE(elem, total);
    LOAD_TOTAL(total, in, GROUP, n, layout, width);
    EACH_THREAD {
        WRITE(out, THREAD, MY(total));
    }
}

/* Segments that a subgroup's load of 32·V words touches. */
static uint64_t load_transactions(unsigned values, unsigned layout, unsigned width)
{
    const struct model_options options = {.device = device_find("cpu"), .workers = 1};
    struct launch launch = {.threads = 32, .values = values, .dtype = DTYPE_U32, .op = OP_SUM};
    struct error error = {0};
    struct model *const model = model_create(&options);
    assert_true(model_region(model, "in", input, sizeof input, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].value = 32 * (uint64_t)values;
    launch.argument[3].value = layout;
    launch.argument[4].value = width;
    model_launch(model, probe_load_model, &launch, 1);
    const struct counts *const total = &model_report(model)->kernel[0].group[PHASE_TOTAL];
    assert_int_equal(total->of[COUNTER_DEVICE_LOADS], 32 * values);
    const uint64_t stores = 1, transactions = total->of[COUNTER_TRANSACTIONS] - stores;
    model_destroy(model);
    return transactions;
}

TEST(wide_and_striped_loads_touch_fewer_segments)
{
    for (unsigned values = 1; values <= 32; values *= 2) {
        assert_int_equal(load_transactions(values, LAYOUT_BLOCKED, 1), values * values);
        for (unsigned width = 1; width <= 4 && width <= values; width *= 2)
            assert_int_equal(load_transactions(values, LAYOUT_STRIPED, width), values);
    }
    assert_int_equal(load_transactions(4, LAYOUT_BLOCKED, 4), 4);
    assert_int_equal(load_transactions(4, LAYOUT_BLOCKED, 2), 8);
}

AROUND_TESTS(fill, NULL)
