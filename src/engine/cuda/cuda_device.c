/* SPDX-License-Identifier: MIT */
/* A CUDA device: its memory, one stream in which all happens in order, and what failed on it. */
#include "engine/cuda/cuda.h"

#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OLDEST_ARCHITECTURE = 80 /* reductions of a subgroup in one instruction */ };

static cuda_address address_of(const void *memory)
{
    return (cuda_address)(uintptr_t)memory;
}

/* For what cannot fail where it is called. */
static void note(struct cuda_device *device, enum cuda_status status, const char *what)
{
    cuda_succeeds(device, status, what, &device->failure);
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
    if (!name || *name == '\0' || strcmp(name, "-") == 0 || strcmp(name, "cuda") == 0)
        return true;
    if (sscanf(name, "cuda:%4d%n", index, &length) == 1 && *index >= 0 && length == (int)strlen(name))
        return true;
    return error_set(error, EXIT_USAGE, "no CUDA device is named \"%s\"; expected cuda:0, cuda:1, …", name);
}

static bool find_device(struct cuda_device *device, struct error *error)
{
    int count = 0;
    if (!cuda_succeeds(device, device->driver.device_count(&count), "devices cannot be counted", error))
        return false;
    device->facts.devices = (unsigned)count;
    if (device->index >= count)
        return error_set(error, EXIT_SYSTEM, "there is no cuda:%d: the driver sees %d device%s%s",
                         device->index, count, count == 1 ? "" : "s", cuda_hiding());
    return cuda_succeeds(device, device->driver.device_get(&device->ordinal, device->index),
                         "cannot be asked", error);
}

static bool read_facts(struct cuda_device *device, struct error *error)
{
    const struct cuda_driver *const driver = &device->driver;
    struct engine_facts *const facts = &device->facts;
    int major = 0, minor = 0, multiprocessors = 0, cache_bytes = 0, memory_bus_bits = 0;
    const struct {
        int *value;
        enum cuda_attribute attribute;
    } attributes[] = {{&major, CUDA_CAPABILITY_MAJOR},
                      {&minor, CUDA_CAPABILITY_MINOR},
                      {&multiprocessors, CUDA_MULTIPROCESSORS},
                      {&cache_bytes, CUDA_CACHE_BYTES},
                      {&memory_bus_bits, CUDA_MEMORY_BUS_BITS},
                      {&device->shared_bytes, CUDA_SHARED_BYTES},
                      {&device->multiprocessor_shared_bytes, CUDA_MULTIPROCESSOR_SHARED_BYTES},
                      {&device->reserved_shared_bytes, CUDA_RESERVED_SHARED_BYTES}};
    enum cuda_status status = driver->device_name(facts->name, sizeof facts->name, device->ordinal);
    if (status == CUDA_OK)
        status = driver->device_bus_id(facts->address, sizeof facts->address, device->ordinal);
    for (size_t i = 0; status == CUDA_OK && i < sizeof attributes / sizeof attributes[0]; i++)
        status = driver->device_attribute(attributes[i].value, attributes[i].attribute, device->ordinal);
    if (!cuda_succeeds(device, status, "does not describe itself", error))
        return false;
    device->architecture = 10 * major + minor;
    facts->multiprocessors = (unsigned)multiprocessors;
    facts->cache_bytes = (uint64_t)cache_bytes;
    facts->memory_bus_bits = (unsigned)memory_bus_bits;
    snprintf(facts->compiler, sizeof facts->compiler, "NVRTC %d.%d", device->nvrtc.major,
             device->nvrtc.minor);
    snprintf(facts->architecture, sizeof facts->architecture, "sm_%d", device->architecture);
    return device->architecture >= OLDEST_ARCHITECTURE ||
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
    size_t available, memory_bytes = 0;
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
        status = driver->memory_info(&available, &memory_bytes);
    void *word = NULL;
    device->facts.memory_bytes = memory_bytes;
    device->blocking = launches_block();
    if (status == CUDA_OK && !device->blocking)
        status = driver->host_allocate(&word, sizeof *device->gate.word, 0);
    if (word)
        *(uint32_t *)word = device->gate.opens;
    device->gate.word = word;
    return cuda_succeeds(device, status, "cannot be opened", error);
}

bool cuda_open(const char *name, struct engine_device **opened, struct error *error)
{
    struct cuda_device *const device = memory_array(1, sizeof *device);
    device->opened.engine = &cuda_engine;
    *opened = &device->opened;
    if (parse_name(name, &device->index, error) && cuda_driver_load(&device->driver, error) &&
        nvrtc_load(&device->nvrtc, device->driver.version, error) && find_device(device, error) &&
        read_facts(device, error) && start_device(device, error))
        return true;
    cuda_close(&device->opened);
    return false;
}

void cuda_close(struct engine_device *opened)
{
    struct cuda_device *const device = cuda_of(opened);
    if (!device)
        return;
    open_gate(device);
    cuda_kernels_close(device);
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

void *cuda_allocate(struct engine_device *opened, size_t bytes, struct error *error)
{
    struct cuda_device *const device = cuda_of(opened);
    cuda_address memory = 0;
    open_gate(device);
    if (!is_usable(device)) {
        refuse_use(device, error);
        return NULL;
    }
    const enum cuda_status status = device->driver.memory_allocate(&memory, bytes > 0 ? bytes : 1);
    if (status == CUDA_OUT_OF_MEMORY)
        refuse_memory(device, bytes, error);
    else if (cuda_succeeds(device, status, "memory cannot be had", error))
        return (void *)(uintptr_t)memory;
    return NULL;
}

void cuda_release(struct engine_device *opened, void *memory)
{
    struct cuda_device *const device = cuda_of(opened);
    open_gate(device);
    if (memory)
        note(device, device->driver.memory_free(address_of(memory)), "memory cannot be released");
}

/* Of 1 to 8 bytes: by value, so that it may change at once. */
static void put(struct cuda_device *device, cuda_address to, const void *element, size_t bytes)
{
    const unsigned char *const data = element;
    const bool by_words = bytes % sizeof(uint32_t) == 0;
    for (size_t i = 0; i < bytes && is_usable(device); i += by_words ? sizeof(uint32_t) : 1) {
        uint32_t word = 0;
        memcpy(&word, data + i, by_words ? sizeof word : 1);
        count_waiting(device);
        note(device,
             by_words ? device->driver.fill_words(to + i, word, 1, device->stream)
                      : device->driver.fill(to + i, data[i], 1, device->stream),
             "storing an element");
    }
}

/* Memory of the host that is not pinned is staged before the call returns. */
void cuda_copy_in(struct engine_device *opened, void *to, const void *from, size_t bytes)
{
    struct cuda_device *const device = cuda_of(opened);
    if (bytes <= sizeof(uint64_t)) {
        put(device, address_of(to), from, bytes);
        return;
    }
    open_gate(device);
    if (bytes > 0 && is_usable(device))
        note(device, device->driver.copy_in(address_of(to), from, bytes, device->stream),
             "a copy to the device");
}

void cuda_copy(struct engine_device *opened, void *to, const void *from, size_t bytes)
{
    struct cuda_device *const device = cuda_of(opened);
    if (bytes == 0 || !is_usable(device))
        return;
    count_waiting(device);
    note(device, device->driver.copy(address_of(to), address_of(from), bytes, device->stream),
         "a copy within the device");
}

void cuda_copy_out(struct engine_device *opened, void *to, const void *from, size_t bytes)
{
    struct cuda_device *const device = cuda_of(opened);
    open_gate(device);
    if (bytes == 0 || !is_usable(device))
        return;
    note(device, device->driver.copy_out(to, address_of(from), bytes, device->stream),
         "a copy from the device");
    cuda_join(opened);
}

bool cuda_pin(struct engine_device *opened, void *memory, size_t bytes)
{
    struct cuda_device *const device = cuda_of(opened);
    return is_usable(device) && device->driver.host_register(memory, bytes, 0) == 0;
}

void cuda_unpin(struct engine_device *opened, void *memory)
{
    struct cuda_device *const device = cuda_of(opened);
    open_gate(device);
    if (is_usable(device))
        note(device, device->driver.host_unregister(memory), "memory of the host cannot be released");
}

void cuda_fill(struct engine_device *opened, void *to, int byte, size_t bytes)
{
    struct cuda_device *const device = cuda_of(opened);
    count_waiting(device);
    if (bytes > 0 && is_usable(device))
        note(device, device->driver.fill(address_of(to), (unsigned char)byte, bytes, device->stream),
             "filling memory");
}

bool cuda_load(struct engine_device *opened, const struct cuda_program *program, struct cuda_kernel **loaded,
               struct error *error)
{
    struct cuda_device *const device = cuda_of(opened);
    open_gate(device);
    if (!is_usable(device))
        return refuse_use(device, error);
    return cuda_kernel_take(device, program, loaded, error);
}

void cuda_unload(struct engine_device *opened, struct cuda_kernel *kernel)
{
    cuda_join(opened);
    if (kernel)
        cuda_kernel_give_back(cuda_of(opened), kernel);
}

void cuda_launch(struct engine_device *opened, const struct cuda_kernel *kernel, void **arguments,
                 size_t groups)
{
    struct cuda_device *const device = cuda_of(opened);
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
    note(device, cuda_kernel_launch(device, kernel, arguments, (unsigned)groups), name);
}

bool cuda_lend(struct engine_device *opened, const char *name, unsigned operations,
               struct engine_stream *lent)
{
    struct cuda_device *const device = cuda_of(opened);
    *lent = (struct engine_stream){.number = (unsigned)device->index,
                                   .multiprocessors = device->facts.multiprocessors};
    if (!is_usable(device))
        return false;
    snprintf(device->last_kernel, sizeof device->last_kernel, "%s", name);
    if (operations == 0 || operations > ENGINE_MOST_WAITING)
        open_gate(device);
    else
        count_all_waiting(device, operations);
    lent->context = device->context;
    lent->stream = device->stream;
    return true;
}

void cuda_blame(struct engine_device *device, const char *name, const char *why)
{
    struct cuda_device *const cuda = cuda_of(device);
    error_set(&cuda->failure, EXIT_SYSTEM, "cuda:%d: %s: %s", cuda->index, name, why);
}

void cuda_join(struct engine_device *opened)
{
    struct cuda_device *const device = cuda_of(opened);
    open_gate(device);
    if (is_usable(device))
        note(device, device->driver.stream_synchronize(device->stream),
             *device->last_kernel ? device->last_kernel : "waiting");
}

/* A device that cannot wait for a word begins at once. */
static void close_gate(struct cuda_device *device)
{
    struct cuda_gate *const gate = &device->gate;
    if (!gate->word || !is_usable(device))
        return;
    const enum cuda_status status =
        device->driver.stream_wait(device->stream, address_of((void *)gate->word), gate->opens + 1, 0);
    if (status == CUDA_NOT_SUPPORTED)
        return;
    note(device, status, "waiting for a word");
    gate->opens++;
    gate->closed = true;
    gate->waiting = 0;
}

void cuda_begin(struct engine_device *opened)
{
    struct cuda_device *const device = cuda_of(opened);
    open_gate(device);
    close_gate(device);
    if (is_usable(device))
        note(device, device->driver.event_record(device->begin, device->stream), "an event");
}

double cuda_end(struct engine_device *opened)
{
    struct cuda_device *const device = cuda_of(opened);
    float milliseconds = NAN;
    if (is_usable(device))
        note(device, device->driver.event_record(device->end, device->stream), "an event");
    cuda_join(opened);
    if (!has_failed(device))
        note(device, device->driver.event_elapsed(&milliseconds, device->begin, device->end), "a time");
    return has_failed(device) ? NAN : (double)milliseconds / 1000;
}

bool cuda_failed(struct engine_device *opened, struct error *error)
{
    struct cuda_device *const device = cuda_of(opened);
    if (!has_failed(device))
        return false;
    refuse_use(device, error);
    device->failure = (struct error){0};
    return true;
}
