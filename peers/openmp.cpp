/* SPDX-License-Identifier: MIT */
/* OpenMP's scans (reduction(inscan)) and reductions: in one thread with simd, and in several. */
#include "simd.hpp"

#include <omp.h>

static void simd_scan(const scanbench_run *run)
{
    peer::with_arrays(run, [run](auto combine, auto a) {
        peer::each_row(run->point, [a, combine](size_t first, size_t n) {
            peer::simd_scan(combine, a, first, n, a.initial);
        });
    });
}

static void simd_reduce(const scanbench_run *run)
{
    peer::with_arrays(run, [run](auto combine, auto a) {
        auto *output = a.output;
        peer::each_row(run->point, [a, combine, &output](size_t first, size_t n) {
            *output++ = peer::simd_reduce(combine, a.input + first, n, combine.identity);
        });
    });
}

static void simd_dot(const scanbench_run *run)
{
    peer::with_arithmetic_type(run->point, [run](auto total) {
        const peer::Arrays<decltype(total)> a(run);
#pragma omp simd reduction(+ : total)
        for (size_t i = 0; i < a.n; i++)
            total += a.input[i] * a.second[i];
        *a.output = total;
    });
}

/* A region binds its threads: libgomp makes them anew where their number changes. */
#define REGION PRAGMA(omp parallel num_threads(run->workers))
#define BIND peer::bind(run->cpus, uint32_t(omp_get_thread_num()))

#define PARALLEL_LOOPS(Operator, clause)                                                                   \
    template <class T, class In, class Out>                                                                \
    void reduce(peer::Operator<T> combine, const scanbench_run *run, const peer::Arrays<T, In, Out> &a)    \
    {                                                                                                      \
        T total = combine.identity;                                                                        \
        REGION                                                                                             \
        {                                                                                                  \
            BIND;                                                                                          \
            PRAGMA(omp for simd reduction(clause : total))                                                 \
            for (size_t i = 0; i < a.n; i++)                                                               \
                total = combine(total, a.input[i]);                                                        \
        }                                                                                                  \
        *a.output = total;                                                                                 \
    }                                                                                                      \
    template <class T, class In, class Out>                                                                \
    void inclusive(peer::Operator<T> combine, const scanbench_run *run, const peer::Arrays<T, In, Out> &a) \
    {                                                                                                      \
        T total = a.initial;                                                                               \
        REGION                                                                                             \
        {                                                                                                  \
            BIND;                                                                                          \
            PRAGMA(omp for simd reduction(inscan, clause : total))                                         \
            for (size_t i = 0; i < a.n; i++) {                                                             \
                total = combine(total, a.input[i]);                                                        \
                PRAGMA(omp scan inclusive(total))                                                          \
                a.output[i] = total;                                                                       \
            }                                                                                              \
        }                                                                                                  \
    }                                                                                                      \
    template <class T, class In, class Out>                                                                \
    void exclusive(peer::Operator<T> combine, const scanbench_run *run, const peer::Arrays<T, In, Out> &a) \
    {                                                                                                      \
        T total = a.initial;                                                                               \
        REGION                                                                                             \
        {                                                                                                  \
            BIND;                                                                                          \
            PRAGMA(omp for simd reduction(inscan, clause : total))                                         \
            for (size_t i = 0; i < a.n; i++) {                                                             \
                a.output[i] = total;                                                                       \
                PRAGMA(omp scan exclusive(total))                                                          \
                total = combine(total, a.input[i]);                                                        \
            }                                                                                              \
        }                                                                                                  \
    }
PARALLEL_LOOPS(Sum, +)
PARALLEL_LOOPS(Product, *)
PARALLEL_LOOPS(Min, min)
PARALLEL_LOOPS(Max, max)

/* A scan keeps the order of the loop: it is defined as a generalized prefix sum over the sequence of values.
 */
#define JOINED(Rule, T)                                                        \
    PRAGMA(omp declare reduction(join                                          \
                                 : peer::Rule<T>::Pair                         \
                                 : omp_out = peer::Rule<T>{}(omp_out, omp_in)) \
               initializer(omp_priv = peer::Rule<T>::identity))
JOINED(Recurrence, float)
JOINED(Recurrence, double)
JOINED(Segments, uint32_t)
JOINED(Segments, float)

template <template <class> class Rule> static void parallel_pairs(const scanbench_run *run)
{
    if (run->point->n == 0)
        return;
    peer::with_chain<Rule>(run, [run](auto rule, auto chain) {
        auto total = chain.initial;
        REGION
        {
            BIND;
#pragma omp for reduction(inscan, join : total)
            for (size_t i = 0; i < chain.n; i++) {
                total = rule(total, chain[i]);
#pragma omp scan inclusive(total)
                chain.output[i] = total.value;
            }
        }
    });
}

/* action(r, first, count) for each row, which one thread has whole. */
template <class Action> static void rows_in_parallel(const scanbench_run *run, Action action)
{
    const size_t n = run->point->n, row = run->point->row_length;
    REGION
    {
        BIND;
#pragma omp for
        for (size_t r = 0; r < n / row + (n % row != 0); r++)
            action(r, r * row, n - r * row < row ? n - r * row : row);
    }
}

static void rows_scan(const scanbench_run *run)
{
    peer::with_arrays(run, [run](auto combine, auto a) {
        rows_in_parallel(run, [a, combine](size_t, size_t first, size_t n) {
            peer::simd_scan(combine, a, first, n, a.initial);
        });
    });
}

static void rows_reduce(const scanbench_run *run)
{
    peer::with_arrays(run, [run](auto combine, auto a) {
        rows_in_parallel(run, [a, combine](size_t r, size_t first, size_t n) {
            a.output[r] = peer::simd_reduce(combine, a.input + first, n, combine.identity);
        });
    });
}

/* What gcc 12 makes of a parallel inscan loop reads before its arrays when there is no iteration. */
static void parallel_scan(const scanbench_run *run)
{
    if (run->point->n == 0)
        return;
    if (run->point->row_length > 0)
        return rows_scan(run);
    peer::with_arrays(run, [run](auto combine, auto a) {
        if (a.inclusive)
            inclusive(combine, run, a);
        else
            exclusive(combine, run, a);
    });
}

static void parallel_reduce(const scanbench_run *run)
{
    if (run->point->row_length > 0)
        return rows_reduce(run);
    peer::with_arrays(run, [run](auto combine, auto a) { reduce(combine, run, a); });
}

static void parallel_dot(const scanbench_run *run)
{
    peer::with_arithmetic_type(run->point, [run](auto total) {
        const peer::Arrays<decltype(total)> a(run);
        REGION
        {
            BIND;
#pragma omp for simd reduction(+ : total)
            for (size_t i = 0; i < a.n; i++)
                total += a.input[i] * a.second[i];
        }
        *a.output = total;
    });
}

static const char *prepare(const scanbench_run *run, void **)
{
    const peer::Widened widened(run);
    omp_set_dynamic(0);
    REGION
    {
        BIND;
    }
    return nullptr;
}

static scanbench_implementation declare(scanbench_primitive primitive, const char *summary, peer::Run run)
{
    return peer::declare(primitive, "peer/openmp/simd", summary, "OpenMP 5.0", run);
}

static scanbench_implementation declare_parallel(scanbench_primitive primitive, const char *summary,
                                                 peer::Run run)
{
    return peer::declare_parallel(
        peer::declare(primitive, "peer/openmp/parallel", summary, "OpenMP 5.0", run), prepare, nullptr);
}

static const scanbench_implementation implementations[] = {
    peer::with_converted(
        peer::with_rows(declare(SCANBENCH_SCAN, "omp simd reduction(inscan), row by row", simd_scan))),
    peer::with_converted(
        peer::with_rows(declare(SCANBENCH_REDUCE, "omp simd reduction, row by row", simd_reduce))),
    declare(SCANBENCH_DOT, "omp simd reduction", simd_dot),
    peer::with_converted(peer::with_rows(declare_parallel(
        SCANBENCH_SCAN, "omp parallel, for simd reduction(inscan); of rows a for over them", parallel_scan))),
    peer::with_converted(peer::with_rows(declare_parallel(
        SCANBENCH_REDUCE, "omp parallel, for simd reduction; of rows a for over them", parallel_reduce))),
    declare_parallel(SCANBENCH_DOT, "omp parallel, for simd reduction", parallel_dot),
    peer::with_pairs<peer::Recurrence>(declare_parallel(SCANBENCH_RECURRENCE,
                                                        "omp parallel, for reduction(inscan) of pairs",
                                                        parallel_pairs<peer::Recurrence>)),
    peer::with_pairs<peer::Segments>(declare_parallel(SCANBENCH_SEGMENTED_SCAN,
                                                      "omp parallel, for reduction(inscan) of pairs",
                                                      parallel_pairs<peer::Segments>)),
};
PEER_PLUGIN("openmp", "libgomp of gcc " __VERSION__, implementations)
