/* SPDX-License-Identifier: MIT */
/* The kernels of reductions, each group a tile; the algorithm within the group is the launch's. Included once
 * for each VALUES. */

#include "kernels/runs.h"

/* total = what each thread's elements of the tile make together. */
PART(load_total, IN(in_elem, in), VALUE(size, tile), VALUE(size, n), VALUE(uint, layout), VALUE(uint, width),
     PRIVATE_REF(elem, total))
{
    LOAD_TOTAL(total, in, tile, n, layout, width);
}

/* partials[GROUP] = what the tile's elements make together. With `broadcast` every thread of the group gets
 * it from the lanes of the first subgroup that store it, one or all, and the last thread writes it; the only
 * subgroup of a group needs no words for that where all of its lanes have it. */
KERNEL(reduce_tile, IN(in_elem, in), OUT(elem, partials), VALUE(size, n), VALUE(uint, layout),
       VALUE(uint, width), VALUE(uint, broadcast))
{
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_total, in, GROUP, n, layout, width, total);
    CALL(LOCAL(local_reduce), total, words);
    if (broadcast == 1 || (broadcast > 1 && THREADS > LANES)) {
        EACH_THREAD_BELOW (broadcast) {
            PUT(words, THREAD, MY(total));
        }
        BARRIER;
        EACH_THREAD {
            MY(total) = GET(words, LANE < broadcast ? LANE : 0);
        }
    }
    if (broadcast) {
        THE_LAST_THREAD {
            WRITE(partials, GROUP, MY(total));
        }
    } else {
        THE_FIRST_THREAD {
            WRITE(partials, GROUP, MY(total));
        }
    }
}

/* The same where every tile is full: the array of this one ends nowhere, so that no check is compiled. */
KERNEL(reduce_tile_unchecked, IN(in_elem, in), OUT(elem, partials), VALUE(uint, layout), VALUE(uint, width))
{
    const size endless = ~(size)0;
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_total, in, GROUP, endless, layout, width, total);
    CALL(LOCAL(local_reduce), total, words);
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, MY(total));
    }
}

/* One launch: each of `groups` groups adds up every so-manieth tile and publishes the sum with the number of
 * the run, in a word that nobody clears; the last group waits for all sums and reduces them. Who adds what is
 * the same in every run, and so are floats. groups is at most the number of tiles. */
KERNEL(reduce_once, IN(in_elem, in), OUT(out_elem, out), EXCHANGE(packed_word, sums), VALUE(size, n),
       VALUE(uint, layout), VALUE(uint, width), VALUE(size, groups), VALUE(uint, turn))
{
    PRIVATE(elem, sum);
    PRIVATE(elem, total);
    PRIVATE(elem, whole);
    SHARED(elem, words, LOCAL_WORDS);
    SHARED(elem, joined, MAX_SUBGROUPS);
    CALL_PART(load_total, in, GROUP, n, layout, width, sum);
    for (size tile = GROUP + groups; tile * THREADS * VALUES < n; tile += groups) {
        CALL_PART(load_total, in, tile, n, layout, width, total);
        EACH_THREAD {
            MY(sum) = OP(MY(sum), MY(total));
        }
    }
    CALL(LOCAL(local_reduce), sum, words);
    THE_FIRST_THREAD {
        PACKED_STORE(sums, GROUP, MY(sum), turn);
    }
    if (GROUP + 1 == groups) {
        CALL_PART(await_groups, sums, 0, groups, turn, total);
        CALL_PART(join_runs, whole, total, joined);
        THE_FIRST_THREAD {
            WRITE(out, 0, NARROWED(MY(whole)));
        }
    }
}
