// SPDX-License-Identifier: MIT
// What a real device makes of the published mistakes, beside what the device model `cuda` says of them: a line each with how
// many launches were wrong. No test: what is undefined may be right. Built where nvcc is, twice, the second time for min:
//   nvcc -std=c++17 --fmad=false -arch=native -Isrc -Ibuild/generated -o mistakes tests/cuda/mistakes.cu
//   nvcc … -DFOR_MIN -o mistakes_min tests/cuda/mistakes.cu
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define ELEM u32
#define ELEM_BITS 32
#define ELEM_KIND UNSIGNED
#define ELEM_ACCUMULATOR u32
#ifdef FOR_MIN
#define OPERATOR OP_MIN
#define OPERATOR_IS_min 1
#else
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum 1
#endif
#define THREADS_PER_GROUP 64
#define LAUNCH_BOUNDS THREADS_PER_GROUP
#define VALUES 1
#define NETWORK kogge_stone
#define CHOSEN_published_prefix ~, ENTRY
#define CHOSEN_published_cooperative_scan ~, ENTRY
#define CHOSEN_published_raking_reduction ~, ENTRY
#define CHOSEN_published_tile ~, ENTRY
#define CHOSEN_published_sums ~, ENTRY
#define CHOSEN_published_fold ~, ENTRY
#define CHOSEN_published_counter ~, ENTRY
#define CHOSEN_published_chain ~, ENTRY
#include "engine/cuda/dialect_cuda.h"

#include "../published/mistakes.h"

// The same fold by volatile words, as it was written.
extern "C" __global__ void volatile_fold(const elem *in, elem *out)
{
    __shared__ volatile elem words[THREADS_PER_GROUP];
    words[THREAD] = in[GROUP * THREADS + THREAD];
    __syncthreads();
    if (SUBGROUP == 0)
        for (size distance = LANES; distance > 0; distance /= 2)
            words[THREAD] = OP(words[THREAD], words[THREAD + distance]);
    if (THREAD == 0)
        out[GROUP] = words[0];
}

enum { GROUPS = 20000, ELEMENTS = GROUPS * THREADS_PER_GROUP, LAUNCHES = 100, PAD = 4096 };

static elem *in, *out, *third;
static uint *words; // a ticket or the states of all groups, and whether one has starved
static std::vector<elem> host_in(ELEMENTS), host_out(ELEMENTS + PAD);

static void check(cudaError_t code, const char *what)
{
    if (code != cudaSuccess) {
        std::printf("%s: %s\n", what, cudaGetErrorString(code));
        std::exit(3);
    }
}

static void fetch(size_t elements)
{
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
    check(cudaMemcpy(host_out.data(), out, elements * sizeof(elem), cudaMemcpyDeviceToHost), "copy");
}

static void clear()
{
    cudaMemset(out, 0x5a, (ELEMENTS + PAD) * sizeof(elem));
    cudaMemset(third, 0, ELEMENTS * sizeof(elem));
    cudaMemset(words, 0, (GROUPS + 64) * sizeof(uint));
}

// Launch as often as asked; a launch is wrong when `right` says so of what it left.
template <class Launch, class Right>
static void trial(const char *name, const char *model, int launches, Launch launch, Right right)
{
    int wrong = 0;
    for (int i = 0; i < launches; i++) {
        clear();
        launch();
        fetch(ELEMENTS + PAD);
        wrong += !right();
    }
    std::printf("%-58s %-22s %d of %d launches wrong\n", name, model, wrong, launches);
    std::fflush(stdout);
}

static elem joined(size_t group, size_t count)
{
#ifdef FOR_MIN
    elem least = ~0u;
    for (size_t i = 0; i < count; i++)
        least = std::min(least, host_in[group * THREADS_PER_GROUP + i]);
    return least;
#else
    elem sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += host_in[group * THREADS_PER_GROUP + i];
    return sum;
#endif
}

template <class Want> static bool all_groups(Want want)
{
    for (size_t g = 0; g < GROUPS; g++)
        if (host_out[g] != want(g))
            return false;
    return true;
}

static void locals()
{
    const auto sums = [] { return all_groups([](size_t g) { return joined(g, THREADS_PER_GROUP); }); };
#ifdef FOR_MIN
    trial("raking adds, whatever the operator is (min)", "wrong", 3,
          [] { published_raking_reduction<<<GROUPS, THREADS_PER_GROUP>>>(in, out); }, sums);
#else
    trial("a fold without barriers in the last subgroup", "hazard: shared race", LAUNCHES,
          [] { published_fold<<<GROUPS, THREADS_PER_GROUP>>>(in, out); }, sums);
    trial("the same by volatile words", "hazard: shared race", LAUNCHES,
          [] { volatile_fold<<<GROUPS, THREADS_PER_GROUP>>>(in, out); }, sums);
    trial("the tile's prefix in scratch[0], which is still read", "hazard: shared race", LAUNCHES,
          [] { published_prefix<<<GROUPS, THREADS_PER_GROUP>>>(in, out, third); },
          [] {
              for (size_t i = 0; i < ELEMENTS; i++) {
                  const size_t t = i % THREADS_PER_GROUP;
                  if (host_out[i] != host_in[i - t + THREADS_PER_GROUP - 1 - t])
                      return false;
              }
              return true;
          });
    trial("a cooperative scan reads sums that nobody wrote", "hazard: poisoned read", LAUNCHES,
          [] { published_cooperative_scan<<<GROUPS, THREADS_PER_GROUP>>>(in, out); },
          [] {
              elem before = 0;
              for (size_t i = 0; i < ELEMENTS; i++) {
                  before = i % THREADS_PER_GROUP == 0 ? 0 : before + host_in[i - 1];
                  if (host_out[i] != before)
                      return false;
              }
              return true;
          });
    trial("a partial tile is stored past n", "hazard: out of bounds", 3,
          [] { published_tile<<<GROUPS, THREADS_PER_GROUP>>>(in, out, ELEMENTS - 28); },
          [] { return host_out[ELEMENTS - 28] == 0x5a5a5a5au; });
    trial("lanes read sums beyond their array in shared memory", "hazard: out of bounds", 3,
          [] { published_sums<<<GROUPS, THREADS_PER_GROUP>>>(in, out, ELEMENTS); },
          [] { return host_out[1] == host_in[THREADS_PER_GROUP - 1 + LANES]; });
#endif
}

static void exchanges()
{
#ifndef FOR_MIN
    const auto last = [] {
        elem sum = 0;
        for (size_t g = 0; g < GROUPS; g++)
            sum += host_in[g];
        return host_out[0] == sum;
    };
    for (uint fenced = 0; fenced < 2; fenced++)
        trial(fenced ? "thread counter with fences" : "thread counter without fences", fenced ? "ok" : "wrong, stale reads",
              LAUNCHES,
              [=] { published_counter<<<GROUPS, THREADS_PER_GROUP>>>(in, out, third, words, GROUPS, fenced); }, last);
    const auto chain = [] {
        elem sum = 0;
        for (size_t g = 0; g < GROUPS; g++)
            if (host_out[g] != (sum += host_in[g]))
                return false;
        return true;
    };
    for (uint ordered = 0; ordered < 2; ordered++)
        trial(ordered ? "chain by released flags" : "chain by plain flags", ordered ? "ok" : "wrong, stale reads", 20,
              [=] {
                  published_chain<<<GROUPS, THREADS_PER_GROUP>>>(in, out, third, words, words + GROUPS, GROUPS, ordered, 0);
              },
              chain);
    // Never without patience: a starved kernel does not end.
    int resident = 0;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, published_chain, THREADS_PER_GROUP, 0);
    const size_t most = (size_t)resident * properties.multiProcessorCount;
    for (size_t groups : {most / 2, most, most + 1, 2 * most}) {
        uint starved = 0;
        char name[96], model[64];
        clear();
        published_chain<<<(unsigned)groups, THREADS_PER_GROUP>>>(in, out, third, words, words + GROUPS, groups, 3, 1 << 20);
        fetch(1);
        check(cudaMemcpy(&starved, words + GROUPS, sizeof starved, cudaMemcpyDeviceToHost), "copy");
        std::snprintf(name, sizeof name, "descending chain of %zu groups, %zu resident", groups, most);
        std::snprintf(model, sizeof model, "%s", groups <= most ? "ok" : "STARVED");
        std::printf("%-58s %-22s %s\n", name, model, starved ? "starved" : "ended");
        std::fflush(stdout);
    }
#endif
}

int main()
{
    unsigned long long random = 88172645463325252ull;
    for (elem &value : host_in) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        value = (elem)(random >> 33) + 1;
    }
    check(cudaMalloc(&in, ELEMENTS * sizeof(elem)), "memory");
    check(cudaMalloc(&out, (ELEMENTS + PAD) * sizeof(elem)), "memory");
    check(cudaMalloc(&third, ELEMENTS * sizeof(elem)), "memory");
    check(cudaMalloc(&words, (GROUPS + 64) * sizeof(uint)), "memory");
    check(cudaMemcpy(in, host_in.data(), ELEMENTS * sizeof(elem), cudaMemcpyHostToDevice), "copy");
    locals();
    exchanges();
    return 0;
}
