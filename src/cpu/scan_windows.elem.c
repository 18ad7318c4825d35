/* SPDX-License-Identifier: MIT */
/* Scans by sliding windows, of whole arrays and of their rows. */
#include "cpu/windows.h"

#define windows_steps(op, unroll, rest, ahead, carry) \
    windows_run((struct windows_loop){op, unroll, STORE_CACHED, ahead}, rest, carry)
#define stream_steps(op, unroll, rest, ahead, carry) \
    windows_run((struct windows_loop){op, unroll, STORE_STREAM, ahead}, rest, carry)

/* Where the elements of a vector are in their rows, a lane each. */
typedef JOIN(i, ELEM_BITS) lane_place;
typedef lane_place lane_places __attribute__((vector_size(VECTOR_BYTES)));

/* A vector of which element 0 is element `at` of its row. */
struct row_places {
    lane_places lanes;
    size_t at, row;
    lane_place last; /* where the identity is stored; -1: nowhere */
};

static ALWAYS_INLINE struct row_places row_places_of(const struct rows_layout *layout)
{
    const size_t row = layout->row, last = row - 1;
    struct row_places places = {
        .at = layout->at, .row = row, .last = layout->ends_empty ? (lane_place)last : -1};
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        places.lanes[lane] = (lane_place)((layout->at + lane) % row);
    return places;
}

/* The next vector, where so many elements of a row are passed: less than a row. */
static ALWAYS_INLINE void row_places_advance(struct row_places *places, size_t passed)
{
    const lane_place row = (lane_place)places->row;
    places->lanes += (lane_place)passed;
    places->lanes -= row & (places->lanes >= row);
    places->at += passed;
    places->at -= places->at >= places->row ? places->row : 0;
}

/* One or the other in each lane. */
static ALWAYS_INLINE vector lanes_where(lane_places mask, vector one, vector other)
{
    return (vector)(((lane_places)one & mask) | ((lane_places)other & ~mask));
}

/* WIDEN, but for lanes that `by` lanes below have another row. */
#define WIDEN_WITHIN(op, before, value, by, lanes)                                                 \
    do {                                                                                           \
        const vector moved_ = NATIVE_MOVE_UP(before, value, by);                                   \
        const vector kept_ = lanes_where((lanes) >= (by), moved_, vector_broadcast(identity(op))); \
        (before) = (value);                                                                        \
        (value) = combine_vectors(STYLE_INTRINSICS, op, kept_, value);                             \
    } while (0)

/* windows_step, but that windows and prefixes end where a row begins. */
static ALWAYS_INLINE vector rows_step(enum op op, struct windows *windows, vector value, lane_places lanes)
{
#if VECTOR_LANES >= 4
    WIDEN_WITHIN(op, windows->of[0], value, 2, lanes);
#endif
#if VECTOR_LANES >= 8
    WIDEN_WITHIN(op, windows->of[1], value, 4, lanes);
#endif
#if VECTOR_LANES >= 16
    WIDEN_WITHIN(op, windows->of[2], value, 8, lanes);
#endif
    const vector before = lanes_where(lanes >= VECTOR_LANES, windows->prefix, vector_broadcast(identity(op)));
    windows->prefix = combine_vectors(STYLE_INTRINSICS, op, before, value);
    return windows->prefix;
}

/* A vector in which a row begins or has just begun; loads the next one before it stores. */
static ALWAYS_INLINE void rows_vector(struct windows_loop loop, const struct scan_rest *rest, size_t i,
                                      struct windows *windows, const struct row_places *places)
{
    const vector pairs = lanes_where(places->lanes >= 1, windows->pairs, windows->next);
    if (i + 2 * VECTOR_LANES <= rest->n)
        windows_load(loop.op, windows, rest->input + i + VECTOR_LANES);
    const vector result = lanes_where(places->lanes == places->last, vector_broadcast(identity(loop.op)),
                                      rows_step(loop.op, windows, pairs, places->lanes));
    windows_put(loop, rest->output + i, result);
}

/* Whole vectors: those within a row as without rows, the others lane by lane. */
static ALWAYS_INLINE void rows_run(struct windows_loop loop, struct scan_rest *rest,
                                   struct rows_layout *layout, union element *carry)
{
    const size_t row = layout->row, n = rest->n / VECTOR_LANES * VECTOR_LANES, turn = VECTOR_LANES % row;
    struct row_places places = row_places_of(layout);
    struct windows_loop single = loop;
    if (n == 0)
        return;
    single.unroll = 1;
    const union element none = {.ELEM = identity(loop.op)};
    struct scan_rest begin = *rest;
    begin.next = combine(loop.op, CARRIED(carry), rest->next);
    struct windows windows = windows_begin(loop.op, &begin, &none);
    elem next = 0;
    for (size_t i = 0; i < n; i += VECTOR_LANES) {
        if (places.at >= VECTOR_LANES) {
            const size_t end = i + (row - 1 - places.at) / VECTOR_LANES * VECTOR_LANES + VECTOR_LANES;
            const struct scan_rest within = {rest->input, rest->output, end < n ? end : n, 0};
            const size_t first = i;
            i = windows_loop(loop, &within, i, &windows);
            i = windows_loop(single, &within, i, &windows);
            row_places_advance(&places, i - first);
        }
        next = i + VECTOR_LANES < rest->n ? rest->input[i + VECTOR_LANES] : 0;
        rows_vector(loop, rest, i, &windows, &places);
        row_places_advance(&places, turn);
    }
    layout->at = places.at;
    CARRIED(carry) = places.at > 0 ? windows.prefix[VECTOR_LANES - 1] : identity(loop.op);
    rest_advance(rest, n, next);
    if (loop.stream)
        stream_fence();
}

/* The same where rows are whole vectors: nothing of the row before is in the windows that a row begins with,
 * and its last lane alone may be empty. */
static ALWAYS_INLINE void rows_run_straight(struct windows_loop loop, struct scan_rest *rest,
                                            struct rows_layout *layout, union element *carry)
{
    const size_t row = layout->row, n = rest->n / VECTOR_LANES * VECTOR_LANES;
    const vector nothing = vector_broadcast(identity(loop.op));
    struct windows_loop single = loop;
    if (n == 0)
        return;
    single.unroll = 1;
    struct windows windows = windows_begin(loop.op, rest, carry);
    elem next = 0;
    for (size_t i = 0; i < n; i += VECTOR_LANES) {
        if (layout->at == 0)
            windows = (struct windows){.of = {nothing, nothing, nothing},
                                       .prefix = nothing,
                                       .next = windows.next,
                                       .pairs = combine_vectors(STYLE_INTRINSICS, loop.op,
                                                                NATIVE_MOVE_UP(nothing, windows.next, 1),
                                                                windows.next)};
        const size_t end = i + row - layout->at, first = i;
        const struct scan_rest within = {rest->input, rest->output, end < n ? end : n, 0};
        i = windows_loop(loop, &within, i, &windows);
        i = windows_loop(single, &within, i, &windows);
        layout->at += i + VECTOR_LANES - first;
        next = i + VECTOR_LANES < rest->n ? rest->input[i + VECTOR_LANES] : 0;
        const vector pairs = windows.pairs;
        if (i + 2 * VECTOR_LANES <= rest->n)
            windows_load(loop.op, &windows, rest->input + i + VECTOR_LANES);
        vector result = windows_step(loop.op, &windows, pairs);
        if (layout->at == row) {
            layout->at = 0;
            if (layout->ends_empty)
                result[VECTOR_LANES - 1] = identity(loop.op);
        }
        windows_put(loop, rest->output + i, result);
    }
    CARRIED(carry) = layout->at > 0 ? windows.prefix[VECTOR_LANES - 1] : identity(loop.op);
    rest_advance(rest, n, next);
    if (loop.stream)
        stream_fence();
}

/* The same where a register has whole rows of 1, 2 or 4 elements: none waits for the one before. */
static ALWAYS_INLINE void rows_run_within(struct windows_loop loop, struct scan_rest *rest,
                                          const struct rows_layout *layout)
{
    const size_t row = layout->row, n = rest->n / VECTOR_LANES * VECTOR_LANES;
    const vector nothing = vector_broadcast(identity(loop.op));
    lane_places lanes;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        lanes[lane] = (lane_place)(lane % row);
    const lane_places empty = layout->ends_empty ? lanes == (lane_place)(row - 1) : lanes < 0;
    elem next = 0;
    if (n == 0)
        return;
    vector value = vector_load(rest->input);
    value[0] = rest->next;
    for (size_t i = 0; i < n; i += VECTOR_LANES) {
        vector ignored = nothing, result = value;
        if (row > 1)
            WIDEN_WITHIN(loop.op, ignored, result, 1, lanes);
#if VECTOR_LANES >= 8
        if (row > 2)
            WIDEN_WITHIN(loop.op, ignored, result, 2, lanes);
#endif
        if (i + 2 * VECTOR_LANES <= rest->n)
            value = vector_load(rest->input + i + VECTOR_LANES);
        next = i + VECTOR_LANES < rest->n ? rest->input[i + VECTOR_LANES] : 0;
        windows_put(loop, rest->output + i, lanes_where(empty, nothing, result));
    }
    rest_advance(rest, n, next);
    if (loop.stream)
        stream_fence();
}

/* Whether what is stored past the end of a row is over no input that is still to be read. */
static ALWAYS_INLINE bool rows_apart(const struct scan_rest *rest)
{
    const uintptr_t input = (uintptr_t)rest->input, output = (uintptr_t)rest->output,
                    bytes = (rest->n + VECTOR_LANES) * sizeof(elem);
    return output + bytes <= input || input + bytes <= output;
}

/* Rows that begin with the rest, as long as a vector follows them: each by vectors of its own, the last of
 * which runs into the row that is scanned next. */
static ALWAYS_INLINE void rows_run_apart(struct windows_loop loop, struct scan_rest *rest,
                                         const struct rows_layout *layout)
{
    const size_t row = layout->row, whole = (row - 1) / VECTOR_LANES * VECTOR_LANES;
    const vector nothing = vector_broadcast(identity(loop.op));
    lane_places empty;
    size_t done = 0;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        empty[lane] = layout->ends_empty && lane == row - 1 - whole ? -1 : 0;
    for (; done + whole + VECTOR_LANES <= rest->n && done + row <= rest->n; done += row) {
        const elem *from = rest->input + done;
        elem *to = rest->output + done;
        const vector first = vector_load(from);
        struct windows windows = {
            .of = {nothing, nothing, nothing},
            .prefix = nothing,
            .next = first,
            .pairs = combine_vectors(STYLE_INTRINSICS, loop.op, NATIVE_MOVE_UP(nothing, first, 1), first)};
        for (size_t i = 0; i < whole; i += VECTOR_LANES) {
            const vector pairs = windows.pairs;
            windows_load(loop.op, &windows, from + i + VECTOR_LANES);
            vector_store(to + i, windows_step(loop.op, &windows, pairs));
        }
        const vector last = windows_step(loop.op, &windows, windows.pairs);
        vector_store(to + whole, lanes_where(empty, nothing, last));
    }
    rest_advance(rest, done, done < rest->n ? rest->input[done] : 0);
}

#if HAS_HALF_LANES
enum { HALF_LANES = VECTOR_LANES / 2 };

/* What the step before leaves of two rows, one in each half of a register: its inputs, its windows of 2, its
 * result. */
struct two_rows {
    vector value, pairs, prefix;
};

/* The next elements of both rows, as windows_step, but that no lane moves from half to half. */
static ALWAYS_INLINE vector two_rows_step(enum op op, struct two_rows *rows, const elem *from, size_t row)
{
    const vector value = native_load_two(from, from + row);
    vector window = combine_vectors(STYLE_INTRINSICS, op, NATIVE_MOVE_WITHIN(rows->value, value, 1), value);
#if VECTOR_LANES >= 8
    const vector pairs = window;
    window = combine_vectors(STYLE_INTRINSICS, op, NATIVE_MOVE_WITHIN(rows->pairs, pairs, 2), pairs);
    rows->pairs = pairs;
#endif
    rows->value = value;
    rows->prefix = combine_vectors(STYLE_INTRINSICS, op, rows->prefix, window);
    return rows->prefix;
}

/* Rows that begin with the rest, two at once, as long as half a vector follows them. Both run into the row
 * that follows: the second begins to be stored when the first has ended. */
static ALWAYS_INLINE void rows_run_by_two(struct windows_loop loop, struct scan_rest *rest,
                                          const struct rows_layout *layout)
{
    const size_t row = layout->row, whole = (row - 1) / HALF_LANES * HALF_LANES;
    const vector nothing = vector_broadcast(identity(loop.op));
    lane_places empty;
    size_t done = 0;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        empty[lane] = layout->ends_empty && lane % HALF_LANES == row - 1 - whole ? -1 : 0;
    for (; done + row + whole + HALF_LANES <= rest->n; done += 2 * row) {
        const elem *const from = rest->input + done;
        elem *const to = rest->output + done;
        struct two_rows rows = {nothing, nothing, nothing};
        const vector first = two_rows_step(loop.op, &rows, from, row);
        native_store_lower(to, first);
        for (size_t i = HALF_LANES; i < whole; i += HALF_LANES) {
            const vector result = two_rows_step(loop.op, &rows, from + i, row);
            native_store_lower(to + i, result);
            native_store_upper(to + row + i, result);
        }
        const vector ended = whole > 0 ? two_rows_step(loop.op, &rows, from + whole, row) : first,
                     last = lanes_where(empty, nothing, ended);
        native_store_lower(to + whole, last);
        native_store_upper(to + row, first);
        native_store_upper(to + row + whole, last);
    }
    rest_advance(rest, done, done < rest->n ? rest->input[done] : 0);
}
#else
#define rows_run_by_two(loop, rest, layout) ((void)0)
#endif

#if VECTOR_LANES >= 16
/* Rows that fit (rows_fit): over the lane that they leave the next vector is stored. */
static ALWAYS_INLINE void rows_run_fitting(struct windows_loop loop, struct scan_rest *rest,
                                           const struct rows_layout *layout)
{
    const size_t row = layout->row;
    const vector nothing = vector_broadcast(identity(loop.op));
    lane_places lanes;
    size_t done = 0;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        lanes[lane] = (lane_place)(lane % row);
    const lane_places empty = layout->ends_empty ? lanes == (lane_place)(row - 1) : lanes < 0;
    for (; done + VECTOR_LANES <= rest->n; done += VECTOR_LANES - 1) {
        vector ignored = nothing, result = vector_load(rest->input + done);
        WIDEN_WITHIN(loop.op, ignored, result, 1, lanes);
        WIDEN_WITHIN(loop.op, ignored, result, 2, lanes);
        if (row > 4)
            WIDEN_WITHIN(loop.op, ignored, result, 4, lanes);
        vector_store(rest->output + done, lanes_where(empty, nothing, result));
    }
    rest_advance(rest, done, done < rest->n ? rest->input[done] : 0);
}
#else
#define rows_run_fitting(loop, rest, layout) ((void)0)
#endif

/* The elements beside whole vectors. */
#define ROWS_EACH(op, name, style)                                                                           \
    static __attribute__((noinline)) void rows_each_##name(struct scan_rest *rest, size_t n,                 \
                                                           struct rows_layout *layout, union element *carry) \
    {                                                                                                        \
        elem prefix = CARRIED(carry), next = rest->next;                                                     \
        SCALAR_LOOP                                                                                          \
        for (size_t i = 0; i < n; i++) {                                                                     \
            const bool ends = ++layout->at == layout->row;                                                   \
            prefix = combine(op, prefix, next);                                                              \
            next = i + 1 < rest->n ? rest->input[i + 1] : next;                                              \
            rest->output[i] = ends && layout->ends_empty ? identity(op) : prefix;                            \
            prefix = ends ? identity(op) : prefix;                                                           \
            layout->at = ends ? 0 : layout->at;                                                              \
        }                                                                                                    \
        CARRIED(carry) = prefix;                                                                             \
        rest_advance(rest, n, next);                                                                         \
    }
FOR_EACH_OP(ROWS_EACH, )

/* Rows that gain by vectors of their own, or by halves of them. */
enum { APART_LEAST = HAS_HALF_LANES ? 3 : VECTOR_LANES / 2 + 1, BY_TWO_MOST = 64, APART_MOST = 256 };

#define ROWS_KERNEL(op, name, style, store)                                                            \
    static void style##_rows_##name(const void *input, void *output, size_t n, size_t ahead,           \
                                    const struct rows_layout *layout, union element *carry)            \
    {                                                                                                  \
        struct rows_layout left = *layout;                                                             \
        struct scan_rest rest = rest_of(input, output, n);                                             \
        const struct windows_loop loop = {op, 4, store, ahead};                                        \
        const bool shorter = left.row < VECTOR_LANES;                                                  \
        const size_t beside = (left.row - left.at) % (shorter ? left.row : VECTOR_LANES);              \
        const bool begins_well =                                                                       \
            store == STORE_CACHED || (uintptr_t)(rest.output + beside) % VECTOR_BYTES == 0;            \
        const bool straight = begins_well && left.row % VECTOR_LANES == 0;                             \
        const bool within = begins_well && shorter && left.row <= 4 && left.row != 3;                  \
        const bool fitting = VECTOR_LANES >= 16 && rows_fit(left.row, VECTOR_LANES);                   \
        if (store == STORE_CACHED && (fitting || left.row >= APART_LEAST) && left.row <= APART_MOST && \
            !within && rows_apart(&rest)) {                                                            \
            const size_t begun = left.at > 0 ? left.row - left.at : 0;                                 \
            rows_each_##name(&rest, begun < n ? begun : n, &left, carry);                              \
            if (fitting)                                                                               \
                rows_run_fitting(loop, &rest, &left);                                                  \
            else if (left.row <= BY_TWO_MOST)                                                          \
                rows_run_by_two(loop, &rest, &left);                                                   \
            rows_run_apart(loop, &rest, &left);                                                        \
            rows_each_##name(&rest, rest.n, &left, carry);                                             \
            vector_end();                                                                              \
            return;                                                                                    \
        }                                                                                              \
        const size_t head = !straight && !within ? scan_head(output, n) : beside < n ? beside : n;     \
        rows_each_##name(&rest, head, &left, carry);                                                   \
        if (within)                                                                                    \
            rows_run_within(loop, &rest, &left);                                                       \
        else if (straight)                                                                             \
            rows_run_straight(loop, &rest, &left, carry);                                              \
        else                                                                                           \
            rows_run(loop, &rest, &left, carry);                                                       \
        rows_each_##name(&rest, rest.n, &left, carry);                                                 \
        vector_end();                                                                                  \
    }
#define ROWS_CACHED(op, name, style) ROWS_KERNEL(op, name, windows, STORE_CACHED)
#define ROWS_STREAM(op, name, style) ROWS_KERNEL(op, name, stream, STORE_STREAM)
FOR_EACH_OP(ROWS_CACHED, )
FOR_EACH_OP(ROWS_STREAM, )

#define PROPAGATE(op, name, style)                                                                \
    static void propagate_##name(void *output_, size_t n, const union element *prefix)            \
    {                                                                                             \
        elem *const output = output_;                                                             \
        const vector before = vector_broadcast(CARRIED(prefix));                                  \
        size_t i = 0;                                                                             \
        for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)                                          \
            vector_store(output + i,                                                              \
                         combine_vectors(STYLE_INTRINSICS, op, before, vector_load(output + i))); \
        SCALAR_LOOP                                                                               \
        for (; i < n; i++)                                                                        \
            output[i] = combine(op, CARRIED(prefix), output[i]);                                  \
    }
FOR_EACH_OP(PROPAGATE, )

/* Memory sets the pace here, whatever the unroll factor. */
#define STREAM_KERNEL(op, name, style) \
    SCAN_KERNEL(op, name, style, 1)    \
    SCAN_KERNEL(op, name, style, 4)
FOR_EACH_OP(SCAN_KERNELS, windows)
FOR_EACH_OP(STREAM_KERNEL, stream)

#define STREAM_ENTRY(op, name, style) \
    [op] = {style##_##name##_1, style##_##name##_4, style##_##name##_4, style##_##name##_4},
#define PROPAGATE_ENTRY(op, name, style) [op] = propagate_##name,
#define ROWS_ENTRY(op, name, style) [op] = style##_rows_##name,
extern const struct scan_kernels EXPORT(scan_windows), EXPORT(scan_stream);
const struct scan_kernels EXPORT(scan_windows) = {.scan = {FOR_EACH_OP(SCAN_ENTRY, windows)},
                                                  .propagate = {FOR_EACH_OP(PROPAGATE_ENTRY, )},
                                                  .rows = {FOR_EACH_OP(ROWS_ENTRY, windows)}};
const struct scan_kernels EXPORT(scan_stream) = {.scan = {FOR_EACH_OP(STREAM_ENTRY, stream)},
                                                 .rows = {FOR_EACH_OP(ROWS_ENTRY, stream)}};
