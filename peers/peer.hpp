/* SPDX-License-Identifier: MIT */
/* What the peers share: operators, the choice of a type, and threads on the CPUs that a point was given. */
#ifndef PEER_HPP
#define PEER_HPP

#include <problem/dtypes.def>
#include <scanbench.h>

#include <limits>
#include <sched.h>
#include <type_traits>

namespace peer
{

#define BIT(NAME, ...) | SCANBENCH_BIT(SCANBENCH_##NAME)
#define BIT_OF_FLOAT(NAME, name, type, ...) \
    | (std::is_floating_point_v<type> ? SCANBENCH_BIT(SCANBENCH_##NAME) : 0)
#define BIT_OF_INTEGER(NAME, symbol, name, input, bits, kind, digits, accumulator, joined, ...) \
    | (std::is_integral_v<joined> ? SCANBENCH_BIT(SCANBENCH_##NAME) : 0)
constexpr uint32_t dtypes = 0 FOR_EACH_DTYPE(BIT);
constexpr uint32_t floats = 0 FOR_EACH_DTYPE(BIT_OF_FLOAT);
/* The converted types of integers: C++ has no type for the elements of the others. */
constexpr uint32_t converted = 0 FOR_EACH_CONVERTED_DTYPE(BIT_OF_INTEGER);
#undef BIT
#undef BIT_OF_FLOAT
#undef BIT_OF_INTEGER

template <class T> struct Sum {
    static constexpr T identity = 0;
    T operator()(T a, T b) const
    {
        return a + b;
    }
};

template <class T> struct Product {
    static constexpr T identity = 1;
    T operator()(T a, T b) const
    {
        return a * b;
    }
};

template <class T> struct Min {
    static constexpr T identity = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                       : std::numeric_limits<T>::max();
    T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};

template <class T> struct Max {
    static constexpr T identity = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                                       : std::numeric_limits<T>::lowest();
    T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};

#ifdef __CUDACC__
#define PEER_CALLABLE __host__ __device__
#else
#define PEER_CALLABLE
#endif

/* Recurrences and segmented scans are scans of pairs, whose operator is associative and not commutative. A
 * pair is what a range of elements makes of the result before it: after all that precedes it, its value is
 * the result. */
template <class T> struct Recurrence {
    static constexpr bool taken = std::is_floating_point_v<T>;
    static constexpr uint32_t flags = SCANBENCH_BIT(SCANBENCH_TAKES_INITIAL);
    using Value = T;
    using Second = T;
    struct Pair {
        T second, value;
    };
    static constexpr Pair identity = {1, 0};
    PEER_CALLABLE Pair operator()(Pair before, Pair after) const
    {
        return {after.second * before.second, after.second * before.value + after.value};
    }
};

/* A head cuts off what precedes it, whatever that is: 0 · NaN would not. */
template <class T> struct Segments {
    static constexpr bool taken = std::is_same_v<T, uint32_t> || std::is_same_v<T, float>;
    static constexpr uint32_t flags = 0;
    using Value = T;
    using Second = uint8_t;
    struct Pair {
        uint32_t second;
        T value;
    };
    static constexpr Pair identity = {0, 0};
    Pair operator()(Pair before, Pair after) const
    {
        return {before.second | after.second, after.second ? after.value : before.value + after.value};
    }
};

/* One call on the elements of such a scan. */
template <class Rule> struct Chain {
    using Value = typename Rule::Value;
    using Second = typename Rule::Second;
    using Pair = typename Rule::Pair;
    const Value *input;
    const Second *second;
    Value *output;
    size_t n;
    Pair initial;

    explicit Chain(const scanbench_run *run)
        : input(static_cast<const Value *>(run->input)), second(static_cast<const Second *>(run->second)),
          output(static_cast<Value *>(run->output)),
          n(run->point->n), initial{Rule::identity.second, *reinterpret_cast<const Value *>(&run->initial)}
    {
    }
    PEER_CALLABLE Pair operator[](size_t i) const
    {
        return {second[i], input[i]};
    }
};

/* One call on the elements of a type: members of its run with their types; T is what In is joined in. */
template <class T, class In = T, class Out = T> struct Arrays {
    const In *input, *second;
    Out *output;
    size_t n;
    T initial;
    bool inclusive;

    explicit Arrays(const scanbench_run *run)
        : input(static_cast<const In *>(run->input)), second(static_cast<const In *>(run->second)),
          output(static_cast<Out *>(run->output)), n(run->point->n),
          initial(*reinterpret_cast<const T *>(&run->initial)),
          inclusive(run->point->mode == SCANBENCH_INCLUSIVE)
    {
    }
};

/* action(first, count) for each row of a point; without rows for all of it, which may be nothing. */
template <class Action> void each_row(const scanbench_point *point, Action action)
{
    const size_t n = point->n, row = point->row_length;
    if (row == 0)
        action(0, n);
    for (size_t first = 0; row > 0 && first < n; first += row)
        action(first, n - first < row ? n - first : row);
}

/* action(T{}) for the type of a point. */
template <class Action> void with_type(const scanbench_point *point, Action action)
{
    switch (point->dtype) {
#define CASE(NAME, name, type, ...) \
    case SCANBENCH_##NAME:          \
        return action(type{});
        FOR_EACH_DTYPE(CASE)
#undef CASE
    }
}

/* action(Rule{}, Chain) for the type of a point. */
template <template <class> class Rule, class Action> void with_chain(const scanbench_run *run, Action action)
{
    with_type(run->point, [&](auto zero) {
        using Taken = Rule<decltype(zero)>;
        if constexpr (Taken::taken)
            action(Taken{}, Chain<Taken>(run));
    });
}

/* The same where integers wrap around: those of signed ones are of the unsigned one of their width. */
template <class Action> void with_arithmetic_type(const scanbench_point *point, Action action)
{
    with_type(point, [&](auto zero) {
        if constexpr (std::is_integral_v<decltype(zero)>)
            action(std::make_unsigned_t<decltype(zero)>{});
        else
            action(zero);
    });
}

/* action(In{}, Accumulator{}, Out{}) for a converted type of integers, whose sums are made in the
 * accumulator. */
template <class Action> void with_converted_type(const scanbench_point *point, Action action)
{
    switch (point->dtype) {
#define CASE(NAME, symbol, name, input, bits, kind, digits, accumulator, joined, OUTPUT, output, ...) \
    case SCANBENCH_##NAME:                                                                            \
        if constexpr (SCANBENCH_BIT(SCANBENCH_##NAME) & converted)                                    \
            action(input{}, joined{}, output{});                                                      \
        return;
        FOR_EACH_CONVERTED_DTYPE(CASE)
#undef CASE
    }
}

/* action(T{}, operator{}) for the type and the operator of a point. */
template <class Action> void with_operator(const scanbench_point *point, Action action)
{
    switch (point->op) {
    case SCANBENCH_SUM:
        return with_arithmetic_type(point, [&](auto zero) { action(zero, Sum<decltype(zero)>{}); });
    case SCANBENCH_PRODUCT:
        return with_arithmetic_type(point, [&](auto zero) { action(zero, Product<decltype(zero)>{}); });
    case SCANBENCH_MIN:
        return with_type(point, [&](auto zero) { action(zero, Min<decltype(zero)>{}); });
    default:
        return with_type(point, [&](auto zero) { action(zero, Max<decltype(zero)>{}); });
    }
}

/* action(operator{}, Arrays) for the operator and the type of a point, which may be converted. */
template <class Action> void with_arrays(const scanbench_run *run, Action action)
{
    if (SCANBENCH_BIT(run->point->dtype) & converted)
        return with_converted_type(run->point, [&](auto in, auto joined, auto out) {
            using T = decltype(joined);
            action(Sum<T>{}, Arrays<T, decltype(in), decltype(out)>(run));
        });
    with_operator(run->point, [&](auto zero, auto combine) { action(combine, Arrays<decltype(zero)>(run)); });
}

/* Bind the calling thread, which the library numbers `index`, to its CPU; the first one is bound already. */
inline void bind(const uint32_t *cpus, uint32_t index)
{
    thread_local uint32_t bound = UINT32_MAX;
    if (!cpus || index == 0 || bound == cpus[index])
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpus[index], &set);
    if (sched_setaffinity(0, sizeof set, &set) == 0)
        bound = cpus[index];
}

/* While it lives, the calling thread may run on all CPUs of the point, and so may threads that it starts. */
class Widened
{
    cpu_set_t before;
    bool widened;

  public:
    explicit Widened(const scanbench_run *run)
        : widened(run->cpus && sched_getaffinity(0, sizeof before, &before) == 0)
    {
        cpu_set_t all;
        CPU_ZERO(&all);
        for (uint32_t w = 0; widened && w < run->workers; w++)
            CPU_SET(run->cpus[w], &all);
        widened = widened && sched_setaffinity(0, sizeof all, &all) == 0;
    }
    Widened(const Widened &) = delete;
    Widened &operator=(const Widened &) = delete;
    ~Widened()
    {
        if (widened)
            sched_setaffinity(0, sizeof before, &before);
    }
};

constexpr uint32_t ops = SCANBENCH_BIT(SCANBENCH_SUM) | SCANBENCH_BIT(SCANBENCH_MIN) |
                         SCANBENCH_BIT(SCANBENCH_MAX) | SCANBENCH_BIT(SCANBENCH_PRODUCT);
constexpr uint32_t modes = SCANBENCH_BIT(SCANBENCH_EXCLUSIVE) | SCANBENCH_BIT(SCANBENCH_INCLUSIVE);

using Prepare = const char *(*)(const scanbench_run *, void **);
using Run = void (*)(const scanbench_run *);
using Finish = void (*)(void *);

/* What is the same for every peer of a primitive: all types, operators and modes. */
inline scanbench_implementation declare(scanbench_primitive primitive, const char *name, const char *summary,
                                        const char *source, Run run)
{
    scanbench_implementation declared = {};
    declared.name = name;
    declared.summary = summary;
    declared.source = source;
    declared.primitive = primitive;
    declared.dtypes = dtypes;
    declared.ops = primitive == SCANBENCH_SCAN || primitive == SCANBENCH_REDUCE ? ops : 0;
    declared.modes = primitive == SCANBENCH_SCAN ? modes : 0;
    declared.flags = primitive == SCANBENCH_SCAN ? SCANBENCH_BIT(SCANBENCH_TAKES_INITIAL) : 0;
    declared.run = run;
    return declared;
}

/* The same for rows, too. */
inline scanbench_implementation with_rows(scanbench_implementation declared)
{
    declared.axes |= SCANBENCH_BIT(SCANBENCH_ROW_LENGTH);
    return declared;
}

/* The same for the converted types of integers, too. */
inline scanbench_implementation with_converted(scanbench_implementation declared)
{
    declared.dtypes |= converted;
    return declared;
}

/* The same for pairs: types and initial values as their rule has them. */
template <template <class> class Rule> scanbench_implementation with_pairs(scanbench_implementation declared)
{
#define BIT_OF_TAKEN(NAME, name, type, ...) | (Rule<type>::taken ? SCANBENCH_BIT(SCANBENCH_##NAME) : 0)
    declared.dtypes = 0 FOR_EACH_DTYPE(BIT_OF_TAKEN);
#undef BIT_OF_TAKEN
    declared.flags |= Rule<float>::flags;
    return declared;
}

/* The same on threads that a library brings. */
inline scanbench_implementation declare_parallel(scanbench_implementation declared, Prepare prepare,
                                                 Finish finish)
{
    declared.axes |= SCANBENCH_BIT(SCANBENCH_WORKERS);
    declared.flags |= SCANBENCH_BIT(SCANBENCH_OWN_THREADS);
    declared.prepare = prepare;
    declared.finish = finish;
    return declared;
}

} // namespace peer

#define PEER_TEXT(macro) PEER_TEXT_OF(macro)
#define PEER_TEXT_OF(text) #text

/* PEER_BUILD is how it was compiled. */
#define PEER_PLUGIN(name, version, list)               \
    const struct scanbench_plugin scanbench_plugin = { \
        SCANBENCH_PLUGIN_HEAD, name, version, PEER_BUILD, sizeof(list) / sizeof(list)[0], list};

#endif
