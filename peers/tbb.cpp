/* SPDX-License-Identifier: MIT */
/* oneTBB's parallel_scan and parallel_reduce, with bodies that OpenMP's simd vectorises. */
#include "arena.hpp"
#include "simd.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/version.h>

using Range = tbb::blocked_range<size_t>;

template <class T, class Operator> struct ScanBody {
    const peer::Arrays<T> &arrays;
    T total;

    ScanBody(const peer::Arrays<T> &all, T initial) : arrays(all), total(initial)
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
        const T *const input = arrays.input + range.begin();
        total = Tag::is_final_scan() ? peer::simd_scan(Operator{}, arrays.inclusive, input,
                                                       arrays.output + range.begin(), range.size(), total)
                                     : peer::simd_reduce(Operator{}, input, range.size(), total);
    }
};

static void scan(const scanbench_run *run)
{
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        using T = decltype(zero);
        const peer::Arrays<T> a(run);
        peer::in_arena(run, [&a] {
            ScanBody<T, decltype(combine)> body(a, a.initial);
            tbb::parallel_scan(Range(0, a.n), body);
        });
    });
}

static void reduce(const scanbench_run *run)
{
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        using T = decltype(zero);
        const peer::Arrays<T> a(run);
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
static const scanbench_implementation implementations[] = {
    peer::declare_parallel(peer::declare(SCANBENCH_SCAN, "peer/tbb/parallel_scan",
                                         "tbb::parallel_scan, omp simd inscan within", source, scan),
                           peer::arena_prepare, peer::arena_finish),
    peer::declare_parallel(peer::declare(SCANBENCH_REDUCE, "peer/tbb/parallel_reduce",
                                         "tbb::parallel_reduce, omp simd reduction within", source, reduce),
                           peer::arena_prepare, peer::arena_finish),
};
PEER_PLUGIN("tbb", TBB_VERSION_STRING, implementations)
