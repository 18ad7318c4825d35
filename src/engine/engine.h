/* SPDX-License-Identifier: MIT */
/* What runs the kernels of group implementations, on what device, with what memory. An engine is a folder
 * here and a row of implementation/engine.def. */
#pragma once

#include "base/error.h"
#include "engine/kernel.h"
#include "implementation/run.h"
#include "kernels/choices.h"
#include "problem/element.h"

/* Calls that an engine queues before a gate, which it then opens: fewer than any driver's queue holds. */
enum { ENGINE_MOST_WAITING = 256 };

/* A device that is open: what each engine's own structure begins with. */
struct engine_device {
    const struct engine *engine;
};

/* What a result says of the device that it was taken on. What is not known is "", 0 or, of ecc, −1. */
struct engine_facts {
    char name[256];                       /* as the device calls itself */
    char driver[96];                      /* what drives it, with its version: "CUDA 13.0" */
    char compiler[64];                    /* what compiles kernels for it, with its version: "NVRTC 13.0" */
    char architecture[32];                /* what they are compiled for: "sm_90" */
    uint64_t memory_bytes, cache_bytes;   /* all of it; the last cache */
    unsigned multiprocessors;             /* how many run groups beside each other */
    unsigned clock_mhz, memory_clock_mhz; /* the highest that it allows */
    unsigned memory_bus_bits; /* of memory that moves two bits a line in each cycle of its clock */
    unsigned power_limit_w;   /* that it keeps to */
    int ecc;                  /* whether its memory corrects errors */
    bool counts_energy;       /* and tells what it has taken */
    unsigned devices;         /* that its engine has, itself among them */
    unsigned others;          /* processes that compute on it now, as far as is known */
    double open_s;            /* how long it took to open it; engine_probe notes it */
    char address[32];         /* where it is in the machine, whatever it is called: "0000:07:00.0" */
};

/* What makes a device slower than it is: SLOWDOWN(NAME, word). */
#define SLOWDOWNS(SLOWDOWN)        \
    SLOWDOWN(POWER, "power")       \
    SLOWDOWN(THERMAL, "thermal")   \
    SLOWDOWN(HARDWARE, "hardware") \
    SLOWDOWN(OTHER_DEVICE, "other-device")
enum slowdown {
#define SLOWDOWN(NAME, word) SLOWDOWN_##NAME,
    SLOWDOWNS(SLOWDOWN)
#undef SLOWDOWN
        SLOWDOWN_COUNT,
};

/* The state of a device now. What is not known is 0. */
struct engine_condition {
    unsigned clock_mhz, temperature_c;
    unsigned slowed;                    /* by what, now: bits of enum slowdown */
    uint64_t slowed_ns[SLOWDOWN_COUNT]; /* for how long, since some time before the device was opened */
    unsigned others;                    /* processes that compute on it beside this one */
};

/* What a kernel is built for. A kernel takes from it what it needs. */
struct build {
    enum dtype dtype;
    enum op op; /* OP_NONE: the kernel has none, or adds */
    unsigned threads, values;
    unsigned width; /* elements of an access to a tile; 0: one where that is counted */
    enum network network;
    const char *local;      /* the group function that it calls as LOCAL; NULL: none */
    unsigned ring, helpers; /* tiles of its ring in shared memory, and engine_ring_helpers; 0: none */
    unsigned beside;        /* bytes of what pairs have beside each element of a ring's tiles; 0: no pairs */
    unsigned teams;         /* of scanners of a ring, which take rounds in turn; 0: one */
    bool reversed;          /* it goes from the last element of its arrays to the first */
    bool staged;            /* it gathers a tile in shared memory */
    bool waits;             /* its groups wait for each other, and so have to run at once */
};

/* A kernel that is built: what each engine's own structure begins with. */
struct built {
    const struct kernel *kernel;
};

/* Where code that is no kernel of ours enqueues its work: all in a stream happens in its order. */
struct engine_stream {
    void *stream;             /* of CUDA: a CUstream */
    void *context;            /* of CUDA: a CUcontext, the device's primary one */
    unsigned number;          /* of the device, by its driver */
    unsigned multiprocessors; /* as in its facts */
};

struct engine {
    const char *name;

    /* Open a device by its name; NULL, or "-": the engine's first. EXIT_SYSTEM when there is none that will
     * do, EXIT_USAGE when the engine knows no such name. The caller closes it. NULL where runs need no
     * device: their memory is the host's. */
    bool (*open)(const char *name, struct engine_device **device, struct error *error);
    void (*close)(struct engine_device *device);

    /* Tell what a device is. NULL where `open` is, or where its devices are no hardware. */
    void (*facts)(const struct engine_device *device, struct engine_facts *facts);

    /* Tell its state now, which takes less than some milliseconds. NULL where nobody knows it. */
    void (*condition)(struct engine_device *device, struct engine_condition *condition);

    /* Microjoules that it has taken since some time, which takes some milliseconds; false where it does not
     * count them. NULL where nobody does. */
    bool (*energy)(struct engine_device *device, uint64_t *uj);

    /* Memory of the device, 64-byte aligned: its addresses may be added to by the host, and used by kernels
     * alone. `name` is for reports, and must outlive the memory. EXIT_SYSTEM with need and have when there is
     * no more. Fills and copies happen in the order in which they and launches are called; what fails is
     * found by `failed`. NULL where `open` is. */
    void *(*allocate)(struct engine_device *device, const char *name, size_t bytes, struct error *why);
    void (*release)(struct engine_device *device, void *memory);
    void (*fill)(struct engine_device *device, void *to, int byte, size_t bytes);
    /* From its memory to its memory. NULL where nothing is timed on the device. */
    void (*copy)(struct engine_device *device, void *to, const void *from, size_t bytes);

    /* Between the host and the memory that a run uses, which has `device`: for single elements within a run
     * by one of its workers, for arrays around it. `from` may be changed when copy_in returns, but pinned
     * arrays only after `wait`; copy_out waits until the bytes are there. */
    void (*copy_in)(struct engine_device *device, void *to, const void *from, size_t bytes);
    void (*copy_out)(struct engine_device *device, void *to, const void *from, size_t bytes);

    /* Keep memory of the host in its place, so that copies of it are faster; false where the driver refuses,
     * which is no failure: copies are right all the same. `unpin` comes before the memory is given back.
     * NULL: it makes no difference. */
    bool (*pin)(struct engine_device *device, void *memory, size_t bytes);
    void (*unpin)(struct engine_device *device, void *memory);

    /* Wait until all that was called before is over. NULL where nothing is timed on the device. */
    void (*wait)(struct engine_device *device);

    /* Whether it can run a point at all: false with what its device lacks (EXIT_USAGE). NULL: every point. */
    bool (*supports)(struct engine_device *device, const struct point *point, struct error *why);

    /* Build a kernel for a run, whose point, workers and device are set: untimed. EXIT_USAGE when the engine
     * has no such kernel or its device lacks something, EXIT_SYSTEM. The caller discards it. */
    bool (*build)(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why);
    void (*discard)(struct built *built);

    /* Run the groups 0 … groups − 1 of a kernel, whose arguments are its struct NAME_arguments. All workers
     * of the run call it together; all groups have finished before what is called after it begins. It cannot
     * fail: see `failed`. An address in the arguments that is not of the device's memory is one element of
     * the host's. */
    void (*launch)(const struct run *run, const struct built *built, const void *arguments, size_t groups);

    /* The groups of a launch that are sure to run beside each other, and so may wait for each other: 1 where
     * the engine promises nothing. */
    size_t (*resident)(const struct run *run);

    /* Let other code enqueue at most `operations` launches, copies and fills after all that was called
     * before; 0: it may wait for them, or there may be any number. The context is current on the calling
     * thread. What fails of them is said to be of `name`. False, and nothing is to be enqueued, when
     * something has failed. NULL: it lets nobody. */
    bool (*lend)(struct engine_device *device, const char *name, unsigned operations,
                 struct engine_stream *lent);
    /* Such code could not enqueue what it wanted: `failed` says why. NULL exactly where `lend` is. */
    void (*blame)(struct engine_device *device, const char *name, const char *why);

    /* Set words to zero for a kernel that counts on it, and wait for all workers: called by all together. */
    void (*clear)(const struct run *run, void *words, size_t bytes);
    /* All workers wait here until all have come. */
    void (*join)(const struct run *run);

    /* Time on the device, in seconds, of all that is launched between the two, which begins when end is
     * called, or when so much waits that it has to; NAN when something failed. end waits until it is over.
     * NULL: the host's clock times its runs. */
    void (*begin)(struct engine_device *device);
    double (*end)(struct engine_device *device);

    /* True when something has failed since the device was opened or this was asked, with what it was. What
     * has been launched is known not to have failed after end or a copy_out. */
    bool (*failed)(struct engine_device *device, struct error *why);
};

/* Every engine: emulate_engine, model_engine, … */
#define ENGINE_ROW(NAME, name, place) extern const struct engine name##_engine;
#include "implementation/engine.def"
#undef ENGINE_ROW

/* The groups that are sure to run at once on a multiprocessor where they wait for each other: one that has a
 * ring, which takes the shared memory; else as many as have 512 threads, for each of which there are 128
 * registers; where each holds its tile, of which a thread has at most 128 bytes, as have 1024 with 64.
 * At most 16, as many as any device has. */
unsigned engine_groups_at_once(const struct point *point);

/* How many of a point's groups have to run at once on each of so many multiprocessors, at least one. */
unsigned engine_groups_needed(const struct point *point, unsigned multiprocessors);

/* The subgroups of a group that have rounds of its ring in turn, beside teams and summers: those that reduce
 * tiles, or of a compaction those that store them. 0: the point has no ring. */
unsigned engine_ring_helpers(const struct point *point);

/* The teams of a group whose tiles lie in a ring, each of a point's threads: two, so that one waits while the
 * other scans, where a group may have as many threads; more only take turns to look. 0: the point has no
 * ring.
 */
unsigned engine_ring_teams(const struct point *point);

/* Bytes of each factor that lies beside an element of a point; 0: its elements are no pairs. */
unsigned engine_beside_bytes(const struct point *point);

/* Whether a device of so many multiprocessors, 0 where that is not known, is sure to run all groups at once
 * that have to. False with the largest n that it would. */
bool engine_runs_at_once(const struct point *point, unsigned multiprocessors, struct error *why);

/* The engine of a point; emulate where it has no such axis. */
const struct engine *engine_of(const struct point *point);

/* ---- The kernels of an implementation, built for a run: what `prepare` makes of its list of kernels
 * (program.c) */

/* A shape of a kernel's own, on the bits of elements where they keep their width: the threads of a group, and
 * the accesses of 16 bytes that each begins at once, to what is written where that is wider. */
struct kernel_shape {
    unsigned threads, accesses;
};

/* A kernel that an implementation launches. A list of them ends with {0}. */
struct kernel_use {
    const struct kernel *kernel;
    /* Change what differs from the point's own axes, which `build` has. NULL: nothing does. */
    void (*choose)(const struct point *point, struct build *build);
    const char *local;         /* the group function that it calls, where no axis says; NULL: none */
    struct kernel_shape shape; /* {0}: as the point's axes say */
    /* Whether runs of the point launch it, which otherwise is not built. NULL: all do. */
    bool (*needed)(const struct point *point);
};

/* What an implementation has that launches these kernels. */
#define USES(...)                                                                         \
    .kernels = (const struct kernel_use[]){__VA_ARGS__, {0}}, .prepare = program_prepare, \
    .finish = program_finish

/* The same of the family of groups. */
#define GROUP_USES(...) USES(__VA_ARGS__), .family = FAMILY_GROUP

/* What a kernel is built for at a point. */
struct build program_build(const struct point *point, const struct kernel_use *use);

/* What an implementation with `kernels` has as its prepare and finish. */
bool program_prepare(const struct run *run, void **state, struct error *why);
void program_finish(void *state);

/* Kernel `index` of the list of the run's implementation. */
const struct built *program_kernel(const struct run *run, unsigned index);

/* Launch it over so many groups. */
void program_launch(const struct run *run, unsigned index, const void *arguments, size_t groups);

/* What the launches of a run leave to those of the next: kept_bytes that are zero before the first one. */
void *program_kept(const struct run *run);

/* The number of a run of the program, called once in it by each worker: 1, 2, … and 1 again after the
 * largest. Words that kernels tag with it need not be cleared between runs. */
uint32_t program_turn(const struct run *run);

/* Leave a run with a count of 0, where no kernel writes it; one of its workers does. */
void program_clear_count(const struct run *run);

/* ---- What compilers of devices are told and answer: the element type and the operator of a program, as
 * words that are to be defined for problem/elem.h, and what is wrong with it (build_words.c) */

enum { BUILD_WORDS = 9 };

struct build_word {
    const char *name, *value; /* "ELEM", "u32" */
};

/* The row of the type, OPERATOR, and OPERATOR_IS_sum where it is sum; OP_NONE is a sum. Of a plain type the
 * last ones have no name. */
void build_words(enum dtype dtype, enum op op, struct build_word words[BUILD_WORDS]);

/* How the scan of a subgroup is called: "kogge_stone". */
const char *network_word(enum network network);

/* Where a log says what is wrong: its first line with an error in it, else its first; `length` bytes of the
 * log. */
const char *build_words_error(const char *log, int *length);

/* ---- What the devices of engines are, asked in a process of its own: a driver that was started does not
 * outlive a fork, and one that hangs or crashes must not take the program with it (engine_probe.c) */

/* How long a child may say nothing: a minute, unless who asks has less patience. */
extern int engine_probe_silence_ms;

/* Open a device of an engine that has any (engine_has_device) in a child process, and tell what it is. The
 * answer is remembered for the process. False with what is missing and what to do, a child that ends or says
 * nothing among it. Called on one thread. */
bool engine_probe(uint64_t device, const struct engine_facts **facts, struct error *why);

/* What the memory of a device can move at its highest clock, as its data sheet has it, in bytes a second; NAN
 * where it is not known. */
double engine_peak_bytes_per_s(uint64_t device);
