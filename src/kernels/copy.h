/* SPDX-License-Identifier: MIT */
/* A copy in tiles, what reductions and scans are held against: as the bits of sums' elements. Included once
 * for each VALUES. */
#if !defined ELEM || defined OPERATOR_IS_sum /* sums alone; the model has all in one */

/* Each group a tile, each thread VALUES consecutive elements; striped: elements THREADS apart. */
KERNEL(copy_tile, IN(in_elem, in), OUT(out_elem, out), VALUE(size, n), VALUE(uint, layout))
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

/* The same where every tile is full. The array of this one ends nowhere, so that no check is compiled, and
 * all else is as above. */
KERNEL(copy_tile_unchecked, IN(in_elem, in), OUT(out_elem, out), VALUE(uint, layout))
{
    const size endless = ~(size)0;
    PRIVATE_ARRAY(elem, value);
    if (layout == LAYOUT_STRIPED) {
        LOAD_STRIPED(value, in, GROUP, endless);
        STORE_STRIPED(out, value, GROUP, endless);
    } else {
        LOAD_BLOCKED(value, in, GROUP, endless);
        STORE_BLOCKED(out, value, GROUP, endless);
    }
}

#endif
