/* SPDX-License-Identifier: MIT */
/* The kernels of an implementation, built for a run: what `prepare` makes of its list of kernels. */
#pragma once

#include "engine/engine.h"

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

/* Leave the count of a run, where no kernel does; one of its workers writes it. */
void program_write_count(const struct run *run, uint64_t count);
