/* SPDX-License-Identifier: MIT */
/* A ring of tiles in the model, whose roles run one after the other but are ordered by what they wait for
 * alone: what a role touches that may still be another's is a race. Tiles come and go without the threads,
 * which the counts of shared memory leave out. For dialect_model.h. */
#pragma once

#define RING_SLOTS MODEL_RING_SLOTS
#define RING_OF(type) const struct model_ring
#define RING(name) const struct model_ring name = model_ring_start(SITE, #name, THREADS * VALUES)
#define RING_END(name) model_ring_end()
#define BESIDE_OF(type) const struct model_ring
#define RING_BESIDE(name, segmented) \
    const struct model_ring name = {SITE, #name, THREADS * VALUES, (segmented) ? sizeof(uint8_t) : 0}
#define RING_LOAD_FACTORS(beside, ring, round, segmented, a, heads, tile, n)       \
    model_ring_load_factors(                                                       \
        &(beside), round, (segmented) ? (const void *)(heads) : (const void *)(a), \
        ((struct model_span){(segmented) ? MODEL_OF_HEADS : MODEL_OF_ELEM, (tile)*THREADS * VALUES, n}))
#define TAKE_FACTORS(name, beside, round, at) TAKE_WIDE(name, beside, round, at)
#define FACTOR_AT(name, i) WIDE_AT(name, i)
#define SLOT_OF(name, round) ((elem *)model_ring_slot(&(name), round))

#define RING_LOADER if (model_ring_role(MODEL_LOADER))
#define RING_REDUCER(round) if (model_ring_role(MODEL_REDUCER))
#define RING_SUMMER(round) if (model_ring_role(MODEL_SUMMER + (enum model_role)((round) % RING_SUMMERS)))
#define RING_SCANNERS(round) if (model_ring_role(MODEL_SCANNERS))
#define RING_STORER if (model_ring_role(MODEL_STORER))
#define RING_STORER_IN_TURN(round) RING_STORER

#define RING_WAIT(name, round) model_ring_wait(MODEL_FULL, round)
#define RING_REACHED(name, round) ((void)(round))
#define RING_REDUCED(name, round) model_ring_arrive(MODEL_REDUCED, round)
#define RING_WAIT_REDUCED(name, round) model_ring_wait(MODEL_REDUCED, round)
#define RING_SUMMED(name, round) model_ring_arrive(MODEL_STARTED, round)
#define RING_WAIT_SUM(name, round) model_ring_wait(MODEL_STARTED, round)
#define RING_WAIT_SUM_BEFORE(name, round)              \
    do {                                               \
        if ((round) > 0)                               \
            model_ring_wait(MODEL_STARTED, (round)-1); \
    } while (0)
#define RING_DONE(name, round) model_ring_done(round)
#define RING_WAIT_DONE(name, round) model_ring_follow(MODEL_SCANNED, round, 0)
#define SPAN_(buffer, at, end) ((struct model_span){ARRAY_OF_(buffer), at, end})
#define RING_LOAD(name, round, buffer, tile, n) \
    model_ring_load(&(name), round, buffer, SPAN_(buffer, (tile)*THREADS *VALUES, n))
#define RING_STORE_PART(name, round, buffer, at, count) \
    model_ring_store(&(name), round, buffer, SPAN_(buffer, at, (at) + (count)))
#define RING_LEFT(name, round, buffer, tile, n)                                             \
    do {                                                                                    \
        RING_DONE(name, round);                                                             \
        if (model_ring_grows()) {                                                           \
            SIMD_BARRIER;                                                                   \
            EACH_THREAD {                                                                   \
                model_store_rows(&(name), buffer, SPAN_(buffer, (tile)*THREADS *VALUES, n), \
                                 SUBGROUP *LANES *VALUES + LANE * WIDE_LEFT, SITE);         \
            }                                                                               \
            SIMD_BARRIER;                                                                   \
        }                                                                                   \
    } while (0)
#define RING_STORE(name, round, buffer, tile, n)                                                \
    do {                                                                                        \
        if (!model_ring_grows())                                                                \
            model_ring_store(&(name), round, buffer, SPAN_(buffer, (tile)*THREADS *VALUES, n)); \
    } while (0)

#define WIDE model_wide_elements(MODEL_OF_IN)
#define WIDE_LEFT model_wide_elements(MODEL_OF_OUT)
#define WIDE_AT(name, i) (name).part[i]
#define TAKE_WIDE(name, ring, round, at) \
    const struct model_wide name = model_take_wide(SLOT_OF(ring, round), at, SITE)
#define NEW_WIDE(name) struct model_wide name
#define FILL_WIDE(name, i, value) ((name).part[i] = (value))
#define LEAVE_WIDE(ring, round, at, name) \
    model_leave_wide(model_ring_place(&(ring), round), at, &(name), SITE)
#include "engine/ring_of_one.h"
