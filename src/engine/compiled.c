/* SPDX-License-Identifier: MIT */
/* Kernels that the compiler of this program has built, found by name. */
#include "engine/compiled.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static launch_kernel *find_kernel(const struct compiled_table *table, const struct kernel *kernel)
{
    for (const struct compiled_kernel *entry = table->kernels; entry->kernel; entry++)
        if (entry->kernel == kernel)
            return entry->function;
    return NULL;
}

static group_function *find_local(const struct compiled_table *table, const char *name)
{
    for (const struct compiled_local *local = table->locals; local->name; local++)
        if (strcmp(local->name, name) == 0)
            return local->function;
    return NULL;
}

static struct launch launch_of(const struct build *build)
{
    return (struct launch){
        .threads = build->threads,
        .values = build->values,
        .width = build->width,
        .dtype = build->dtype,
        .op = build->op,
        .flip = op_flip(build->op, build->dtype),
        .network = build->network,
        .reversed = build->reversed,
    };
}

static bool find(const struct compiled_table *const *tables, const struct kernel *kernel,
                 const struct build *build, struct compiled *found)
{
    for (; *tables; tables++) {
        found->function = find_kernel(*tables, kernel);
        found->launch.local = found->function && build->local ? find_local(*tables, build->local) : NULL;
        if (found->function && (found->launch.local || !build->local))
            return true;
    }
    return false;
}

bool compiled_build(const struct compiled_table *const *tables, const struct kernel *kernel,
                    const struct build *build, struct built **built, struct error *why)
{
    struct compiled *const compiled = memory_array(1, sizeof *compiled);
    *compiled = (struct compiled){.built.kernel = kernel, .launch = launch_of(build)};
    *built = &compiled->built;
    if (find(tables, kernel, build, compiled))
        return true;
    free(compiled);
    return error_set(why, EXIT_USAGE, "there is no kernel %s%s%s for %s", kernel->name,
                     build->local ? " with " : "", build->local ? build->local : "",
                     dtype_names[build->dtype]);
}

void compiled_discard(struct built *built)
{
    free(built);
}

struct launch compiled_launch(const struct compiled *compiled, const void *arguments)
{
    struct launch launch = compiled->launch;
    memcpy(launch.argument, arguments, compiled->built.kernel->count * sizeof *launch.argument);
    return launch;
}

void compiled_copy(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    (void)device;
    memcpy(to, from, bytes);
}
