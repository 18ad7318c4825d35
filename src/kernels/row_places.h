/* SPDX-License-Identifier: MIT */
/* Where rows of a matrix begin among elements that are read flat. The place of an element is how many of its
 * row precede it. */
#pragma once

/* The place of the element `step` after another, where `step` is less than a row. */
#define LATER(place, step, row) ((place) + (step) < (row) ? (place) + (step) : (place) + (step) - (row))

/* How many elements after the one at a place the next row begins. */
#define TO_NEXT_ROW(place, row) ((place) > 0 ? (row) - (place) : 0)

/* Of `count` elements, among which the first row begins with element `next`, the element that the last one
 * begins with; 0: none does. */
#define LAST_ROW(next, row, count) \
    ((next) >= (count) ? 0 : (row) >= (count) ? (next) : (next) + ((count)-1 - (next)) / (row) * (row))

/* Within a tile a row that is longer is as if it had so many elements. */
#define LONG_ROW (1u << 20)

/* The place of a tile's first element, of a row of so many elements or LONG_ROW; `length`: of the tile. */
#define PLACE_IN_TILE(place, row, length)                                   \
    ((row) <= LONG_ROW || (place) == 0 ? (uint)(place)                      \
     : (row) - (place) < (length)      ? LONG_ROW - (uint)((row) - (place)) \
                                       : LONG_ROW - (uint)(length)-1)

/* The first tile that has elements of the row that precede a tile, whose first element has this place. */
#define FIRST_OF_ROW(tile, place, length) ((tile) - ((place) + (length)-1) / (length))
