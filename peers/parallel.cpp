/* SPDX-License-Identifier: MIT */
/* The parallel algorithms of libstdc++ (std::execution::par), which run on oneTBB. */
#include "arena.hpp"
#include "indexed.hpp"

#include <algorithm>
#include <execution>
#include <numeric>
#include <tbb/version.h>

using std::execution::par;

static void scan(const scanbench_run *run)
{
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        const peer::Arrays<decltype(zero)> a(run);
        peer::in_arena(run, [a, combine] {
            if (a.inclusive)
                std::inclusive_scan(par, a.input, a.input + a.n, a.output, combine, a.initial);
            else
                std::exclusive_scan(par, a.input, a.input + a.n, a.output, a.initial, combine);
        });
    });
}

static void reduce(const scanbench_run *run)
{
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        const peer::Arrays<decltype(zero)> a(run);
        peer::in_arena(run, [a, combine] {
            *a.output = std::reduce(par, a.input, a.input + a.n, combine.identity, combine);
        });
    });
}

static void dot(const scanbench_run *run)
{
    peer::with_arithmetic_type(run->point, [run](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        peer::in_arena(run, [a, zero] {
            *a.output = std::transform_reduce(par, a.input, a.input + a.n, a.second, zero);
        });
    });
}

static void compact(const scanbench_run *run)
{
    peer::with_type(run->point, [run](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        peer::in_arena(run, [a, zero, run] {
            const auto end =
                std::copy_if(par, a.input, a.input + a.n, a.output, [zero](auto x) { return x > zero; });
            *run->count = uint64_t(end - a.output);
        });
    });
}

static void count(const scanbench_run *run)
{
    peer::with_type(run->point, [run](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        peer::in_arena(run, [a, zero, run] {
            *run->count =
                uint64_t(std::count_if(par, a.input, a.input + a.n, [zero](auto x) { return x > zero; }));
        });
    });
}

/* The standard keeps the order of operands: GENERALIZED_NONCOMMUTATIVE_SUM. */
template <template <class> class Rule> static void scan_pairs(const scanbench_run *run)
{
    peer::with_chain<Rule>(run, [run](auto rule, auto chain) {
        peer::in_arena(run, [rule, chain] {
            const auto pairs = peer::pairs_of(chain);
            std::inclusive_scan(par, pairs, pairs + ptrdiff_t(chain.n), peer::values_of(chain), rule,
                                chain.initial);
        });
    });
}

/* For floating-point types __parallel_strict_scan of libstdc++ starts every part from zero, whatever the
 * operator. */
static const char *supports(const scanbench_point *point)
{
    const bool starts_from_zero = SCANBENCH_BIT(point->dtype) & peer::floats && point->mode != 0;
    return starts_from_zero && point->op != SCANBENCH_SUM
               ? "libstdc++ scans floats in parallel as if 0 were the identity: only sums are right"
               : nullptr;
}

static scanbench_implementation declare(scanbench_primitive primitive, const char *summary, peer::Run run)
{
    auto declared = peer::declare(primitive, "peer/std/par", summary,
                                  "ISO C++17, parallel algorithms of libstdc++ on oneTBB", run);
    declared.supports = supports;
    return peer::declare_parallel(declared, peer::arena_prepare, peer::arena_finish);
}

static const scanbench_implementation implementations[] = {
    declare(SCANBENCH_SCAN, "std::inclusive_scan, std::exclusive_scan with std::execution::par", scan),
    declare(SCANBENCH_REDUCE, "std::reduce with std::execution::par", reduce),
    declare(SCANBENCH_DOT, "std::transform_reduce with std::execution::par", dot),
    declare(SCANBENCH_COMPACT, "std::copy_if with std::execution::par", compact),
    declare(SCANBENCH_COUNT, "std::count_if with std::execution::par", count),
    peer::with_pairs<peer::Recurrence>(declare(SCANBENCH_RECURRENCE,
                                               "std::inclusive_scan over pairs with std::execution::par",
                                               scan_pairs<peer::Recurrence>)),
    peer::with_pairs<peer::Segments>(declare(SCANBENCH_SEGMENTED_SCAN,
                                             "std::inclusive_scan over pairs with std::execution::par",
                                             scan_pairs<peer::Segments>)),
};
PEER_PLUGIN("parallel", "libstdc++ " PEER_TEXT(__GLIBCXX__) ", oneTBB " TBB_VERSION_STRING, implementations)
