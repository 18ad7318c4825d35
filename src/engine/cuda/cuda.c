/* SPDX-License-Identifier: MIT */
/* The CUDA engine: kernels compiled by NVRTC when a run asks for them, launched one after the other in a
 * stream. */
#include "engine/cuda/cuda.h"

#include "base/memory.h"
#include "engine/build_words.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/nvml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kernel has no more: EACH_PARAMETER goes no further. */
enum { MOST_PARAMETERS = 12, LOOSE_BYTES = MOST_PARAMETERS * sizeof(uint64_t) };

/* A member of a kernel's arguments. */
union cuda_argument {
    const void *buffer;
    uint64_t value;
};

/* What `allocate` gave, or has at hand: the driver takes longer for memory than a small kernel takes. */
struct cuda_region {
    struct cuda_region *next;
    cuda_address base;
    size_t bytes, room; /* that are asked for, that there are */
};

/* What is at hand: no more and no larger pieces. */
enum { MOST_IDLE = 16, IDLE_BYTES = 1 << 20 };

struct cuda_opened {
    struct engine_device device;
    struct cuda_device *cuda;
    struct cuda_region *regions, *idle;
    struct nvml *nvml; /* of its state; NULL until that is asked for, and where it cannot be */
    bool asked;        /* for it */
};

/* A kernel, and the elements of the host that its last launch read, where the device has them. */
struct cuda_built {
    struct built built;
    struct cuda_opened *opened;
    struct cuda_kernel *kernel;
    cuda_address loose;
    uint64_t *copied;
};

static struct cuda_opened *opened_of(struct engine_device *device)
{
    return (struct cuda_opened *)device;
}

static struct cuda_device *cuda_of(struct engine_device *device)
{
    return opened_of(device)->cuda;
}

static cuda_address address_of(const void *memory)
{
    return (cuda_address)(uintptr_t)memory;
}

static bool open_device(const char *name, struct engine_device **device, struct error *error)
{
    struct cuda_opened *const opened = memory_array(1, sizeof *opened);
    opened->device.engine = &cuda_engine;
    if (cuda_open(name && strcmp(name, "-") != 0 ? name : "", &opened->cuda, error)) {
        *device = &opened->device;
        return true;
    }
    free(opened);
    return false;
}

/* Release all that is at hand but the first `most`. */
static void drop_idle(struct cuda_opened *opened, unsigned most)
{
    struct cuda_region **at = &opened->idle;
    while (*at && most-- > 0)
        at = &(*at)->next;
    while (*at) {
        struct cuda_region *const region = *at;
        *at = region->next;
        cuda_release(opened->cuda, region->base);
        free(region);
    }
}

static void close_device(struct engine_device *device)
{
    struct cuda_opened *const opened = opened_of(device);
    drop_idle(opened, 0);
    cuda_close(opened->cuda);
    nvml_close(opened->nvml);
    free(opened);
}

static void tell_facts(const struct engine_device *device, struct engine_facts *facts)
{
    const struct cuda_facts *const known = cuda_device_facts(((const struct cuda_opened *)device)->cuda);
    const int version = known->driver_version;
    struct nvml *const nvml = nvml_open(known->pci_bus_id);
    struct nvml_facts more;
    nvml_read(nvml, &more);
    nvml_close(nvml);
    snprintf(facts->name, sizeof facts->name, "%s", known->name);
    snprintf(facts->driver, sizeof facts->driver, "%s%sCUDA %d.%d%s", more.driver, *more.driver ? ", " : "",
             version / 1000, version % 1000 / 10, known->blocking ? ", waits after each launch" : "");
    snprintf(facts->compiler, sizeof facts->compiler, "NVRTC %d.%d", known->nvrtc_major, known->nvrtc_minor);
    snprintf(facts->architecture, sizeof facts->architecture, "sm_%d", known->architecture);
    facts->memory_bytes = known->memory_bytes;
    facts->cache_bytes = (uint64_t)known->cache_bytes;
    facts->multiprocessors = (unsigned)known->multiprocessors;
    facts->clock_mhz = more.clock_mhz;
    facts->memory_clock_mhz = more.memory_mhz;
    facts->power_limit_w = more.power_limit_w;
    facts->ecc = more.ecc;
    facts->others = more.others;
    facts->devices = (unsigned)known->devices;
    snprintf(facts->address, sizeof facts->address, "%s", known->pci_bus_id);
}

static void tell_condition(struct engine_device *device, struct engine_condition *condition)
{
    struct cuda_opened *const opened = opened_of(device);
    if (!opened->asked)
        opened->nvml = nvml_open(cuda_device_facts(opened->cuda)->pci_bus_id);
    opened->asked = true;
    nvml_look(opened->nvml, condition);
}

/* Take a piece that will do from those at hand, if it is not much too large. */
static struct cuda_region *take_idle(struct cuda_opened *opened, size_t bytes)
{
    struct cuda_region **at = &opened->idle;
    while (*at && ((*at)->room < bytes || (*at)->room / 4 > bytes))
        at = &(*at)->next;
    struct cuda_region *const region = *at;
    if (region)
        *at = region->next;
    return region;
}

/* What is at hand goes where memory is short. */
static struct cuda_region *new_region(struct cuda_opened *opened, size_t bytes, struct error *why)
{
    struct cuda_region *const region = memory_array(1, sizeof *region);
    struct error short_of = {0};
    const size_t room = bytes > 0 ? bytes : 1;
    region->room = room;
    if (cuda_allocate(opened->cuda, room, &region->base, opened->idle ? &short_of : why))
        return region;
    const bool again = opened->idle != NULL;
    drop_idle(opened, 0);
    if (again && cuda_allocate(opened->cuda, room, &region->base, why))
        return region;
    free(region);
    return NULL;
}

static void *allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why)
{
    struct cuda_opened *const opened = opened_of(device);
    struct cuda_region *region = take_idle(opened, bytes);
    (void)name;
    if (!region)
        region = new_region(opened, bytes, why);
    if (!region)
        return NULL;
    region->bytes = bytes > 0 ? bytes : 1; /* its address is the device's even where nothing is kept */
    region->next = opened->regions;
    opened->regions = region;
    return (void *)(uintptr_t)region->base;
}

static void release(struct engine_device *device, void *memory)
{
    struct cuda_opened *const opened = opened_of(device);
    struct cuda_region **at = &opened->regions;
    while (*at && (*at)->base != address_of(memory))
        at = &(*at)->next;
    struct cuda_region *const region = *at;
    if (!region)
        return;
    *at = region->next;
    region->next = opened->idle;
    opened->idle = region;
    drop_idle(opened, region->room <= IDLE_BYTES ? MOST_IDLE : 0);
}

static void fill(struct engine_device *device, void *to, int byte, size_t bytes)
{
    cuda_fill(cuda_of(device), address_of(to), (unsigned char)byte, bytes);
}

static void copy(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    cuda_copy(cuda_of(device), address_of(to), address_of(from), bytes);
}

static void copy_in(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    if (bytes == 4 || bytes == 8)
        cuda_put(cuda_of(device), address_of(to), from, bytes);
    else
        cuda_copy_in(cuda_of(device), address_of(to), from, bytes);
}

static void copy_out(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    cuda_copy_out(cuda_of(device), to, address_of(from), bytes);
}

static void wait(struct engine_device *device)
{
    cuda_join(cuda_of(device));
}

/* All else that the descriptors of groups allow fits a device that could be opened, but for shared memory
 * that rings of tiles fill, beside a kernel's words. */
static bool supports(struct engine_device *device, const struct point *point, struct error *why)
{
    const struct cuda_facts *const facts = cuda_device_facts(cuda_of(device));
    const size_t tile = point_tile(point) * dtype_size((enum dtype)point->dtype),
                 need = cuda_ring_bytes(point->stages, tile), have = (size_t)facts->shared_bytes,
                 words = cuda_ring_words_bytes(point->stages);
    if (need > 0 && need + words > have)
        return error_set(why, EXIT_USAGE,
                         "a ring of %llu tiles takes %zu bytes of shared memory; a group has %zu",
                         (unsigned long long)point->stages, need, have > words ? have - words : 0);
    return engine_runs_at_once(point, (unsigned)facts->multiprocessors, why);
}

static void discard(struct built *built)
{
    struct cuda_built *const made = (struct cuda_built *)built;
    cuda_unload(made->opened->cuda, made->kernel);
    release(&made->opened->device, (void *)(uintptr_t)made->loose);
    free(made->copied);
    free(made);
}

static struct cuda_program program_of(const struct kernel *kernel, const struct build *build)
{
    return (struct cuda_program){
        .kernel = kernel->name,
        .dtype = build->dtype,
        .op = build->op ? build->op : OP_SUM,
        .local = build->local,
        .network = network_word(build->network),
        .threads = build->threads,
        .values = build->values ? build->values : 1,
        .ring = build->ring,
        .reducers = build->reducers,
        .teams = build->teams,
        .at_once = build->waits || build->ring ? engine_groups_at_once(build->threads, build->ring) : 0,
    };
}

static bool build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    const struct cuda_program program = program_of(kernel, build);
    struct cuda_built *const made = memory_array(1, sizeof *made);
    made->built.kernel = kernel;
    made->opened = opened_of(run->device);
    made->copied = memory_array(MOST_PARAMETERS, sizeof *made->copied);
    if (cuda_load(made->opened->cuda, &program, &made->kernel, why))
        made->loose = address_of(allocate(run->device, "loose", LOOSE_BYTES, why));
    if (made->loose) {
        cuda_fill(made->opened->cuda, made->loose, 0, LOOSE_BYTES);
        *built = &made->built;
        return true;
    }
    discard(&made->built);
    return false;
}

static bool is_of_device(const struct cuda_opened *opened, cuda_address address)
{
    for (const struct cuda_region *region = opened->regions; region; region = region->next)
        if (address >= region->base && address < region->base + region->bytes)
            return true;
    return false;
}

/* Where kernels reach what is at an address: what is the host's is one element, copied when it has changed.
 */
static cuda_address reachable(const struct cuda_opened *opened, const struct cuda_built *built,
                              unsigned index, const void *address)
{
    const cuda_address at = address_of(address), own = built->loose + index * sizeof *built->copied;
    if (!address || is_of_device(opened, at))
        return at;
    if (memcmp(&built->copied[index], address, sizeof *built->copied) != 0) {
        memcpy(&built->copied[index], address, sizeof *built->copied);
        cuda_put(opened->cuda, own, &built->copied[index], sizeof *built->copied);
    }
    return own;
}

static void launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    const struct cuda_opened *const opened = opened_of(run->device);
    const struct cuda_built *const made = (const struct cuda_built *)built;
    const struct kernel *const kernel = built->kernel;
    union cuda_argument words[MOST_PARAMETERS];
    void *addresses[MOST_PARAMETERS];
    memcpy(words, arguments, kernel->count * sizeof *words);
    for (unsigned i = 0; i < kernel->count; i++) {
        if (kernel->parameters[i].kind != PARAMETER_BY_VALUE)
            words[i].value = reachable(opened, made, i, words[i].buffer);
        addresses[i] = &words[i];
    }
    cuda_launch(opened->cuda, made->kernel, addresses, groups);
}

/* If nobody else computes there: a launch begins when the one before it has ended. */
static size_t resident(const struct run *run)
{
    return (size_t)cuda_device_facts(cuda_of(run->device))->multiprocessors *
           engine_groups_at_once(run->point->threads_per_group, run->point->stages);
}

/* What comes after it in the stream finds the words cleared. */
static void clear(const struct run *run, void *words, size_t bytes)
{
    cuda_fill(cuda_of(run->device), address_of(words), 0, bytes);
}

/* One thread of the host gives all launches, which follow each other. */
static void join(const struct run *run)
{
    (void)run;
}

static bool lend(struct engine_device *device, const char *name, unsigned operations,
                 struct engine_stream *lent)
{
    struct cuda_device *const cuda = cuda_of(device);
    const struct cuda_lent own = cuda_lend(cuda, name, operations);
    *lent = (struct engine_stream){
        .stream = own.stream,
        .context = own.context,
        .number = (unsigned)own.index,
        .multiprocessors = (unsigned)cuda_device_facts(cuda)->multiprocessors,
    };
    return own.stream != NULL;
}

static void blame(struct engine_device *device, const char *name, const char *why)
{
    cuda_blame(cuda_of(device), name, why);
}

static void begin(struct engine_device *device)
{
    cuda_begin(cuda_of(device));
}

static double end(struct engine_device *device)
{
    return cuda_end(cuda_of(device));
}

static bool failed(struct engine_device *device, struct error *why)
{
    return cuda_failed(cuda_of(device), why);
}

const struct engine cuda_engine = {
    .name = "cuda",
    .open = open_device,
    .close = close_device,
    .facts = tell_facts,
    .condition = tell_condition,
    .allocate = allocate,
    .release = release,
    .fill = fill,
    .copy = copy,
    .copy_in = copy_in,
    .copy_out = copy_out,
    .wait = wait,
    .supports = supports,
    .build = build,
    .discard = discard,
    .launch = launch,
    .lend = lend,
    .blame = blame,
    .resident = resident,
    .clear = clear,
    .join = join,
    .begin = begin,
    .end = end,
    .failed = failed,
};
