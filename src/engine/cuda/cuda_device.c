/* SPDX-License-Identifier: MIT */
/* A CUDA device: its memory, one stream in which all happens in order, and what failed on it. */
#include "engine/cuda/cuda_device.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/cuda/cuda_kernel.h"
#include "engine/engine.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OLDEST_ARCHITECTURE = 80, /* reductions of a subgroup in one instruction */
    NAME_BYTES = 64,
};

/* A word that a stream waits for: all that is called before it is opened happens without a gap after it. */
struct gate {
    volatile uint32_t
        *word;      /* memory of the host that the device reads; NULL: the device cannot wait, or must not */
    uint32_t opens; /* the value that is waited for */
    bool closed;
    unsigned waiting; /* calls since it was closed */
};

struct cuda_device {
    struct cuda_driver driver;
    struct nvrtc nvrtc;
    int index, ordinal; /* ours, the driver's */
    struct cuda_context *context;
    struct cuda_stream *stream;
    struct cuda_event *begin, *end;
    struct gate gate;
    struct cuda_facts facts;
    struct cuda_kernels kernels;
    char last_kernel[NAME_BYTES]; /* started last: what a wait that fails is about */
    struct error failure;
};

static bool succeeds(struct cuda_device *device, enum cuda_status status, const char *what,
                     struct error *error)
{
    return cuda_succeeds(&device->driver, device->index, status, what, error);
}

/* For what cannot fail where it is called. */
static void note(struct cuda_device *device, enum cuda_status status, const char *what)
{
    succeeds(device, status, what, &device->failure);
}

static bool has_failed(const struct cuda_device *device)
{
    return device->failure.code != EXIT_OK;
}

static void open_gate(struct cuda_device *device)
{
    if (device->gate.closed)
        *device->gate.word = device->gate.opens;
    device->gate.closed = false;
}

/* Before something is queued. */
static void count_all_waiting(struct cuda_device *device, unsigned count)
{
    if (device->gate.closed && (device->gate.waiting += count) > ENGINE_MOST_WAITING)
        open_gate(device);
}

static void count_waiting(struct cuda_device *device)
{
    count_all_waiting(device, 1);
}

/* Whether anything may still happen on the device; the calling thread is made one that may use it. */
static bool is_usable(struct cuda_device *device)
{
    if (!has_failed(device))
        note(device, device->driver.context_set(device->context), "cannot be used by a thread");
    return !has_failed(device);
}

/* The answer of what can fail to something that did before; who asks cuda_failed still finds it. */
static bool refuse_use(const struct cuda_device *device, struct error *error)
{
    return error_set(error, device->failure.code, "%s", device->failure.text);
}

static bool parse_name(const char *name, int *index, struct error *error)
{
    int length = -1;
    *index = 0;
    if (*name == '\0' || strcmp(name, "cuda") == 0)
        return true;
    if (sscanf(name, "cuda:%4d%n", index, &length) == 1 && *index >= 0 && length == (int)strlen(name))
        return true;
    return error_set(error, EXIT_USAGE, "no CUDA device is named \"%s\"; expected cuda:0, cuda:1, …", name);
}

static bool find_device(struct cuda_device *device, struct error *error)
{
    int count = 0;
    if (!succeeds(device, device->driver.device_count(&count), "devices cannot be counted", error))
        return false;
    device->facts.devices = count;
    if (device->index >= count)
        return error_set(error, EXIT_SYSTEM, "there is no cuda:%d: the driver sees %d device%s%s",
                         device->index, count, count == 1 ? "" : "s", cuda_hiding());
    return succeeds(device, device->driver.device_get(&device->ordinal, device->index), "cannot be asked",
                    error);
}

static bool read_facts(struct cuda_device *device, struct error *error)
{
    const struct cuda_driver *const driver = &device->driver;
    struct cuda_facts *const facts = &device->facts;
    int major = 0, minor = 0;
    enum cuda_status status = driver->device_name(facts->name, sizeof facts->name, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_attribute(&major, CUDA_CAPABILITY_MAJOR, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_attribute(&minor, CUDA_CAPABILITY_MINOR, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_attribute(&facts->multiprocessors, CUDA_MULTIPROCESSORS, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_bus_id(facts->pci_bus_id, sizeof facts->pci_bus_id, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_attribute(&facts->cache_bytes, CUDA_CACHE_BYTES, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_attribute(&facts->shared_bytes, CUDA_SHARED_BYTES, device->ordinal);
    facts->architecture = 10 * major + minor;
    facts->driver_version = driver->version;
    facts->nvrtc_major = device->nvrtc.major;
    facts->nvrtc_minor = device->nvrtc.minor;
    if (!succeeds(device, status, "does not describe itself", error))
        return false;
    return facts->architecture >= OLDEST_ARCHITECTURE ||
           error_set(error, EXIT_SYSTEM,
                     "cuda:%d (%s) is of compute capability %d.%d: %d.%d or newer is needed", device->index,
                     facts->name, major, minor, OLDEST_ARCHITECTURE / 10, OLDEST_ARCHITECTURE % 10);
}

/* Whether what is launched is waited for at once: behind a closed gate that would be for ever. Nsight
 * Compute, compute-sanitizer and the driver's own switch for debugging do so, and leave these in the
 * environment. */
static bool launches_block(void)
{
    const char *const blocking = getenv("CUDA_LAUNCH_BLOCKING");
    const char *const preloaded = getenv("LD_PRELOAD");
    return (blocking && strcmp(blocking, "0") != 0) || getenv("NV_COMPUTE_PROFILER_PERFWORKS_DIR") ||
           getenv("CUDA_INJECTION64_PATH") || (preloaded && strstr(preloaded, "TreeLauncher"));
}

static bool start_device(struct cuda_device *device, struct error *error)
{
    const struct cuda_driver *const driver = &device->driver;
    size_t available;
    enum cuda_status status = driver->context_retain(&device->context, device->ordinal);
    if (status == CUDA_OK)
        status = driver->context_set(device->context);
    if (status == CUDA_OK)
        status = driver->stream_create(&device->stream, 0);
    if (status == CUDA_OK)
        status = driver->event_create(&device->begin, 0);
    if (status == CUDA_OK)
        status = driver->event_create(&device->end, 0);
    if (status == CUDA_OK)
        status = driver->memory_info(&available, &device->facts.memory_bytes);
    void *word = NULL;
    device->facts.blocking = launches_block();
    if (status == CUDA_OK && !device->facts.blocking)
        status = driver->host_allocate(&word, sizeof *device->gate.word, 0);
    if (word)
        *(uint32_t *)word = device->gate.opens;
    device->gate.word = word;
    return succeeds(device, status, "cannot be opened", error);
}

bool cuda_open(const char *name, struct cuda_device **opened, struct error *error)
{
    struct cuda_device *const device = memory_array(1, sizeof *device);
    if (parse_name(name, &device->index, error) && cuda_driver_load(&device->driver, error) &&
        nvrtc_load(&device->nvrtc, device->driver.version, error) && find_device(device, error) &&
        read_facts(device, error) && start_device(device, error)) {
        device->kernels = (struct cuda_kernels){.driver = &device->driver,
                                                .nvrtc = &device->nvrtc,
                                                .index = device->index,
                                                .architecture = device->facts.architecture};
        *opened = device;
        return true;
    }
    cuda_close(device);
    return false;
}

void cuda_close(struct cuda_device *device)
{
    if (!device)
        return;
    open_gate(device);
    cuda_kernels_close(&device->kernels, &device->failure);
    if (device->gate.word)
        device->driver.host_free((void *)device->gate.word);
    if (device->begin)
        device->driver.event_destroy(device->begin);
    if (device->end)
        device->driver.event_destroy(device->end);
    if (device->stream)
        device->driver.stream_destroy(device->stream);
    if (device->context)
        device->driver.context_release(device->ordinal);
    free(device);
}

const struct cuda_facts *cuda_device_facts(const struct cuda_device *device)
{
    return &device->facts;
}

/* What replaces the driver's words where memory is short. */
static bool refuse_memory(struct cuda_device *device, size_t bytes, struct error *error)
{
    char need[32], have[32], all[32];
    size_t available = 0, memory = 0;
    device->driver.memory_info(&available, &memory);
    return error_set(error, EXIT_SYSTEM, "cuda:%d: out of device memory: %s needed, %s of %s free",
                     device->index, text_format_bytes(need, sizeof need, (double)bytes),
                     text_format_bytes(have, sizeof have, (double)available),
                     text_format_bytes(all, sizeof all, (double)memory));
}

bool cuda_allocate(struct cuda_device *device, size_t bytes, cuda_address *memory, struct error *error)
{
    open_gate(device);
    if (!is_usable(device))
        return refuse_use(device, error);
    const enum cuda_status status = device->driver.memory_allocate(memory, bytes > 0 ? bytes : 1);
    if (status == CUDA_OUT_OF_MEMORY)
        return refuse_memory(device, bytes, error);
    return succeeds(device, status, "memory cannot be had", error);
}

void cuda_release(struct cuda_device *device, cuda_address memory)
{
    open_gate(device);
    if (memory)
        note(device, device->driver.memory_free(memory), "memory cannot be released");
}

/* Memory of the host that is not pinned is staged before the call returns. */
void cuda_copy_in(struct cuda_device *device, cuda_address to, const void *from, size_t bytes)
{
    open_gate(device);
    if (bytes > 0 && is_usable(device))
        note(device, device->driver.copy_in(to, from, bytes, device->stream), "a copy to the device");
}

void cuda_put(struct cuda_device *device, cuda_address to, const void *element, size_t bytes)
{
    uint32_t words[2] = {0};
    memcpy(words, element, bytes);
    for (size_t i = 0; i < bytes / sizeof words[0] && is_usable(device); i++) {
        count_waiting(device);
        note(device, device->driver.fill_words(to + i * sizeof words[0], words[i], 1, device->stream),
             "storing an element");
    }
}

void cuda_copy(struct cuda_device *device, cuda_address to, cuda_address from, size_t bytes)
{
    if (bytes == 0 || !is_usable(device))
        return;
    count_waiting(device);
    note(device, device->driver.copy(to, from, bytes, device->stream), "a copy within the device");
}

void cuda_copy_out(struct cuda_device *device, void *to, cuda_address from, size_t bytes)
{
    open_gate(device);
    if (bytes == 0 || !is_usable(device))
        return;
    note(device, device->driver.copy_out(to, from, bytes, device->stream), "a copy from the device");
    cuda_join(device);
}

void cuda_fill(struct cuda_device *device, cuda_address to, unsigned char byte, size_t bytes)
{
    count_waiting(device);
    if (bytes > 0 && is_usable(device))
        note(device, device->driver.fill(to, byte, bytes, device->stream), "filling memory");
}

bool cuda_load(struct cuda_device *device, const struct cuda_program *program, struct cuda_kernel **loaded,
               struct error *error)
{
    open_gate(device);
    if (!is_usable(device))
        return refuse_use(device, error);
    return cuda_kernels_take(&device->kernels, program, loaded, error);
}

void cuda_unload(struct cuda_device *device, struct cuda_kernel *kernel)
{
    cuda_join(device);
    if (kernel)
        cuda_kernels_give_back(&device->kernels, kernel, &device->failure);
}

void cuda_launch(struct cuda_device *device, const struct cuda_kernel *kernel, void **arguments,
                 size_t groups)
{
    if (groups == 0 || !is_usable(device))
        return;
    const char *const name = cuda_kernel_name(kernel);
    if (groups > INT_MAX) {
        error_set(&device->failure, EXIT_SYSTEM, "cuda:%d: %s cannot have %zu groups: %d at most",
                  device->index, name, groups, INT_MAX);
        return;
    }
    snprintf(device->last_kernel, sizeof device->last_kernel, "%s", name);
    count_waiting(device);
    note(device, cuda_kernel_launch(&device->kernels, kernel, device->stream, arguments, (unsigned)groups),
         name);
}

struct cuda_lent cuda_lend(struct cuda_device *device, const char *name, unsigned operations)
{
    struct cuda_lent lent = {.index = device->index};
    if (!is_usable(device))
        return lent;
    snprintf(device->last_kernel, sizeof device->last_kernel, "%s", name);
    if (operations == 0 || operations > ENGINE_MOST_WAITING)
        open_gate(device);
    else
        count_all_waiting(device, operations);
    lent.context = device->context;
    lent.stream = device->stream;
    return lent;
}

void cuda_blame(struct cuda_device *device, const char *name, const char *why)
{
    error_set(&device->failure, EXIT_SYSTEM, "cuda:%d: %s: %s", device->index, name, why);
}

void cuda_join(struct cuda_device *device)
{
    open_gate(device);
    if (is_usable(device))
        note(device, device->driver.stream_synchronize(device->stream),
             *device->last_kernel ? device->last_kernel : "waiting");
}

/* A device that cannot wait for a word begins at once. */
static void close_gate(struct cuda_device *device)
{
    struct gate *const gate = &device->gate;
    if (!gate->word || !is_usable(device))
        return;
    const enum cuda_status status =
        device->driver.stream_wait(device->stream, (cuda_address)(uintptr_t)gate->word, gate->opens + 1, 0);
    if (status == CUDA_NOT_SUPPORTED)
        return;
    note(device, status, "waiting for a word");
    gate->opens++;
    gate->closed = true;
    gate->waiting = 0;
}

void cuda_begin(struct cuda_device *device)
{
    open_gate(device);
    close_gate(device);
    if (is_usable(device))
        note(device, device->driver.event_record(device->begin, device->stream), "an event");
}

double cuda_end(struct cuda_device *device)
{
    float milliseconds = NAN;
    if (is_usable(device))
        note(device, device->driver.event_record(device->end, device->stream), "an event");
    cuda_join(device);
    if (!has_failed(device))
        note(device, device->driver.event_elapsed(&milliseconds, device->begin, device->end), "a time");
    return has_failed(device) ? NAN : (double)milliseconds / 1000;
}

bool cuda_failed(struct cuda_device *device, struct error *error)
{
    if (!has_failed(device))
        return false;
    error_set(error, device->failure.code, "%s", device->failure.text);
    device->failure = (struct error){0};
    return true;
}
