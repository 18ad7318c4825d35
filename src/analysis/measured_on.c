/* SPDX-License-Identifier: MIT */
/* What a result was measured on, in a few words. */
#include "analysis/analysis.h"

#include "base/text_stream.h"

#include <jansson.h>

/* Whether something was measured on a device of engines, or with DEVICE_NONE on the host. */
static bool was_measured(const struct result_file *result, uint64_t device)
{
    for (size_t i = 0; i < result->results.count; i++) {
        const struct record *const record = &result->results.records[i];
        if (point_runs_on(&record->point) == device && record_measured(record))
            return true;
    }
    return false;
}

/* What the identity says of a device that something was measured on; NULL: nothing was, or it says nothing.
 */
static const json_t *facts_of(const struct result_file *result, uint64_t device)
{
    return was_measured(result, device) ? json_object_get(result->identity, device_names[device]) : NULL;
}

/* What the first device is, where all that was measured ran on devices; NULL elsewhere. */
static const json_t *first_of_devices_alone(const struct result_file *result)
{
    const json_t *facts = NULL;
    for (uint64_t device = DEVICE_NONE + 1; device < DEVICE_COUNT && !facts; device++)
        facts = facts_of(result, device);
    return was_measured(result, DEVICE_NONE) ? NULL : facts;
}

/* "A CPU, 16 cores" after what stands before it; false and nothing where there is no name or number. */
static bool print_place(FILE *file, const char *before, const char *name, const json_t *count,
                        const char *thing)
{
    const long long things = json_integer_value(count);
    if (name == NULL || things <= 0)
        return false;
    fprintf(file, "%s%s, %lld %s%s", before, name, things, thing, things == 1 ? "" : "s");
    return true;
}

/* "A GPU, 132 multiprocessors, driver 1.2" after what stands before it; false and nothing without a name. */
static bool print_device(FILE *file, const char *before, const json_t *facts)
{
    const char *const driver = json_string_value(json_object_get(facts, "driver"));
    if (!print_place(file, before, json_string_value(json_object_get(facts, "name")),
                     json_object_get(facts, "multiprocessors"), "multiprocessor"))
        return false;
    if (driver && *driver)
        fprintf(file, ", driver %s", driver);
    return true;
}

char *measured_on_text(const struct result_file *result)
{
    const json_t *const identity = result->identity;
    struct text_stream text;
    text_stream_open(&text);
    bool any = first_of_devices_alone(result) == NULL &&
               print_place(text.file, "", json_string_value(json_object_get(identity, "cpu_model")),
                           json_object_get(identity, "cores"), "core");
    for (uint64_t device = DEVICE_NONE + 1; device < DEVICE_COUNT; device++)
        any |= print_device(text.file, any ? "  ·  " : "", facts_of(result, device));
    return text_stream_close(&text);
}

const char *measured_on_compiler(const struct result_file *result)
{
    const json_t *const device = first_of_devices_alone(result);
    const json_t *const of = device != NULL ? device : json_object_get(result->root, "tool");
    return json_string_value(json_object_get(of, "compiler"));
}
