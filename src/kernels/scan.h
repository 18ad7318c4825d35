/* SPDX-License-Identifier: MIT */
/* The tile kernels of reduce-then-scan: each thread owns VALUES consecutive elements; the algorithm within
 * the group is the launch's. Included once for each VALUES. */

/* partials[GROUP] = the sum of the tile. */
KERNEL(reduce_tile, IN(elem, in), OUT(elem, partials), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    LOAD_BLOCKED(value, in, GROUP, n);
    EACH_THREAD {
        elem sum = MY_AT(value, 0);
        UNROLLED (v, 1, VALUES)
            sum = OP(sum, MY_AT(value, v));
        MY(total) = sum;
    }
    CALL(LOCAL(local_reduce), total, words);
    EACH_THREAD_BELOW (1) {
        WRITE(partials, GROUP, MY(total));
    }
}

/* out = the scan of the tile onto partials[GROUP], the sum of all tiles before it. */
KERNEL(scan_tile, IN(elem, in), OUT(elem, out), IN(elem, partials), VALUE(size, n), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, MAX_THREADS);
    LOAD_BLOCKED(value, in, GROUP, n);
    EACH_THREAD {
        UNROLLED (v, 1, VALUES)
            MY_AT(value, v) = OP(MY_AT(value, v - 1), MY_AT(value, v));
        MY(total) = MY_AT(value, VALUES - 1);
    }
    CALL(LOCAL(local_scan), prefix, total, words);
    const elem before = READ(partials, GROUP);
    EACH_THREAD {
        const elem start = OP(before, MY(prefix));
        if (inclusive) {
            UNROLLED (v, 0, VALUES)
                MY_AT(value, v) = OP(start, MY_AT(value, v));
        } else {
            UNROLLED (below, 1, VALUES)
                MY_AT(value, VALUES - below) = OP(start, MY_AT(value, VALUES - below - 1));
            MY_AT(value, 0) = start;
        }
    }
    STORE_BLOCKED(out, value, GROUP, n);
}
