/* SPDX-License-Identifier: MIT */
/* The algorithms of the C++ standard library, in one thread. */
#include "indexed.hpp"

#include <algorithm>
#include <numeric>

static void scan_converted(const scanbench_run *run)
{
    const bool inclusive = run->point->mode == SCANBENCH_INCLUSIVE;
    peer::with_converted_type(run->point, [run, inclusive](auto in, auto joined, auto out) {
        using Joined = decltype(joined);
        const auto initial = *reinterpret_cast<const Joined *>(&run->initial);
        const auto widen = [](auto x) { return Joined(x); };
        peer::each_row(run->point, [=](size_t first, size_t n) {
            const auto *const input = static_cast<const decltype(in) *>(run->input) + first;
            auto *const output = static_cast<decltype(out) *>(run->output) + first;
            if (inclusive)
                std::transform_inclusive_scan(input, input + n, output, peer::Sum<Joined>{}, widen, initial);
            else
                std::transform_exclusive_scan(input, input + n, output, initial, peer::Sum<Joined>{}, widen);
        });
    });
}

static void scan(const scanbench_run *run)
{
    if (SCANBENCH_BIT(run->point->dtype) & peer::converted)
        return scan_converted(run);
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        const peer::Arrays<decltype(zero)> a(run);
        peer::each_row(run->point, [a, combine](size_t first, size_t n) {
            const auto *const input = a.input + first;
            if (a.inclusive)
                std::inclusive_scan(input, input + n, a.output + first, combine, a.initial);
            else
                std::exclusive_scan(input, input + n, a.output + first, a.initial, combine);
        });
    });
}

static void reduce_converted(const scanbench_run *run)
{
    peer::with_converted_type(run->point, [run](auto in, auto joined, auto out) {
        using Joined = decltype(joined);
        auto *output = static_cast<decltype(out) *>(run->output);
        peer::each_row(run->point, [run, &output](size_t first, size_t n) {
            const auto *const input = static_cast<const decltype(in) *>(run->input) + first;
            *output++ = decltype(out)(std::transform_reduce(input, input + n, Joined(0), peer::Sum<Joined>{},
                                                            [](auto x) { return Joined(x); }));
        });
    });
}

static void reduce(const scanbench_run *run)
{
    if (SCANBENCH_BIT(run->point->dtype) & peer::converted)
        return reduce_converted(run);
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        const peer::Arrays<decltype(zero)> a(run);
        auto *output = a.output;
        peer::each_row(run->point, [a, combine, &output](size_t first, size_t n) {
            *output++ = std::reduce(a.input + first, a.input + first + n, combine.identity, combine);
        });
    });
}

static void dot(const scanbench_run *run)
{
    peer::with_arithmetic_type(run->point, [run](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        *a.output = std::transform_reduce(a.input, a.input + a.n, a.second, zero);
    });
}

static void compact(const scanbench_run *run)
{
    peer::with_type(run->point, [run](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        *run->count = uint64_t(
            std::copy_if(a.input, a.input + a.n, a.output, [zero](auto x) { return x > zero; }) - a.output);
    });
}

static void count(const scanbench_run *run)
{
    peer::with_type(run->point, [run](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        *run->count = uint64_t(std::count_if(a.input, a.input + a.n, [zero](auto x) { return x > zero; }));
    });
}

/* The standard keeps the order of operands: GENERALIZED_NONCOMMUTATIVE_SUM. */
template <template <class> class Rule> static void scan_pairs(const scanbench_run *run)
{
    peer::with_chain<Rule>(run, [](auto rule, auto chain) {
        const auto pairs = peer::pairs_of(chain);
        std::inclusive_scan(pairs, pairs + ptrdiff_t(chain.n), peer::values_of(chain), rule, chain.initial);
    });
}

static const char source[] = "ISO C++17, <algorithm> and <numeric> of libstdc++";
static const char name[] = "peer/std/serial";
static const scanbench_implementation implementations[] = {
    peer::with_converted(peer::with_rows(peer::declare(
        SCANBENCH_SCAN, name, "std::inclusive_scan, std::exclusive_scan, row by row", source, scan))),
    peer::with_converted(
        peer::with_rows(peer::declare(SCANBENCH_REDUCE, name, "std::reduce, row by row", source, reduce))),
    peer::declare(SCANBENCH_DOT, name, "std::transform_reduce", source, dot),
    peer::declare(SCANBENCH_COMPACT, name, "std::copy_if", source, compact),
    peer::declare(SCANBENCH_COUNT, name, "std::count_if", source, count),
    peer::with_pairs<peer::Recurrence>(peer::declare(
        SCANBENCH_RECURRENCE, name, "std::inclusive_scan over pairs, of which values are written", source,
        scan_pairs<peer::Recurrence>)),
    peer::with_pairs<peer::Segments>(peer::declare(SCANBENCH_SEGMENTED_SCAN, name,
                                                   "std::inclusive_scan over pairs of a head and a sum",
                                                   source, scan_pairs<peer::Segments>)),
};
PEER_PLUGIN("std", "libstdc++ " PEER_TEXT(__GLIBCXX__), implementations)
