/* SPDX-License-Identifier: MIT */
/* The interface of plugins: what a shared object exports so that scanbench plans, verifies, times and charts
 * its implementations beside the built-in ones. C99 and C++11; needs no other file.
 *
 *     cc -O3 -shared -fPIC mine.c -o mine.so
 *     scanbench check mine/\* --plugin ./mine.so
 *
 * Everything that a plugin hands over (structures, texts) is borrowed by scanbench and must live, unchanged,
 * as long as the process: constants do. Everything that scanbench hands over is borrowed by the plugin for
 * the length of the call, unless it says longer. A plugin is never unloaded.
 *
 * Versions. SCANBENCH_ABI_VERSION changes when old plugins would be misread; scanbench refuses another one.
 * Until then structures only grow at their end: each says its size, and what a size does not reach is zero.
 * scanbench refuses a plugin that sets fields which it does not know.
 *
 * What a call must leave alone: the input, how its thread rounds, the signals that it blocks, the CPUs that
 * it may run on. scanbench looks after each timed batch, puts it back, and calls the point wrong. (Code that
 * brings its threads may bind the calling one; it is put back too.) Before each batch one element of the
 * input changes, and parts of the output are overwritten: what was computed by an earlier call is not the
 * answer of this one, and work that goes on after run has returned is missed. */
#ifndef SCANBENCH_H
#define SCANBENCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCANBENCH_ABI_VERSION 1

/* A member of a set: SCANBENCH_BIT(SCANBENCH_U32) | SCANBENCH_BIT(SCANBENCH_F32). */
#define SCANBENCH_BIT(member) (1u << (member))

/* What is computed of n elements x[0 … n−1]. An element is selected when it is > 0 (NaN and −0 are not). */
enum scanbench_primitive {
    SCANBENCH_SCAN = 1,   /* output[i] = initial ⊕ x[0] ⊕ … ⊕ x[i], or exclusive … ⊕ x[i − 1] */
    SCANBENCH_TILED_SCAN, /* inclusive sums that start again at each multiple of threads_per_group ×
                             values_per_thread elements */
    SCANBENCH_REDUCE,     /* output[0] = x[0] ⊕ … ⊕ x[n − 1]; of nothing, the identity of ⊕ */
    SCANBENCH_DOT,        /* output[0] = Σ input[i] · second[i] */
    SCANBENCH_COUNT,      /* *count = how many elements are selected */
    SCANBENCH_COMPACT,    /* output = the selected elements in their order, *count = how many */
    SCANBENCH_RECURRENCE, /* of f32, f64: output[i] = second[i] · output[i − 1] + x[i], after initial */
    SCANBENCH_SEGMENTED_SCAN /* of u32, f32: inclusive sums that start again where second[i] is a head */
};

/* Types of elements. Integers wrap around modulo 2^32 or 2^64, signed ones too. */
enum scanbench_dtype {
    SCANBENCH_U32 = 1,
    SCANBENCH_I32,
    SCANBENCH_U64,
    SCANBENCH_F32,
    SCANBENCH_F64,
    SCANBENCH_I64,
    /* Sums alone: what is read / what is written; initial is of the type in which elements are joined. */
    SCANBENCH_U8_U32,  /* u8 / u32 */
    SCANBENCH_U16_U32, /* u16 / u32 */
    SCANBENCH_U8,      /* u8 / u8, modulo 2^8; initial u32 */
    SCANBENCH_U16,     /* u16 / u16, modulo 2^16; initial u32 */
    SCANBENCH_F16,     /* binary16 as its bits / the same, rounded to nearest even; joined in f32 */
    SCANBENCH_BF16,    /* bfloat16 as its bits / the same, rounded to nearest even; joined in f32 */
    SCANBENCH_U32_U64  /* u32 / u64 */
};

/* ⊕ of scans and reductions. */
enum scanbench_op { SCANBENCH_SUM = 1, SCANBENCH_MIN, SCANBENCH_MAX, SCANBENCH_PRODUCT };

enum scanbench_mode { SCANBENCH_EXCLUSIVE = 1, SCANBENCH_INCLUSIVE };

/* Where a scan or recurrence begins. Reversed, i − 1 above is i + 1: an output has what follows its input. */
enum scanbench_direction {
    SCANBENCH_FORWARD = 1, /* at the first element, after initial */
    SCANBENCH_REVERSE      /* at the last element, before initial */
};

/* Axes: what a config may vary beyond the problem itself. A scan always has operator and mode, a reduction
 * its operator, a tiled scan both parts of its tile, count and compact the selectivity. */
enum scanbench_axis {
    SCANBENCH_UNROLL = 1,        /* 1 … 8 */
    SCANBENCH_WORKERS,           /* how many threads work on it; without the axis: one */
    SCANBENCH_THREADS_PER_GROUP, /* 1 … 1024 */
    SCANBENCH_VALUES_PER_THREAD, /* 1 … 32 */
    SCANBENCH_GROUPS,            /* 1 … 2^30 */
    SCANBENCH_ISA,               /* of those that this machine has */
    SCANBENCH_ROW_LENGTH         /* scan, reduce: elements after which they start anew, from the identity */
};

/* Flags of an implementation. */
enum scanbench_flag {
    SCANBENCH_TAKES_INITIAL = 1, /* scan, recurrence: starts from run->initial; else it starts from the
                                    identity, of a recurrence 0, and is never asked for anything else */
    SCANBENCH_OWN_THREADS, /* it brings its threads: run is called on one thread, and may use run->workers
                              threads, that one included; else run is called on all workers together */
    SCANBENCH_UNORDERED,   /* compact: the elements may come in any order */
    SCANBENCH_REVERSES,    /* scan, recurrence: takes both directions; else it is never asked to reverse */
    SCANBENCH_SUBTRACTS    /* scan, tiled scan: what precedes is a difference, so that NaN and infinity spread
                              backwards; it is never asked for them */
};

/* Whose memory the arrays of an implementation are in, and who works on them. */
enum scanbench_memory {
    SCANBENCH_HOST,       /* this machine's: its CPUs */
    SCANBENCH_CUDA_MEMORY /* that of an NVIDIA GPU: see struct scanbench_device */
};

union scanbench_element {
    uint32_t u32;
    int32_t i32;
    uint64_t u64;
    float f32;
    double f64;
    int64_t i64;
};

/* A point of a sweep: one value on every axis, 0 on those that the implementation lacks. */
struct scanbench_point {
    size_t size;    /* bytes of this structure as scanbench knows it */
    uint64_t n;     /* elements of each input; may be 0 */
    uint32_t dtype; /* enum scanbench_dtype */
    uint32_t op;    /* enum scanbench_op of a scan or reduction, else 0 */
    uint32_t mode;  /* enum scanbench_mode of a scan, else 0 */
    uint32_t unroll, threads_per_group, values_per_thread, groups;
    uint32_t workers;    /* at least 1 */
    double selectivity;  /* count, compact: the share of elements that are selected, 0 to 1 */
    const char *isa;     /* "sse4", "avx2", "avx512" or "neon"; NULL without the axis */
    uint64_t row_length; /* elements of a row, the last of which may have fewer; 0: all are one row. A scan
                            begins each row with the identity then, and output[r] of a reduction is that of
                            row r; of n = 0 there is none */
    uint32_t direction;  /* enum scanbench_direction of a scan or recurrence, else 0 */
};

/* The device of a run in device memory.
 *
 * All that run does, it enqueues in `stream`, and returns without waiting for it: scanbench times it by
 * events in the stream, which it may hold until many calls are enqueued, so that a run that waits for the
 * device never ends. The first call after prepare is never held, so that a library may load its kernels in
 * it, which waits. Timed calls get the same addresses: they are to need no kernels beyond those of the first
 * call. A run that waits in each call has operations 0. What waits by itself (allocating, releasing, copying
 * to memory of the host that is not pinned, the default stream) is for prepare and finish, which may wait for
 * what they enqueue. The context is current on the calling thread then, and cudaSetDevice has nothing to add.
 * supports and scratch_bytes are called where no device is open, in a process that starts others: they call
 * nothing of CUDA. */
struct scanbench_device {
    size_t size;              /* bytes of this structure as scanbench knows it */
    uint32_t number;          /* of the device, as the runtime counts */
    uint32_t multiprocessors; /* that it has */
    void *context;            /* a CUcontext: the primary one */
    void *stream;             /* a CUstream, which is a cudaStream_t */
};

/* What one call works on. Memory that is not named here must not be written. Between two calls of the same
 * point nothing but the state may be kept: no result, and nothing learned of the input. */
struct scanbench_run {
    size_t size;                         /* bytes of this structure as scanbench knows it */
    const struct scanbench_point *point; /* valid from prepare to finish */
    const void *input;                   /* n elements, aligned to the element's size, read-only */
    const void *second; /* dot: n more; recurrence: n coefficients; both aligned alike. Segmented scan: n
                           bytes, 1 for a head, else 0. Read-only; NULL of others */
    void *output; /* scans: n elements; compact: room for n; reduce: one a row; dot: one; count: none. Aligned
                     to the element's size; after it `slack` elements that may be overwritten. Never overlaps
                     an input */
    uint64_t *count;                 /* count, compact: receives how many are selected; else NULL */
    union scanbench_element initial; /* scan, recurrence: what precedes the first element */
    void *scratch;        /* scratch_bytes(point), aligned to 64, shared by all workers, contents undefined */
    void *state;          /* what prepare left */
    uint32_t worker;      /* who runs this: 0 … workers − 1 */
    uint32_t workers;     /* how many run it together; with own threads, how many it may use */
    const uint32_t *cpus; /* `workers` CPUs by the system's numbers: worker w is bound to cpus[w], the calling
                             thread to cpus[0], and threads that it starts inherit that one: with own threads,
                             bind thread w to cpus[w]. NULL: nothing is bound, and nothing shall be */
    /* Wait until all workers have arrived; what each wrote before, all see after. Each worker calls it with
     * its own run, equally often. Returns at once where one thread was called. */
    void (*barrier)(const struct scanbench_run *run);
    void *host; /* scanbench's own */
    /* In device memory, else NULL. Then all addresses are the device's, those of output, count and scratch
     * too; initial is a value as ever. */
    const struct scanbench_device *device;
    /* In device memory: say in one line what could not be enqueued, and the point fails with it. What fails
     * later, in the stream, scanbench finds. NULL in prepare, whose answer says it, and in the host's memory.
     */
    void (*fail)(const struct scanbench_run *run, const char *why);
};

/* One implementation. Callbacks that may be NULL say so; all are called with a point whose dtype, operator
 * and mode the implementation takes. */
struct scanbench_implementation {
    const char *name; /* as configs and results spell it: parts of [A-Za-z0-9][A-Za-z0-9_.:+-]* joined by '/',
                         at most 63 bytes; the first part is none of limit, serial, simd, threads, group and
                         no other implementation of the primitive has the name */
    const char *summary; /* one line on the data flow */
    const char *source;  /* where it was published */
    uint32_t primitive;  /* enum scanbench_primitive */
    uint32_t dtypes;     /* SCANBENCH_BITs of enum scanbench_dtype */
    uint32_t ops;        /* of enum scanbench_op: scan and reduce; else 0 */
    uint32_t modes;      /* of enum scanbench_mode: scan; else 0 */
    uint32_t axes;       /* of enum scanbench_axis */
    uint32_t flags;      /* of enum scanbench_flag */
    uint32_t slack;      /* elements after the output that it may overwrite, at most 64 */
    uint32_t reserved;   /* 0 */

    /* NULL when the point can be run, else why not: one line. Called while planning, before anything is
     * allocated, in the process of scanbench itself. NULL: every point can be run. */
    const char *(*supports)(const struct scanbench_point *point);

    /* Bytes of scratch that a run wants. Called while planning. Memory that a plugin takes by itself is
     * neither planned nor placed: prefer this. NULL: none. Rates never depend on it: they count the bytes
     * that the primitive must move, whoever computes it. */
    size_t (*scratch_bytes)(const struct scanbench_point *point);

    /* Floats: how many roundings lie on the longest path from an input to an output, which bounds the error
     * that verification lets pass; products with coefficients are not counted. NULL: n + 1, which holds for
     * every order and lets the most pass. */
    size_t (*roundings)(const struct scanbench_point *point);

    /* Make ready for a point, on the thread that will call run: allocate, start threads. Untimed; of the run
     * only size, point, workers, cpus and device are set. Several points may be ready at once. NULL when it
     * is ready, with *state set to anything, else why not, one line: the point is unsupported. NULL: nothing
     * to do. */
    const char *(*prepare)(const struct scanbench_run *run, void **state);

    /* Do the work once; this is what is timed. Cannot fail. scanbench puts a barrier after it. */
    void (*run)(const struct scanbench_run *run);

    /* Undo prepare; called once for each that succeeded. NULL: nothing to do. */
    void (*finish)(void *state);

    uint32_t memory; /* enum scanbench_memory. Device memory: without the axes workers and isa, and without
                        own threads; the engine of its points is cuda */
    uint32_t operations; /* device memory: kernels, copies and fills that a run enqueues at most; 0: not
                            known, or a run waits for the device. The device begins with the first call then,
                            so that short calls are timed with what enqueuing them takes */
};

/* What the shared object exports under the name scanbench_plugin. */
struct scanbench_plugin {
    uint32_t abi_version;       /* SCANBENCH_ABI_VERSION */
    uint32_t size;              /* sizeof(struct scanbench_plugin) */
    size_t implementation_size; /* sizeof(struct scanbench_implementation) */
    const char *name;           /* a label for results */
    const char *version;        /* of the plugin and what it wraps, for results; may be NULL */
    const char *build;          /* compiler and flags, for results; may be NULL */
    size_t implementation_count;
    const struct scanbench_implementation *implementations;
};

/* The first fields of the plugin. */
#define SCANBENCH_PLUGIN_HEAD \
    SCANBENCH_ABI_VERSION, (uint32_t)sizeof(struct scanbench_plugin), sizeof(struct scanbench_implementation)

/* const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, "mine", "1.0", NULL, COUNT, LIST};
 */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
extern const struct scanbench_plugin scanbench_plugin;

#ifdef __cplusplus
}
#endif

#endif
