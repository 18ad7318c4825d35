/* SPDX-License-Identifier: MIT */
/* The algorithms of the C++ standard library, in one thread. */
#include "peer.hpp"

#include <algorithm>
#include <numeric>

static void scan(const scanbench_run *run)
{
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        const peer::Arrays<decltype(zero)> a(run);
        if (a.inclusive)
            std::inclusive_scan(a.input, a.input + a.n, a.output, combine, a.initial);
        else
            std::exclusive_scan(a.input, a.input + a.n, a.output, a.initial, combine);
    });
}

static void reduce(const scanbench_run *run)
{
    peer::with_operator(run->point, [run](auto zero, auto combine) {
        const peer::Arrays<decltype(zero)> a(run);
        *a.output = std::reduce(a.input, a.input + a.n, combine.identity, combine);
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

static const char source[] = "ISO C++17, <algorithm> and <numeric> of libstdc++";
static const char name[] = "peer/std/serial";
static const scanbench_implementation implementations[] = {
    peer::declare(SCANBENCH_SCAN, name, "std::inclusive_scan, std::exclusive_scan", source, scan),
    peer::declare(SCANBENCH_REDUCE, name, "std::reduce", source, reduce),
    peer::declare(SCANBENCH_DOT, name, "std::transform_reduce", source, dot),
    peer::declare(SCANBENCH_COMPACT, name, "std::copy_if", source, compact),
    peer::declare(SCANBENCH_COUNT, name, "std::count_if", source, count),
};
PEER_PLUGIN("std", "libstdc++ " PEER_TEXT(__GLIBCXX__), implementations)
