/* SPDX-License-Identifier: MIT */
/* CUB: scans, reductions and selections in device memory. PEER_NAME is what its implementations are called,
 * as there may be those of two libraries beside each other. */
#include "cuda_peer.hpp"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <string>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

/* Those that CUB knows by name, for which it has kernels of its own tuning. */
using Plus = cuda::std::plus<>;
using Minimum = cuda::minimum<>;
using Maximum = cuda::maximum<>;

/* action(T{}, operator{}, identity) for the type and the operator of a point. */
template <class Action> static void with_operator(const scanbench_point *point, Action action)
{
    peer::with_operator(point, [&](auto zero, auto combine) {
        using T = decltype(zero);
        using Combine = decltype(combine);
        if constexpr (std::is_same_v<Combine, peer::Sum<T>>)
            action(zero, Plus{}, Combine::identity);
        else if constexpr (std::is_same_v<Combine, peer::Min<T>>)
            action(zero, Minimum{}, Combine::identity);
        else if constexpr (std::is_same_v<Combine, peer::Max<T>>)
            action(zero, Maximum{}, Combine::identity);
    });
}

/* What CUB is told: 32 bits index all that `supports` lets pass, and make the faster kernels. */
static uint32_t elements(const scanbench_run *run)
{
    return static_cast<uint32_t>(run->point->n);
}

static const char *supports(const scanbench_point *point)
{
    if (point->row_length > 0 &&
        (point->op != SCANBENCH_SUM || SCANBENCH_BIT(point->dtype) & peer::converted))
        return "its kernels for rows are built for sums of types that are not converted";
    return point->n <= UINT32_MAX ? nullptr : "its kernels are built for up to 2^32 - 1 elements";
}

template <class Joined> struct Widen {
    template <class T> __host__ __device__ Joined operator()(T value) const
    {
        return Joined(value);
    }
};

/* action(input, output, n) with an input that is as wide as the sums: so CUB is fastest. */
template <class Action> static void with_widened(const scanbench_run *run, Action action)
{
    peer::with_converted_type(run->point, [&](auto in, auto joined, auto out) {
        action(thrust::make_transform_iterator(static_cast<const decltype(in) *>(run->input),
                                               Widen<decltype(joined)>{}),
               static_cast<decltype(out) *>(run->output), elements(run));
    });
}

static cudaError_t scan_converted(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    with_widened(run, [&](auto input, auto output, uint32_t n) {
        status = run->point->mode == SCANBENCH_INCLUSIVE
                     ? cub::DeviceScan::InclusiveSum(storage, bytes, input, output, n, peer::stream(run))
                     : cub::DeviceScan::ExclusiveSum(storage, bytes, input, output, n, peer::stream(run));
    });
    return status;
}

static cudaError_t reduce_converted(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    with_widened(run, [&](auto input, auto output, uint32_t n) {
        status = cub::DeviceReduce::Sum(storage, bytes, input, output, n, peer::stream(run));
    });
    return status;
}

/* The row of an element; where a row begins, the last one's end being that of the array. */
struct RowOf {
    uint32_t length;
    __host__ __device__ uint32_t operator()(uint32_t element) const
    {
        return element / length;
    }
};

struct RowStart {
    uint64_t length, n;
    __host__ __device__ uint32_t operator()(uint32_t row) const
    {
        return static_cast<uint32_t>(row * length < n ? row * length : n);
    }
};

template <class Function> static auto from_zero(Function function)
{
    return thrust::make_transform_iterator(thrust::make_counting_iterator(0u), function);
}

static cudaError_t scan_rows(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    const uint64_t most = run->point->row_length < UINT32_MAX ? run->point->row_length : UINT32_MAX;
    const auto rows = from_zero(RowOf{static_cast<uint32_t>(most)});
    peer::with_type(run->point, [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        const uint32_t n = elements(run);
        const cuda::std::equal_to<> same;
        status = a.inclusive ? cub::DeviceScan::InclusiveSumByKey(storage, bytes, rows, a.input, a.output, n,
                                                                  same, peer::stream(run))
                             : cub::DeviceScan::ExclusiveSumByKey(storage, bytes, rows, a.input, a.output, n,
                                                                  same, peer::stream(run));
    });
    return status;
}

static cudaError_t reduce_rows(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    const uint64_t n = run->point->n, length = run->point->row_length;
    const auto starts = from_zero(RowStart{length, n});
    peer::with_type(run->point, [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        status =
            cub::DeviceSegmentedReduce::Sum(storage, bytes, a.input, a.output, n / length + (n % length != 0),
                                            starts, starts + 1, peer::stream(run));
    });
    return status;
}

static cudaError_t scan(const scanbench_run *run, void *storage, size_t &bytes)
{
    if (SCANBENCH_BIT(run->point->dtype) & peer::converted)
        return scan_converted(run, storage, bytes);
    if (run->point->row_length > 0)
        return scan_rows(run, storage, bytes);
    cudaError_t status = cudaErrorNotSupported;
    with_operator(run->point, [&](auto zero, auto combine, auto identity) {
        const peer::Arrays<decltype(zero)> a(run);
        status = a.inclusive ? cub::DeviceScan::InclusiveScan(storage, bytes, a.input, a.output, combine,
                                                              elements(run), peer::stream(run))
                             : cub::DeviceScan::ExclusiveScan(storage, bytes, a.input, a.output, combine,
                                                              identity, elements(run), peer::stream(run));
    });
    return status;
}

static cudaError_t reduce(const scanbench_run *run, void *storage, size_t &bytes)
{
    if (SCANBENCH_BIT(run->point->dtype) & peer::converted)
        return reduce_converted(run, storage, bytes);
    if (run->point->row_length > 0)
        return reduce_rows(run, storage, bytes);
    cudaError_t status = cudaErrorNotSupported;
    with_operator(run->point, [&](auto zero, auto combine, auto identity) {
        const peer::Arrays<decltype(zero)> a(run);
        status = cub::DeviceReduce::Reduce(storage, bytes, a.input, a.output, elements(run), combine,
                                           identity, peer::stream(run));
    });
    return status;
}

/* A pair is made of both inputs as they are read, and its value alone is written: 3 elements, where pairs in
 * memory are 4. On an H200 that takes a tenth less time of CUB 13.0, a seventh less of CCCL's main of
 * 2026-08. */
template <class Rule> struct PairOf {
    peer::Chain<Rule> chain;
    __host__ __device__ typename Rule::Pair operator()(uint32_t i) const
    {
        return chain[i];
    }
};

template <class Rule> struct ValueOf {
    __host__ __device__ typename Rule::Value operator()(typename Rule::Pair pair) const
    {
        return pair.value;
    }
};

static cudaError_t recurrence(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    peer::with_chain<peer::Recurrence>(run, [&](auto rule, auto chain) {
        using Rule = decltype(rule);
        status = cub::DeviceScan::InclusiveScanInit(
            storage, bytes, from_zero(PairOf<Rule>{chain}),
            thrust::make_transform_output_iterator(chain.output, ValueOf<Rule>{}), rule, chain.initial,
            elements(run), peer::stream(run));
    });
    return status;
}

/* Heads are the keys: one that is none equals the one before it. On an H200 a scan of pairs of a head and a
 * sum takes 1.5 times as long with CCCL's main of 2026-08, and 3.1 times with CUB 13.0. */
struct NoHead {
    __host__ __device__ bool operator()(uint8_t, uint8_t key) const
    {
        return key == 0;
    }
};

static cudaError_t segments(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    peer::with_chain<peer::Segments>(run, [&](auto, auto chain) {
        status = cub::DeviceScan::InclusiveSumByKey(storage, bytes, chain.second, chain.input, chain.output,
                                                    elements(run), NoHead{}, peer::stream(run));
    });
    return status;
}

struct Positive {
    template <class T> __device__ bool operator()(T value) const
    {
        return value > 0;
    }
};

static cudaError_t select(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    peer::with_type(run->point, [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        status = cub::DeviceSelect::If(storage, bytes, a.input, a.output, run->count, elements(run),
                                       Positive{}, peer::stream(run));
    });
    return status;
}

#if CCCL_VERSION >= 3005000
#define HAS_DETERMINISTIC_SCAN 1
#include <cuda/execution>
#include <cuda/memory_resource>
#include <cuda/stream>

/* What CUB allocates is what prepare has allocated: where that is nothing, it is asked how much it would be.
 */
struct Storage {
    void *storage;
    size_t *bytes;
    void *allocate(cuda::stream_ref, size_t wanted, size_t) const
    {
        *bytes = wanted;
        return storage;
    }
    void deallocate(cuda::stream_ref, void *, size_t, size_t) const
    {
    }
    void *allocate_sync(size_t wanted, size_t) const
    {
        *bytes = wanted;
        return storage;
    }
    void deallocate_sync(void *, size_t, size_t) const
    {
    }
    bool operator==(const Storage &other) const
    {
        return storage == other.storage;
    }
    bool operator!=(const Storage &other) const
    {
        return !(*this == other);
    }
    friend void get_property(const Storage &, cuda::mr::device_accessible)
    {
    }
};

static cudaError_t scan_deterministic(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    const auto scan = [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        const auto env = cuda::std::execution::env{
            cuda::stream_ref{peer::stream(run)},
            cuda::std::execution::prop{cuda::mr::get_memory_resource_t{}, Storage{storage, &bytes}},
            cuda::execution::require(cuda::execution::determinism::run_to_run)};
        status = a.inclusive
                     ? cub::DeviceScan::InclusiveScan(a.input, a.output, Plus{}, elements(run), env)
                     : cub::DeviceScan::ExclusiveScan(a.input, a.output, Plus{}, zero, elements(run), env);
    };
    if (run->point->dtype == SCANBENCH_F32)
        scan(float());
    else
        scan(double());
    return status;
}
#endif

constexpr uint32_t ops =
    SCANBENCH_BIT(SCANBENCH_SUM) | SCANBENCH_BIT(SCANBENCH_MIN) | SCANBENCH_BIT(SCANBENCH_MAX);

template <peer::Call call>
static scanbench_implementation declare(scanbench_primitive primitive, const char *name, const char *summary)
{
    auto declared = peer::declare_on_device<call>(primitive, name, summary, "NVIDIA CCCL");
    declared.supports = supports;
    declared.ops = declared.ops ? ops : 0;
    return declared;
}

#ifdef HAS_DETERMINISTIC_SCAN
static scanbench_implementation declare_deterministic()
{
    auto declared = declare<scan_deterministic>(
        SCANBENCH_SCAN, "peer/" PEER_NAME "/scan-run-to-run",
        "cub::DeviceScan with determinism run_to_run: floats have the same bits in every run");
    declared.dtypes = peer::floats;
    declared.ops = SCANBENCH_BIT(SCANBENCH_SUM);
    return declared;
}
#endif

static const scanbench_implementation implementations[] = {
    peer::with_converted(peer::with_rows(declare<scan>(SCANBENCH_SCAN, "peer/" PEER_NAME "/scan",
                                                       "cub::DeviceScan: single pass, decoupled look-back; "
                                                       "rows by key, narrow input widened as it is read"))),
    peer::with_converted(peer::with_rows(declare<reduce>(
        SCANBENCH_REDUCE, "peer/" PEER_NAME "/reduce",
        "cub::DeviceReduce, along rows cub::DeviceSegmentedReduce; narrow input widened as it is read"))),
    declare<select>(SCANBENCH_COMPACT, "peer/" PEER_NAME "/select", "cub::DeviceSelect::If"),
    peer::with_pairs<peer::Recurrence>(declare<recurrence>(
        SCANBENCH_RECURRENCE, "peer/" PEER_NAME "/recurrence",
        "cub::DeviceScan::InclusiveScanInit: pairs made as they are read, values alone written")),
    peer::with_pairs<peer::Segments>(
        declare<segments>(SCANBENCH_SEGMENTED_SCAN, "peer/" PEER_NAME "/segmented-scan",
                          "cub::DeviceScan::InclusiveSumByKey, heads as keys that are not alike")),
#ifdef HAS_DETERMINISTIC_SCAN
    declare_deterministic(),
#endif
};
static const std::string version =
    std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
    std::to_string(CUB_SUBMINOR_VERSION) + ", CUDA " + std::to_string(CUDART_VERSION / 1000) + "." +
    std::to_string(CUDART_VERSION % 1000 / 10);
PEER_PLUGIN(PEER_NAME, version.c_str(), implementations)
