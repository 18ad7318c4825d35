/* SPDX-License-Identifier: MIT */
/* Tiles in the model: loaded and stored element by element, in the order of the layout. */
#include "engine/model/model_state.h"

/* A tile in device memory, and how many consecutive elements of a thread are one access. */
struct tile {
    size_t start, n, threads, values, width;
    enum layout layout;
};

static struct tile tile_at(struct model_tile at, size_t values)
{
    const size_t threads = model_now->launch.threads;
    return (struct tile){at.index * threads * values, at.n, threads, values, at.width, at.layout};
}

/* The first tile that a group loads is the one that its counts are about. */
static void enter_tile(size_t index, const struct tile *tile)
{
    struct group *const group = model_now;
    if (group->tile_known)
        return;
    group->tile = index;
    group->tile_known = true;
    group->tile_partial = tile->n < tile->start + tile->threads * tile->values;
}

/* Where element v of a thread is: striped, the threads' runs of `width` elements go round. */
static size_t place_of(const struct tile *tile, size_t thread, size_t v)
{
    if (tile->layout != LAYOUT_STRIPED)
        return tile->start + thread * tile->values + v;
    const size_t round = v / tile->width, within = v % tile->width;
    return tile->start + (round * tile->threads + thread) * tile->width + within;
}

/* Where it is in the group's registers: each simdgroup's values together. */
static size_t register_of(const struct tile *tile, size_t thread, size_t v)
{
    return (thread / LANES * tile->values + v) * LANES + thread % LANES;
}

/* All accesses of the same v in a simdgroup are one. */
static unsigned site_of(size_t v)
{
    return UINT32_MAX - (unsigned)v;
}

/* How many elements the access that starts here has; 0 within one. */
static unsigned together_at(const struct tile *tile, size_t at, size_t v)
{
    const size_t left = tile->n - at, whole = left < tile->width ? left : tile->width;
    return v % tile->width == 0 ? (unsigned)whole : 0;
}

static void store_element(const struct tile *tile, void *buffer, size_t thread, size_t v,
                          struct model_elem value)
{
    const size_t at = place_of(tile, thread, v);
    const struct part part = {buffer, at, (unsigned)model_elem_bytes(model_now), together_at(tile, at, v),
                              site_of(v)};
    if (at < tile->n)
        write_part(&part, model_bits(value), value.depth);
}

static struct model_elem load_element(const struct tile *tile, const void *buffer, size_t thread, size_t v)
{
    const size_t at = place_of(tile, thread, v);
    if (at >= tile->n)
        return model_identity();
    const unsigned bytes = (unsigned)model_elem_bytes(model_now);
    unsigned depth;
    struct model_elem value = model_of_bits(
        read_part(&(struct part){buffer, at, bytes, together_at(tile, at, v), site_of(v)}, &depth));
    value.depth = depth;
    return value;
}

static void load_tile(const struct tile *tile, struct model_elem *values, const void *buffer)
{
    for (size_t s = 0; model_simdgroup(s, tile->threads / LANES); s++)
        for (size_t lane = 0; model_lane(lane, LANES); lane++)
            for (size_t v = 0; v < tile->values; v++) {
                const size_t thread = s * LANES + lane;
                values[register_of(tile, thread, v)] = load_element(tile, buffer, thread, v);
            }
}

static void store_tile(const struct tile *tile, void *buffer, const struct model_elem *values)
{
    for (size_t s = 0; model_simdgroup(s, tile->threads / LANES); s++)
        for (size_t lane = 0; model_lane(lane, LANES); lane++)
            for (size_t v = 0; v < tile->values; v++) {
                const size_t thread = s * LANES + lane;
                store_element(tile, buffer, thread, v, values[register_of(tile, thread, v)]);
            }
}

void model_load_tile(struct model_elem *values, const void *buffer, struct model_tile at)
{
    const struct tile tile = tile_at(at, model_values());
    enter_tile(at.index, &tile);
    load_tile(&tile, values, buffer);
}

void model_store_tile(void *buffer, const struct model_elem *values, struct model_tile at)
{
    const struct tile tile = tile_at(at, model_values());
    store_tile(&tile, buffer, values);
}

void model_load_lanes(struct model_elem *values, const void *buffer, struct model_lanes lanes)
{
    const size_t at = lanes.at, count = lanes.values;
    const size_t width = lanes.layout == LAYOUT_BLOCKED ? count : 1;
    const struct tile tile = {at, lanes.n, LANES, count, width, lanes.layout};
    if (!model_now->tile_known)
        model_now->tile = at / (model_now->launch.threads * count);
    model_now->tile_known = true;
    model_now->tile_partial |= at + LANES * count > lanes.n;
    for (size_t lane = 0; model_lane(lane, LANES); lane++)
        for (size_t v = 0; v < count; v++)
            values[v * LANES + lane] = load_element(&tile, buffer, lane, v);
}

size_t model_row_width(void)
{
    const size_t most = 16 / model_elem_bytes(model_now), values = model_values();
    return most < values ? most : values;
}

void model_load_rows(struct model_elem *values, const void *buffer, size_t at, size_t n)
{
    const struct tile tile = {at, n, LANES, model_values(), model_row_width(), LAYOUT_STRIPED};
    struct group *const group = model_now;
    if (!group->tile_known)
        group->tile = at / (group->launch.threads * tile.values);
    group->tile_known = true;
    group->tile_partial |= at + LANES * tile.values > n;
    for (size_t lane = 0; model_lane(lane, LANES); lane++)
        for (size_t v = 0; v < tile.values; v++)
            values[v * LANES + lane] = load_element(&tile, buffer, lane, v);
}

void model_store_rows(void *buffer, const struct model_elem *values, size_t at, size_t n)
{
    const struct tile tile = {at, n, LANES, model_values(), model_row_width(), LAYOUT_STRIPED};
    for (size_t lane = 0; model_lane(lane, LANES); lane++)
        for (size_t v = 0; v < tile.values; v++)
            store_element(&tile, buffer, lane, v, values[v * LANES + lane]);
}

unsigned model_store_valid(void *buffer, size_t at, const struct model_elem *row, const unsigned *valid,
                           unsigned site)
{
    unsigned stored = 0;
    for (size_t lane = 0; model_lane(lane, LANES); lane++)
        if (valid[lane])
            model_write_elem(buffer, at + stored++, row[lane], site);
    return stored;
}

unsigned model_put_valid(struct model_elem *words, size_t at, const struct model_elem *row,
                         const unsigned *valid, unsigned site)
{
    unsigned stored = 0;
    for (size_t lane = 0; model_lane(lane, LANES); lane++)
        if (valid[lane])
            *(struct model_elem *)model_put(words, at + stored++, site) = row[lane];
    return stored;
}

void model_load_row(struct model_elem *value, const void *buffer, size_t row, size_t n)
{
    const struct tile tile = tile_at((struct model_tile){row, n, LAYOUT_STRIPED, 1}, 1);
    enter_tile(row, &tile);
    load_tile(&tile, value, buffer);
}

void model_store_row(void *buffer, const struct model_elem *value, size_t row, size_t n)
{
    const struct tile tile = tile_at((struct model_tile){row, n, LAYOUT_STRIPED, 1}, 1);
    store_tile(&tile, buffer, value);
}

void model_load_total(struct model_elem *total, const void *buffer, struct model_tile at)
{
    const struct tile tile = tile_at(at, model_values());
    enter_tile(at.index, &tile);
    for (size_t s = 0; model_simdgroup(s, tile.threads / LANES); s++)
        for (size_t lane = 0; model_lane(lane, LANES); lane++) {
            struct model_elem value[MAX_VALUES_PER_THREAD];
            const size_t thread = s * LANES + lane;
            for (size_t v = 0; v < tile.values; v++)
                value[v] = load_element(&tile, buffer, thread, v);
            for (size_t left = tile.values / 2; left > 0; left /= 2)
                for (size_t i = 0; i < left; i++)
                    value[i] = model_op(value[2 * i], value[2 * i + 1]);
            total[thread] = value[0];
        }
}
