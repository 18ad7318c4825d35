/* SPDX-License-Identifier: MIT */
/* What the macros of the model's dialect call: each function acts for the group, and within a loop for the
 * thread, that the model engine runs at this moment, and counts what it does. */
#ifndef SCANBENCH_DIALECT_MODEL_ACCESS_H
#define SCANBENCH_DIALECT_MODEL_ACCESS_H

#include "kernels/launch.h"
#include "problem/element.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An element of the launch's type, and how many dependent operators made it. */
struct model_elem {
    union {
        FOR_EACH_DTYPE(ELEMENT_MEMBER)
    };
    unsigned depth;
};

enum model_parameter_kind { MODEL_IN, MODEL_OUT, MODEL_EXCHANGE, MODEL_VALUE };

/* A kernel starts: its name, then each parameter with its place in the launch. */
void model_enter(const char *kernel);
void model_parameter(unsigned index, const char *name, enum model_parameter_kind kind, const void *address);
unsigned model_values(void);
unsigned model_width(void);

/* A group function starts and ends: the launch's own is the phase "local". */
void model_call(group_function *function);
void model_return(void);

/* The loops: true while the simdgroup or lane is below `count`; a simdgroup's end settles its accesses. */
bool model_simdgroup(size_t simdgroup, size_t count);
bool model_lane(size_t lane, size_t count);
bool model_single_lane(size_t simdgroup, size_t lane, size_t count);

void model_barrier(void);
void model_simd_barrier(size_t simdgroups);

/* Arithmetic of the launch's element type and operator. */
struct model_elem model_op(struct model_elem a, struct model_elem b);
struct model_elem model_subtract(struct model_elem a, struct model_elem b);
struct model_elem model_multiply(struct model_elem a, struct model_elem b);
struct model_elem model_identity(void);
struct model_elem model_received(struct model_elem value);
bool model_positive(struct model_elem value);
uint64_t model_bits(struct model_elem value);
struct model_elem model_of_bits(uint64_t bits);
unsigned model_elem_halves(void); /* parts of 16 bits that an element has */

/* Collectives of the first `simdgroups`. */
void model_scan_inclusive(size_t simdgroups, struct model_elem *result, const struct model_elem *from);
void model_scan_exclusive(size_t simdgroups, struct model_elem *result, const struct model_elem *from);
void model_move_up(size_t simdgroups, struct model_elem *result, const struct model_elem *from);
void model_reduce(size_t simdgroups, struct model_elem *result, const struct model_elem *from);

/* Of all simdgroups, for the first `count` of the launch's values of each lane: scans in place, what the lane
 * below has, and for every lane what the last one has. */
void model_scan_each(struct model_elem *values, size_t count);
void model_move_up_each(struct model_elem *results, const struct model_elem *from, size_t count);
void model_last_each(struct model_elem *results, const struct model_elem *from, size_t count);
/* The bits of the first simdgroup's lanes that bring more than 0: no counter has it. */
unsigned model_ballot(const unsigned *from);

/* Counts of lanes: index arithmetic, which no counter but the shuffles' has. Of each simdgroup; of the group,
 * each simdgroup's from a ballot, handed over in one of `words`, with sites for its store and its loads. */
void model_sum(size_t simdgroups, unsigned *result, const unsigned *from);
void model_sum_below(size_t simdgroups, unsigned *result, const unsigned *from); /* of the lanes below */
typedef void model_lanes_sum(size_t simdgroups, unsigned *result, const unsigned *from);
/* Of all simdgroups, for the first `count` of the launch's values of each lane. */
void model_sum_each(unsigned *results, const unsigned *from, size_t count, model_lanes_sum *sum);
unsigned model_group_sum(const unsigned *from, unsigned *words, unsigned store_site, unsigned load_site);

/* Shared memory: the array declared at `site`, the same one each time; then where an access finds its word.
 * A refused access is recorded and leads to a word of poison. */
void *model_shared(unsigned site, const char *name, bool elements, size_t bytes, size_t count);
const void *model_get(const void *words, size_t index, unsigned site);
void *model_put(void *words, size_t index, unsigned site);
const void *model_broadcast(const void *words, size_t index);
/* The same word to every lane of the running simdgroup. */
const void *model_simd_get(const void *words, size_t index, unsigned site);

/* A ring's slot of `length` elements: filled with those of a buffer from `at` on, the identity past n, and
 * written to one, by no thread; both count their elements and segments. A wait orders what comes after it in
 * the group, as a barrier does that nobody counts. */
void model_ring_load(void *slot, const void *buffer, size_t at, size_t n, size_t length);
void model_ring_store(void *buffer, const void *slot, size_t at, size_t n, size_t length);
void model_ring_wait(void);

/* 16 bytes of a slot in one access of a thread: how many elements that are; read, and written. */
struct model_wide {
    struct model_elem part[4];
};
size_t model_wide_elements(void);
struct model_wide model_take_wide(const void *slot, size_t index, unsigned site);
void model_leave_wide(void *slot, size_t index, const struct model_wide *wide, unsigned site);

/* The tile `index` of a buffer of n elements; `width` consecutive elements of a thread are one access. */
struct model_tile {
    size_t index, n;
    enum layout layout;
    size_t width;
};

/* Device memory. */
void model_load_tile(struct model_elem *values, const void *buffer, struct model_tile tile);
void model_store_tile(void *buffer, const struct model_elem *values, struct model_tile tile);

/* Elements of the running simdgroup from `at` on: `values` a lane, the identity past n. */
struct model_lanes {
    size_t at, n, values;
    enum layout layout;
};
void model_load_lanes(struct model_elem *values, const void *buffer, struct model_lanes lanes);

/* The same in rows of 16 bytes a lane, each one access, the launch's values of each lane. */
size_t model_row_width(void);
void model_load_rows(struct model_elem *values, const void *buffer, size_t at, size_t n);
void model_store_rows(void *buffer, const struct model_elem *values, size_t at, size_t n);

/* Write the lanes' elements that are valid side by side from `at` on; how many there are. */
unsigned model_store_valid(void *buffer, size_t at, const struct model_elem *row, const unsigned *valid,
                           unsigned site);

/* The same to words of shared memory. */
unsigned model_put_valid(struct model_elem *words, size_t at, const struct model_elem *row,
                         const unsigned *valid, unsigned site);

/* A row: one element a thread, whatever the launch's values. */
void model_load_row(struct model_elem *value, const void *buffer, size_t row, size_t n);
void model_store_row(void *buffer, const struct model_elem *value, size_t row, size_t n);

/* Each thread's values of a tile joined pair by pair. */
void model_load_total(struct model_elem *total, const void *buffer, struct model_tile tile);

enum model_order { MODEL_RELAXED, MODEL_ACQUIRE, MODEL_RELEASE };

#define MODEL_ACCESSES(type, suffix)                                                                  \
    type model_read_##suffix(const void *buffer, size_t index, unsigned site);                        \
    void model_write_##suffix(void *buffer, size_t index, type value, unsigned site);                 \
    type model_atomic_load_##suffix(const void *buffer, size_t index, enum model_order order);        \
    void model_atomic_store_##suffix(void *buffer, size_t index, type value, enum model_order order); \
    type model_atomic_add_##suffix(void *buffer, size_t index, type value);                           \
    type model_atomic_exchange_##suffix(void *buffer, size_t index, type value);                      \
    type model_atomic_cas_##suffix(void *buffer, size_t index, type expected, type desired);
MODEL_ACCESSES(struct model_elem, elem)
MODEL_ACCESSES(unsigned long long, bits) /* the bits of an element */
MODEL_ACCESSES(uint32_t, u32)
MODEL_ACCESSES(int32_t, i32)
MODEL_ACCESSES(uint64_t, u64)

/* A value with a tag in one word, twice as wide as an element: one access that counts as an atomic. */
struct model_packed {
    struct model_elem value;
    unsigned tag;
};
struct model_packed_word;
struct model_packed model_packed_load(const struct model_packed_word *buffer, size_t index);
void model_packed_store(struct model_packed_word *buffer, size_t index, struct model_elem value,
                        unsigned tag);

/* Join a value to a word by the launch's operator. */
void model_atomic_op(void *buffer, size_t index, struct model_elem value);

void model_device_fence(void);
void model_poll(void);

#endif
