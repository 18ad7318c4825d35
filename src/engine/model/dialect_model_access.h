/* SPDX-License-Identifier: MIT */
/* What the macros of the model's dialect call: each function acts for the group, and within a loop for the
 * thread, that the model engine runs at this moment, and counts what it does. */
#pragma once

#include "kernels/lanes.h"
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

/* What lies in arrays of in_elem and out_elem: elements of the launch's type as they are read and written. */
struct model_in_elem {
    unsigned char byte;
};
struct model_out_elem {
    unsigned char byte;
};

/* What an array has: those, or what is computed in, or bytes that are heads, of which each is read as the bit
 * that what precedes it passes. */
enum model_array { MODEL_OF_ELEM, MODEL_OF_IN, MODEL_OF_OUT, MODEL_OF_HEADS };

enum model_parameter_kind { MODEL_IN, MODEL_OUT, MODEL_EXCHANGE, MODEL_VALUE };

/* A kernel starts: its name, then each parameter with its place in the launch. */
void model_enter(const char *kernel);
void model_parameter(unsigned index, const char *name, enum model_parameter_kind kind, const void *address);
unsigned model_values(void);
unsigned model_width(void);

/* A group function starts and ends: the launch's own is the phase "local". */
void model_call(group_function *function);
void model_return(void);

/* The loops: true while the subgroup or lane is below `count`; a subgroup's end settles its accesses. */
bool model_subgroup(size_t subgroup, size_t count);
bool model_lane(size_t lane, size_t count);
bool model_single_lane(size_t subgroup, size_t lane, size_t count);

void model_barrier(void);
void model_simd_barrier(size_t subgroups);

/* Arithmetic of the launch's element type and operator. */
struct model_elem model_op(struct model_elem a, struct model_elem b);
struct model_elem model_subtract(struct model_elem a, struct model_elem b);
struct model_elem model_multiply(struct model_elem a, struct model_elem b);
struct model_elem model_identity(void);
struct model_elem model_one(void);
struct model_elem model_received(struct model_elem value);
bool model_positive(struct model_elem value);
uint64_t model_bits(struct model_elem value);
struct model_elem model_of_bits(uint64_t bits);
unsigned model_elem_halves(void); /* parts of 16 bits that an element has */

/* The collectives that dialect_common.h names: of the first `subgroups`, the first `count` of the `values`
 * that each lane has. */
struct model_rows {
    size_t subgroups, values, count;
};
void model_scan(struct model_rows rows, struct model_elem *results, const struct model_elem *from);
void model_scan_reaching(struct model_rows rows, struct model_elem *results, const unsigned *reach,
                         unsigned most);
void model_move_up(struct model_rows rows, struct model_elem *results, const struct model_elem *from);
void model_move_up_by(struct model_rows rows, struct model_elem *results, const struct model_elem *from,
                      unsigned by);
void model_reduce(struct model_rows rows, struct model_elem *results, const struct model_elem *from);
void model_last(struct model_rows rows, struct model_elem *results, const struct model_elem *from);

/* Counts of lanes: index arithmetic, which no counter but the shuffles' has. The bits of a subgroup's lanes
 * that bring more than 0, and sums. */
unsigned model_ballot(const unsigned *from);
void model_sum(struct model_rows rows, unsigned *results, const unsigned *from);
void model_sum_below(struct model_rows rows, unsigned *results, const unsigned *from);
/* Of the group, each subgroup's from a ballot, handed over in one of `words`, with sites for its store and
 * its loads. */
unsigned model_group_sum(const unsigned *from, unsigned *words, unsigned store_site, unsigned load_site);

/* Shared memory: the array declared at `site`, the same one each time; then where an access finds its word.
 * A refused access is recorded and leads to a word of poison. */
void *model_shared(unsigned site, const char *name, bool elements, size_t bytes, size_t count);
const void *model_get(const void *words, size_t index, unsigned site);
void *model_put(void *words, size_t index, unsigned site);
const void *model_broadcast(const void *words, size_t index);
/* The same word to every lane of the running subgroup. */
const void *model_simd_get(const void *words, size_t index, unsigned site);

/* A ring of tiles of `length` elements, each slot an array that is declared when it is first used. */
struct model_ring {
    unsigned site;
    const char *name;
    size_t length;
    size_t bytes; /* of an element on the device; 0: of one as it is read */
};
enum { MODEL_RING_SLOTS = 3 };
/* The roles of a ring, each ordered by itself, and MODEL_GROUP, which is all threads before and after it. */
enum model_role {
    MODEL_GROUP,
    MODEL_LOADER,
    MODEL_REDUCER,
    MODEL_SUMMER, /* the first of RING_SUMMERS */
    MODEL_SCANNERS = MODEL_SUMMER + RING_SUMMERS,
    MODEL_STORER,
    MODEL_ROLES
};
/* What roles wait for: the tile of a round has come, has been reduced, has been scanned, has been stored;
 * what precedes it is known; and of no round, that a word which groups exchange has been written. */
enum model_event {
    MODEL_FULL,
    MODEL_REDUCED,
    MODEL_SCANNED,
    MODEL_FREE,
    MODEL_STARTED,
    MODEL_PUBLISHED,
    MODEL_EVENTS
};
struct model_ring model_ring_start(unsigned site, const char *name, size_t length);
void model_ring_end(void);
void *model_ring_slot(const struct model_ring *ring, size_t round);
/* Whether what is written is wider than what is read: scanners then leave it in a stage beside the slots. */
bool model_ring_grows(void);
/* Where they leave it. */
void *model_ring_place(const struct model_ring *ring, size_t round);
/* What follows is the role's: true. */
bool model_ring_role(enum model_role role);
/* What the role has done is seen by those who wait for the event of the round, or of `by` rounds before. A
 * wait and the end of a scan also order depths, as a barrier does that nobody counts. */
void model_ring_arrive(enum model_event event, size_t round);
void model_ring_done(size_t round);
void model_ring_wait(enum model_event event, size_t round);
void model_ring_follow(enum model_event event, size_t round, size_t by);
/* Elements of a buffer, what it has, from `at` on in the launch's order: as many as there are, or none past
 * the end of the buffer. */
struct model_span {
    enum model_array of;
    size_t at, end;
};
/* By no thread: the slot of a round is filled with the elements of a span and the identity past it, as soon
 * as it is free, and written to one when it is scanned; both count their elements and segments. */
void model_ring_load(const struct model_ring *ring, size_t round, const void *buffer, struct model_span span);
/* The same with what is beside the tile of a round. */
void model_ring_load_factors(const struct model_ring *ring, size_t round, const void *buffer,
                             struct model_span span);
void model_ring_store(const struct model_ring *ring, size_t round, void *buffer, struct model_span span);
/* By a thread: a row of its subgroup after the other, from element `own` of the stage on, to a span that has
 * the whole stage. */
void model_store_rows(const struct model_ring *ring, void *buffer, struct model_span span, size_t own,
                      unsigned site);

/* Elements as they are read or written in one access of a thread, the widest that its values are made of: how
 * many they are; taken, and left. */
struct model_wide {
    struct model_elem part[16];
};
size_t model_wide_elements(enum model_array of);
struct model_wide model_take_wide(const void *slot, size_t index, unsigned site);
void model_leave_wide(void *slot, size_t index, const struct model_wide *wide, unsigned site);

/* Device memory: `count` elements of the running thread, `apart` from each other, of which v is element
 * `at` + v / run · step + v % run of the launch's order, of the elements from … n - 1 of a buffer; `run` of
 * them are one access. */
struct model_runs {
    size_t apart, count, at, step, run, from, n;
    enum model_array of;
};
void model_read_runs(struct model_elem *own, const void *buffer, struct model_runs runs);
void model_write_runs(void *buffer, const struct model_elem *own, struct model_runs runs);
size_t model_row_width(void); /* elements of 16 bytes, or all that a thread has */

/* A word of a buffer, of so many bytes; 0: as many as the launch's elements have, as those of `of` where it
 * is not MODEL_OF_ELEM. What is read has the depth of its element; integers are the u64 of one. */
struct model_word {
    const void *buffer;
    size_t index;
    unsigned bytes;
    enum model_array of;
};
struct model_elem model_read(struct model_word word, unsigned site);
void model_write(struct model_word word, struct model_elem value, unsigned site);
/* Atomics: all but a store and an add release; a change returns what was there. */
enum model_atomic { MODEL_STORES, MODEL_RELEASES, MODEL_ADDS, MODEL_EXCHANGES, MODEL_SWAPS };
struct model_elem model_atomic_load(struct model_word word);
struct model_elem model_atomic_change(enum model_atomic kind, struct model_word word, struct model_elem value,
                                      struct model_elem expected);

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
