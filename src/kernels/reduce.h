/* SPDX-License-Identifier: MIT */
/* The kernels of reductions, each group a tile; the algorithm within the group is the launch's. Included once
 * for each VALUES. */

/* total = what each thread's elements of the tile make together. */
PART(load_total, IN(elem, in), VALUE(size, tile), VALUE(size, n), VALUE(uint, layout), VALUE(uint, width),
     PRIVATE_REF(elem, total))
{
    LOAD_TOTAL(total, in, tile, n, layout, width);
}

/* partials[GROUP] = what the tile's elements make together. With `broadcast` every thread of the group gets
 * it from the lanes of the first simdgroup that store it, one or all, and the last thread writes it; the only
 * simdgroup of a group needs no words for that where all of its lanes have it. */
KERNEL(reduce_tile, IN(elem, in), OUT(elem, partials), VALUE(size, n), VALUE(uint, layout),
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
