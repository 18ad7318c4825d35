/* SPDX-License-Identifier: MIT */
/* The CUDA engine: kernels compiled by NVRTC when a run asks for them, launched one after the other in a
 * stream. */
#include "engine/cuda/cuda.h"

#include "base/memory.h"
#include "kernels/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOSE_BYTES = LAUNCH_ARGUMENTS * sizeof(uint64_t) };

/* What `allocate` gave, or has at hand: the driver takes longer for memory than a small kernel takes. */
struct cuda_region {
    struct cuda_region *next;
    char *base;
    size_t bytes, room; /* that are asked for, that there are */
};

/* What is at hand: no more and no larger pieces. */
enum { MOST_IDLE = 16, IDLE_BYTES = 1 << 20 };

/* A kernel, and the elements of the host that its last launch read, where the device has them. */
struct cuda_built {
    struct built built;
    struct engine_device *device;
    struct cuda_kernel *kernel;
    char *loose;
    uint64_t *copied;
};

/* Release all that is at hand but the first `most`. */
static void drop_idle(struct engine_device *device, unsigned most)
{
    struct cuda_region **at = &cuda_of(device)->idle;
    while (*at && most-- > 0)
        at = &(*at)->next;
    while (*at) {
        struct cuda_region *const region = *at;
        *at = region->next;
        cuda_release(device, region->base);
        free(region);
    }
}

static void close_device(struct engine_device *device)
{
    drop_idle(device, 0);
    nvml_close(cuda_of(device)->nvml);
    cuda_close(device);
}

/* What drives it: NVIDIA's driver, where NVML says which, and its CUDA. */
static void tell_facts(const struct engine_device *device, struct engine_facts *facts)
{
    const struct cuda_device *const known = (const struct cuda_device *)device;
    const int version = known->driver.version;
    struct nvml *const nvml = nvml_open(known->facts.address);
    *facts = known->facts;
    nvml_read(nvml, facts);
    nvml_close(nvml);
    const size_t length = strlen(facts->driver);
    snprintf(facts->driver + length, sizeof facts->driver - length, "%sCUDA %d.%d%s", length ? ", " : "",
             version / 1000, version % 1000 / 10, known->blocking ? ", waits after each launch" : "");
}

static struct nvml *nvml_of(struct engine_device *device)
{
    struct cuda_device *const cuda = cuda_of(device);
    if (!cuda->asked)
        cuda->nvml = nvml_open(cuda->facts.address);
    cuda->asked = true;
    return cuda->nvml;
}

static void tell_condition(struct engine_device *device, struct engine_condition *condition)
{
    nvml_look(nvml_of(device), condition);
}

static bool tell_energy(struct engine_device *device, uint64_t *uj)
{
    return nvml_energy(nvml_of(device), uj);
}

/* Take a piece that will do from those at hand, if it is not much too large. */
static struct cuda_region *take_idle(struct cuda_device *cuda, size_t bytes)
{
    struct cuda_region **at = &cuda->idle;
    while (*at && ((*at)->room < bytes || (*at)->room / 4 > bytes))
        at = &(*at)->next;
    struct cuda_region *const region = *at;
    if (region)
        *at = region->next;
    return region;
}

/* What is at hand goes where memory is short. */
static struct cuda_region *new_region(struct engine_device *device, size_t bytes, struct error *why)
{
    struct cuda_region *const region = memory_array(1, sizeof *region);
    struct error short_of = {0};
    const bool again = cuda_of(device)->idle != NULL;
    region->room = bytes > 0 ? bytes : 1;
    region->base = cuda_allocate(device, region->room, again ? &short_of : why);
    if (!region->base && again) {
        drop_idle(device, 0);
        region->base = cuda_allocate(device, region->room, why);
    }
    if (region->base)
        return region;
    free(region);
    return NULL;
}

static void *allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why)
{
    struct cuda_device *const cuda = cuda_of(device);
    struct cuda_region *region = take_idle(cuda, bytes);
    (void)name;
    if (!region)
        region = new_region(device, bytes, why);
    if (!region)
        return NULL;
    region->bytes = bytes > 0 ? bytes : 1; /* its address is the device's even where nothing is kept */
    region->next = cuda->regions;
    cuda->regions = region;
    return region->base;
}

static void release(struct engine_device *device, void *memory)
{
    struct cuda_device *const cuda = cuda_of(device);
    struct cuda_region **at = &cuda->regions;
    while (*at && (*at)->base != memory)
        at = &(*at)->next;
    struct cuda_region *const region = *at;
    if (!region)
        return;
    *at = region->next;
    region->next = cuda->idle;
    cuda->idle = region;
    drop_idle(device, region->room <= IDLE_BYTES ? MOST_IDLE : 0);
}

/* All else that the descriptors of groups allow fits a device that could be opened, but for shared memory
 * that rings of tiles fill, beside a kernel's words. */
static bool supports(struct engine_device *device, const struct point *point, struct error *why)
{
    const struct cuda_device *const cuda = cuda_of(device);
    const struct cuda_program ring = {
        .dtype = (enum dtype)point->dtype,
        .threads = (unsigned)point->threads_per_group,
        .values = (unsigned)point->values_per_thread,
        .ring = (unsigned)point->stages,
        .beside = engine_beside_bytes(point),
        .teams = engine_ring_teams(point),
    };
    const size_t need = cuda_ring_bytes(&ring), have = (size_t)cuda->shared_bytes,
                 words = cuda_ring_words_bytes(ring.ring);
    if (need > 0 && need + words > have)
        return error_set(why, EXIT_USAGE,
                         "a ring of %llu tiles takes %zu bytes of shared memory; a group has %zu",
                         (unsigned long long)point->stages, need, have > words ? have - words : 0);
    return engine_runs_at_once(point, cuda->facts.multiprocessors, why);
}

static void discard(struct built *built)
{
    struct cuda_built *const made = (struct cuda_built *)built;
    cuda_unload(made->device, made->kernel);
    release(made->device, made->loose);
    free(made->copied);
    free(made);
}

static struct cuda_program program_of(const struct run *run, const struct kernel *kernel,
                                      const struct build *build)
{
    const bool at_once = build->waits || build->ring;
    return (struct cuda_program){
        .kernel = kernel->name,
        .dtype = build->dtype,
        .op = build->op ? build->op : OP_SUM,
        .local = build->local,
        .network = network_word(build->network),
        .threads = build->threads,
        .width = build->width,
        .values = build->values ? build->values : 1,
        .ring = build->ring,
        .helpers = build->helpers,
        .beside = build->beside,
        .teams = build->teams,
        .reversed = build->reversed,
        .at_once =
            at_once ? engine_groups_needed(run->point, cuda_of(run->device)->facts.multiprocessors) : 0,
    };
}

static bool build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    const struct cuda_program program = program_of(run, kernel, build);
    struct cuda_built *const made = memory_array(1, sizeof *made);
    made->built.kernel = kernel;
    made->device = run->device;
    made->copied = memory_array(LAUNCH_ARGUMENTS, sizeof *made->copied);
    if (cuda_load(run->device, &program, &made->kernel, why))
        made->loose = allocate(run->device, "loose", LOOSE_BYTES, why);
    if (made->loose) {
        cuda_fill(run->device, made->loose, 0, LOOSE_BYTES);
        *built = &made->built;
        return true;
    }
    discard(&made->built);
    return false;
}

static bool is_of_device(struct engine_device *device, const char *address)
{
    for (const struct cuda_region *region = cuda_of(device)->regions; region; region = region->next)
        if (address >= region->base && address < region->base + region->bytes)
            return true;
    return false;
}

/* Where kernels reach what is at an address: what is the host's is one element, copied when it has changed.
 */
static const void *reachable(const struct cuda_built *built, unsigned index, const void *address)
{
    uint64_t *const copied = &built->copied[index];
    char *const own = built->loose + index * sizeof *copied;
    if (!address || is_of_device(built->device, address))
        return address;
    if (memcmp(copied, address, sizeof *copied) != 0) {
        memcpy(copied, address, sizeof *copied);
        cuda_copy_in(built->device, own, copied, sizeof *copied);
    }
    return own;
}

static void launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    const struct cuda_built *const made = (const struct cuda_built *)built;
    const struct kernel *const kernel = built->kernel;
    union argument words[LAUNCH_ARGUMENTS];
    void *addresses[LAUNCH_ARGUMENTS];
    memcpy(words, arguments, kernel->count * sizeof *words);
    for (unsigned i = 0; i < kernel->count; i++) {
        if (kernel->parameters[i].kind != PARAMETER_BY_VALUE)
            words[i].in = reachable(made, i, words[i].in);
        addresses[i] = &words[i];
    }
    cuda_launch(run->device, made->kernel, addresses, groups);
}

/* If nobody else computes there: a launch begins when the one before it has ended. */
static size_t resident(const struct run *run)
{
    return (size_t)cuda_of(run->device)->facts.multiprocessors * engine_groups_at_once(run->point);
}

/* What comes after it in the stream finds the words cleared. */
static void clear(const struct run *run, void *words, size_t bytes)
{
    cuda_fill(run->device, words, 0, bytes);
}

/* One thread of the host gives all launches, which follow each other. */
static void join(const struct run *run)
{
    (void)run;
}

const struct engine cuda_engine = {
    .name = "cuda",
    .open = cuda_open,
    .close = close_device,
    .facts = tell_facts,
    .condition = tell_condition,
    .energy = tell_energy,
    .allocate = allocate,
    .release = release,
    .fill = cuda_fill,
    .copy = cuda_copy,
    .copy_in = cuda_copy_in,
    .copy_out = cuda_copy_out,
    .pin = cuda_pin,
    .unpin = cuda_unpin,
    .wait = cuda_join,
    .supports = supports,
    .build = build,
    .discard = discard,
    .launch = launch,
    .lend = cuda_lend,
    .blame = cuda_blame,
    .resident = resident,
    .clear = clear,
    .join = join,
    .begin = cuda_begin,
    .end = cuda_end,
    .failed = cuda_failed,
};
