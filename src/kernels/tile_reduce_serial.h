/* SPDX-License-Identifier: MIT */
/* The reduction whose threads fold their values one after the other, as published, rather than in pairs.
 * Included once for each VALUES, after kernels/scan.h, whose threads load so. */

/* partials[GROUP] = what the tile's elements make together. */
KERNEL(reduce_tile_serial, IN(in_elem, in), OUT(elem, partials), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_running, in, GROUP, n, value, total);
    CALL(LOCAL(local_reduce), total, words);
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, MY(total));
    }
}
