/* SPDX-License-Identifier: MIT */
/* A CUDA device: its memory, its kernels, one stream in which all happens in order, and what failed on it. */
#include "engine/cuda/cuda_device.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/engine.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OLDEST_ARCHITECTURE = 80,  /* reductions of a simdgroup in one instruction */
    WAITING_ARCHITECTURE = 90, /* launches that wait for what came before them */
    NAME_BYTES = 64,
    MOST_IDLE = 256, /* kernels that stay loaded for whoever asks for them again */
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
    struct cuda_kernel *kernels;  /* that are loaded, the last first */
    char last_kernel[NAME_BYTES]; /* started last: what a wait that fails is about */
    struct error failure;
};

struct cuda_kernel {
    struct cuda_kernel *next;
    char *source; /* owned: what tells it from the others */
    unsigned users;
    char name[NAME_BYTES];
    unsigned threads;
    size_t ring_bytes; /* of shared memory that a launch gives */
    struct cuda_module *module;
    struct cuda_function *function;
};

static bool succeeds(struct cuda_device *device, enum cuda_status status, const char *what,
                     struct error *error)
{
    char text[512];
    if (status == CUDA_OK)
        return true;
    snprintf(text, sizeof text, "cuda:%d: %s", device->index, what);
    return cuda_refuse(&device->driver, status, text, error);
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
    if (!succeeds(device, status, "does not tell what it is", error))
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
        *opened = device;
        return true;
    }
    cuda_close(device);
    return false;
}

static void drop_kernel(struct cuda_device *device, struct cuda_kernel *kernel)
{
    if (kernel->module)
        note(device, device->driver.module_unload(kernel->module), "a kernel cannot be unloaded");
    free(kernel->source);
    free(kernel);
}

void cuda_close(struct cuda_device *device)
{
    if (!device)
        return;
    open_gate(device);
    while (device->kernels) {
        struct cuda_kernel *const kernel = device->kernels;
        device->kernels = kernel->next;
        drop_kernel(device, kernel);
    }
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

/* A kernel that is not made for a type or an operator is missing in what is compiled for them. */
static bool load_image(struct cuda_device *device, const struct cuda_program *program, const void *image,
                       struct cuda_kernel *kernel, struct error *error)
{
    char what[NAME_BYTES + 32];
    snprintf(what, sizeof what, "%s cannot be loaded", kernel->name);
    if (!succeeds(device, device->driver.module_load(&kernel->module, image), what, error))
        return false;
    enum cuda_status status = device->driver.module_function(&kernel->function, kernel->module, kernel->name);
    if (status == CUDA_NOT_FOUND)
        return error_set(error, EXIT_USAGE, "there is no kernel %s for %s and %s", kernel->name,
                         op_names[program->op], dtype_names[program->dtype]);
    if (status == CUDA_OK && kernel->ring_bytes > 0)
        status =
            device->driver.function_set(kernel->function, CUDA_DYNAMIC_SHARED_BYTES, (int)kernel->ring_bytes);
    return succeeds(device, status, what, error);
}

static struct cuda_kernel *find_loaded(const struct cuda_device *device, const struct cuda_program *program)
{
    struct cuda_kernel *kernel = device->kernels;
    char *const source = cuda_program_source(program);
    while (kernel && strcmp(kernel->source, source) != 0)
        kernel = kernel->next;
    free(source);
    return kernel;
}

/* Unload the oldest that nobody uses, when they are too many. */
static void drop_idle(struct cuda_device *device)
{
    struct cuda_kernel **oldest = NULL;
    unsigned idle = 0;
    for (struct cuda_kernel **at = &device->kernels; *at; at = &(*at)->next)
        if ((*at)->users == 0) {
            oldest = at;
            idle++;
        }
    if (idle <= MOST_IDLE)
        return;
    struct cuda_kernel *const kernel = *oldest;
    *oldest = kernel->next;
    drop_kernel(device, kernel);
}

static struct cuda_kernel *load_program(struct cuda_device *device, const struct cuda_program *program,
                                        struct error *error)
{
    struct cuda_program own = *program;
    struct cuda_image image;
    own.architecture = device->facts.architecture;
    if (!cuda_build(&device->nvrtc, &own, &image, error))
        return NULL;
    struct cuda_kernel *const kernel = memory_array(1, sizeof *kernel);
    snprintf(kernel->name, sizeof kernel->name, "%s", program->kernel);
    kernel->source = cuda_program_source(program);
    kernel->threads = cuda_program_threads(program);
    kernel->ring_bytes = cuda_program_ring(program);
    const bool ok = load_image(device, program, image.code, kernel, error);
    free(image.code);
    if (ok)
        return kernel;
    drop_kernel(device, kernel);
    return NULL;
}

bool cuda_load(struct cuda_device *device, const struct cuda_program *program, struct cuda_kernel **loaded,
               struct error *error)
{
    if (!is_usable(device))
        return refuse_use(device, error);
    struct cuda_kernel *kernel = find_loaded(device, program);
    if (!kernel) {
        open_gate(device);
        kernel = load_program(device, program, error);
        if (!kernel)
            return false;
        kernel->next = device->kernels;
        device->kernels = kernel;
    }
    kernel->users++;
    *loaded = kernel;
    return true;
}

void cuda_unload(struct cuda_device *device, struct cuda_kernel *kernel)
{
    cuda_join(device);
    if (!kernel)
        return;
    kernel->users--;
    drop_idle(device);
}

/* What devices of Hopper and later begin before the end of what comes before it: every kernel there waits for
 * that itself. */
static enum cuda_status launch_beside(const struct cuda_device *device, const struct cuda_kernel *kernel,
                                      void **arguments, unsigned groups)
{
    struct cuda_launch_attribute attribute = {.kind = CUDA_LAUNCH_BESIDE, .allowed = 1};
    const struct cuda_launch_config config = {
        .grid = {groups, 1, 1},
        .block = {kernel->threads, 1, 1},
        .shared_bytes = (unsigned)kernel->ring_bytes,
        .stream = device->stream,
        .attributes = &attribute,
        .attribute_count = 1,
    };
    return device->driver.launch_beside(&config, kernel->function, arguments, NULL);
}

static enum cuda_status launch_after(const struct cuda_device *device, const struct cuda_kernel *kernel,
                                     void **arguments, unsigned groups)
{
    return device->driver.launch(kernel->function, groups, 1, 1, kernel->threads, 1, 1,
                                 (unsigned)kernel->ring_bytes, device->stream, arguments, NULL);
}

void cuda_launch(struct cuda_device *device, const struct cuda_kernel *kernel, void **arguments,
                 size_t groups)
{
    if (groups == 0 || !is_usable(device))
        return;
    if (groups > INT_MAX) {
        error_set(&device->failure, EXIT_SYSTEM, "cuda:%d: %s cannot have %zu groups: %d at most",
                  device->index, kernel->name, groups, INT_MAX);
        return;
    }
    memcpy(device->last_kernel, kernel->name, sizeof device->last_kernel);
    count_waiting(device);
    const bool beside = device->driver.launch_beside && device->facts.architecture >= WAITING_ARCHITECTURE;
    note(device, (beside ? launch_beside : launch_after)(device, kernel, arguments, (unsigned)groups),
         kernel->name);
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
