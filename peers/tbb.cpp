/* SPDX-License-Identifier: MIT */
/* oneTBB's parallel_scan and parallel_reduce, with bodies that OpenMP's simd vectorises. */
#include "arena.hpp"
#include "simd.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/version.h>

using Range = tbb::blocked_range<size_t>;

template <class Arrays, class Operator> struct ScanBody {
    const Arrays &arrays;
    decltype(Arrays::initial) total;

    explicit ScanBody(const Arrays &all) : arrays(all), total(all.initial)
    {
    }
    ScanBody(ScanBody &other, tbb::split) : arrays(other.arrays), total(Operator::identity)
    {
    }
    void reverse_join(const ScanBody &left)
    {
        total = Operator{}(left.total, total);
    }
    void assign(const ScanBody &other)
    {
        total = other.total;
    }

    template <class Tag> void operator()(const Range &range, Tag)
    {
        total = Tag::is_final_scan()
                    ? peer::simd_scan(Operator{}, arrays, range.begin(), range.size(), total)
                    : peer::simd_reduce(Operator{}, arrays.input + range.begin(), range.size(), total);
    }
};

/* The same of pairs. What parallel_scan joins is in its order: left, then right. */
template <class Rule> struct PairBody {
    const peer::Chain<Rule> &chain;
    typename Rule::Pair total;

    PairBody(const peer::Chain<Rule> &all) : chain(all), total(all.initial)
    {
    }
    PairBody(PairBody &other, tbb::split) : chain(other.chain), total(Rule::identity)
    {
    }
    void reverse_join(const PairBody &left)
    {
        total = Rule{}(left.total, total);
    }
    void assign(const PairBody &other)
    {
        total = other.total;
    }

    template <class Tag> void operator()(const Range &range, Tag)
    {
        auto joined = total;
        for (size_t i = range.begin(); i < range.end(); i++) {
            joined = Rule{}(joined, chain[i]);
            if (Tag::is_final_scan())
                chain.output[i] = joined.value;
        }
        total = joined;
    }
};

template <template <class> class Rule> static void scan_pairs(const scanbench_run *run)
{
    peer::with_chain<Rule>(run, [run](auto rule, auto chain) {
        peer::in_arena(run, [&chain] {
            PairBody<decltype(rule)> body(chain);
            tbb::parallel_scan(Range(0, chain.n), body);
        });
    });
}

/* action(r, first, count) for each row, which one thread has whole. */
template <class Action> static void rows_in_parallel(const scanbench_run *run, Action action)
{
    const size_t n = run->point->n, row = run->point->row_length;
    peer::in_arena(run, [=] {
        tbb::parallel_for(Range(0, n / row + (n % row != 0)), [=](const Range &rows) {
            for (size_t r = rows.begin(); r < rows.end(); r++)
                action(r, r * row, n - r * row < row ? n - r * row : row);
        });
    });
}

static void scan(const scanbench_run *run)
{
    peer::with_arrays(run, [run](auto combine, auto a) {
        if (run->point->row_length > 0)
            return rows_in_parallel(run, [a, combine](size_t, size_t first, size_t n) {
                peer::simd_scan(combine, a, first, n, a.initial);
            });
        peer::in_arena(run, [&a] {
            ScanBody<decltype(a), decltype(combine)> body(a);
            tbb::parallel_scan(Range(0, a.n), body);
        });
    });
}

static void reduce(const scanbench_run *run)
{
    peer::with_arrays(run, [run](auto combine, auto a) {
        using T = decltype(a.initial);
        if (run->point->row_length > 0)
            return rows_in_parallel(run, [a, combine](size_t r, size_t first, size_t n) {
                a.output[r] = peer::simd_reduce(combine, a.input + first, n, combine.identity);
            });
        peer::in_arena(run, [&a, combine] {
            *a.output = tbb::parallel_reduce(
                Range(0, a.n), combine.identity,
                [&a, combine](const Range &range, T total) {
                    return peer::simd_reduce(combine, a.input + range.begin(), range.size(), total);
                },
                combine);
        });
    });
}

static const char source[] = "oneAPI Threading Building Blocks";
template <template <class> class Rule>
static scanbench_implementation declare_pairs(scanbench_primitive primitive)
{
    return peer::with_pairs<Rule>(
        peer::declare_parallel(peer::declare(primitive, "peer/tbb/parallel_scan",
                                             "tbb::parallel_scan over pairs", source, scan_pairs<Rule>),
                               peer::arena_prepare, peer::arena_finish));
}

static const scanbench_implementation implementations[] = {
    peer::with_converted(peer::with_rows(peer::declare_parallel(
        peer::declare(SCANBENCH_SCAN, "peer/tbb/parallel_scan",
                      "tbb::parallel_scan, omp simd inscan within; tbb::parallel_for over rows", source,
                      scan),
        peer::arena_prepare, peer::arena_finish))),
    peer::with_converted(peer::with_rows(peer::declare_parallel(
        peer::declare(SCANBENCH_REDUCE, "peer/tbb/parallel_reduce",
                      "tbb::parallel_reduce, omp simd reduction within; tbb::parallel_for over rows", source,
                      reduce),
        peer::arena_prepare, peer::arena_finish))),
    declare_pairs<peer::Recurrence>(SCANBENCH_RECURRENCE),
    declare_pairs<peer::Segments>(SCANBENCH_SEGMENTED_SCAN),
};
PEER_PLUGIN("tbb", TBB_VERSION_STRING, implementations)
