/* SPDX-License-Identifier: MIT */
/* The tile kernels of scans: each thread owns VALUES consecutive elements; the algorithm within the group is
 * the launch's. Included once for each VALUES. */

/* Load a tile; each thread's values become their running sums, and `total` the last of them. */
SIZED_PART(load_running, IN(in_elem, in), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
           PRIVATE_REF(elem, total))
{
    EACH_THREAD_LOADED (value, in, tile, n) {
        UNROLLED (v, 1, VALUES)
            MY_AT(value, v) = OP(MY_AT(value, v - 1), MY_AT(value, v));
        MY(total) = MY_AT(value, VALUES - 1);
    }
}

/* Store a tile: each thread's running sums onto `before`, which precedes the tile, and its `prefix`. */
SIZED_PART(store_running, OUT(out_elem, out), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
           PRIVATE_REF(elem, prefix), VALUE(elem, before), VALUE(uint, inclusive))
{
    STORED_VALUES(elem, result);
    if (inclusive) {
        EACH_THREAD_STORED (out, result, tile, n) {
            const elem start = OP(before, MY(prefix));
            UNROLLED (v, 0, VALUES)
                STORED_AT(result, v) = OP(start, MY_AT(value, v));
        }
    } else {
        EACH_THREAD_STORED (out, result, tile, n) {
            const elem start = OP(before, MY(prefix));
            STORED_AT(result, 0) = start;
            UNROLLED (v, 1, VALUES)
                STORED_AT(result, v) = OP(start, MY_AT(value, v - 1));
        }
    }
}

/* out = the scan of the tile onto partials[GROUP], the sum of all that precedes it. */
KERNEL(scan_tile, IN(in_elem, in), OUT(out_elem, out), IN(elem, partials), VALUE(size, n),
       VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_running, in, GROUP, n, value, total);
    CALL(LOCAL(local_scan), prefix, total, words);
    CALL_PART(store_running, out, GROUP, n, value, prefix, READ(partials, GROUP), inclusive);
}

/* The same as published: the first thread hands what precedes the tile to all through a word of shared
 * memory, and each adds it to its prefix. */
KERNEL(scan_tile_shared, IN(in_elem, in), OUT(out_elem, out), IN(elem, partials), VALUE(size, n),
       VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    SHARED(elem, before, 1);
    CALL_PART(load_running, in, GROUP, n, value, total);
    CALL(LOCAL(local_scan), prefix, total, words);
    THE_FIRST_THREAD {
        PUT(before, 0, READ(partials, GROUP));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = OP(GET(before, 0), MY(prefix));
    }
    CALL_PART(store_running, out, GROUP, n, value, prefix, IDENTITY, inclusive);
}

/* out = the scan of the tile alone; totals[GROUP] = its sum. */
KERNEL(scan_tile_total, IN(in_elem, in), OUT(out_elem, out), OUT(elem, totals), VALUE(size, n),
       VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_running, in, GROUP, n, value, total);
    CALL(LOCAL(local_scan), prefix, total, words);
    THE_LAST_THREAD {
        WRITE(totals, GROUP, OP(MY(prefix), MY(total)));
    }
    CALL_PART(store_running, out, GROUP, n, value, prefix, IDENTITY, inclusive);
}

#ifndef CONVERTED /* whose sums are not what is read */

/* Every element of a tile onto `before`, in place. */
SIZED_PART(add_before, OUT(elem, out), VALUE(size, tile), VALUE(size, n), VALUE(elem, before))
{
    PRIVATE_ARRAY(elem, value);
    LOAD_STRIPED(value, out, tile, n);
    EACH_THREAD {
        UNROLLED (v, 0, VALUES)
            MY_AT(value, v) = OP(before, MY_AT(value, v));
    }
    STORE_STRIPED(out, value, tile, n);
}

/* out = partials[GROUP] added to every element of the tile, in place. */
KERNEL(add_partial, OUT(elem, out), IN(elem, partials), VALUE(size, n))
{
    CALL_PART(add_before, out, GROUP, n, READ(partials, GROUP));
}

#endif
