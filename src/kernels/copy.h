/* SPDX-License-Identifier: MIT */
/* A copy in tiles, what reductions and scans are held against: as the bits of sums' elements. Included once
 * for each VALUES. */
#if !defined ELEM || defined OPERATOR_IS_sum /* sums alone; the model has all in one */

/* Each group a tile, each thread VALUES consecutive elements; striped: elements THREADS apart. */
KERNEL(copy_tile, IN(elem, in), OUT(elem, out), VALUE(size, n), VALUE(uint, layout))
{
    PRIVATE_ARRAY(elem, value);
    if (layout == LAYOUT_STRIPED) {
        LOAD_STRIPED(value, in, GROUP, n);
        STORE_STRIPED(out, value, GROUP, n);
    } else {
        LOAD_BLOCKED(value, in, GROUP, n);
        STORE_BLOCKED(out, value, GROUP, n);
    }
}

/* The same where every tile is full, and nobody asks where the array ends. */
KERNEL(copy_tile_unchecked, IN(elem, in), OUT(elem, out), VALUE(uint, layout))
{
    const size first = GROUP * THREADS * VALUES;
    if (layout == LAYOUT_STRIPED)
        for (size v = 0; v < VALUES; v++)
            EACH_THREAD {
                WRITE(out, first + v * THREADS + THREAD, READ(in, first + v * THREADS + THREAD));
            }
    else
        EACH_THREAD {
            for (size v = 0; v < VALUES; v++)
                WRITE(out, first + THREAD * VALUES + v, READ(in, first + THREAD * VALUES + v));
        }
}

#endif
