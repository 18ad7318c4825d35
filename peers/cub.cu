/* SPDX-License-Identifier: MIT */
/* CUB: scans, reductions and selections in device memory. PEER_NAME is what its implementations are called,
 * as there may be those of two libraries beside each other. */
#include "cub_rows.hpp"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <string>
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

/* What is not for rows may have one, which is all of the array. */
static const char *supports(const scanbench_point *point)
{
    if (point->row_length > 0 && (point->n == 0 || point->row_length < point->n))
        return "it takes the whole array: for rows name the implementation that takes them, as list shows";
    return supports_length(point);
}

template <class Joined> struct Widen {
    template <class T> __host__ __device__ Joined operator()(T value) const
    {
        return Joined(value);
    }
};

/* The nearest number, of two such the even one. */
struct NarrowToF16 {
    __host__ __device__ __half operator()(float value) const
    {
        return __float2half_rn(value);
    }
};

struct NarrowToBf16 {
    __host__ __device__ __nv_bfloat16 operator()(float value) const
    {
        return __float2bfloat16_rn(value);
    }
};

constexpr uint32_t narrow = peer::converted | SCANBENCH_BIT(SCANBENCH_F16) | SCANBENCH_BIT(SCANBENCH_BF16);

template <class T, class Joined> static auto widened(const scanbench_run *run, Joined)
{
    return thrust::make_transform_iterator(static_cast<const T *>(run->input), Widen<Joined>{});
}

template <class T, class Narrow> static auto narrowed(const scanbench_run *run, Narrow narrow_one)
{
    return thrust::make_transform_output_iterator(static_cast<T *>(run->output), narrow_one);
}

/* action(input, output, zero) with an input that is as wide as the sums: so CUB is fastest. */
template <class Action> static void with_widened(const scanbench_run *run, Action action)
{
    if (run->point->dtype == SCANBENCH_F16)
        return action(widened<__half>(run, 0.0f), narrowed<__half>(run, NarrowToF16{}), 0.0f);
    if (run->point->dtype == SCANBENCH_BF16)
        return action(widened<__nv_bfloat16>(run, 0.0f), narrowed<__nv_bfloat16>(run, NarrowToBf16{}), 0.0f);
    peer::with_converted_type(run->point, [&](auto in, auto joined, auto out) {
        action(widened<decltype(in)>(run, joined), static_cast<decltype(out) *>(run->output), joined);
    });
}

static cudaError_t scan_converted(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    with_widened(run, [&](auto input, auto output, auto) {
        const uint32_t n = elements(run);
        status = run->point->mode == SCANBENCH_INCLUSIVE
                     ? cub::DeviceScan::InclusiveSum(storage, bytes, input, output, n, peer::stream(run))
                     : cub::DeviceScan::ExclusiveSum(storage, bytes, input, output, n, peer::stream(run));
    });
    return status;
}

static cudaError_t reduce_converted(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    with_widened(run, [&](auto input, auto output, auto zero) {
        status = cub::DeviceReduce::Reduce(storage, bytes, input, output, elements(run), Plus{}, zero,
                                           peer::stream(run));
    });
    return status;
}

static cudaError_t scan(const scanbench_run *run, void *storage, size_t &bytes)
{
    if (SCANBENCH_BIT(run->point->dtype) & narrow)
        return scan_converted(run, storage, bytes);
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
    if (SCANBENCH_BIT(run->point->dtype) & narrow)
        return reduce_converted(run, storage, bytes);
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

/* All of the array, or rows that are. */
template <peer::Call call>
static scanbench_implementation declare_whole(scanbench_primitive primitive, const char *name,
                                              const char *summary)
{
    auto declared = peer::with_rows(declare<call>(primitive, name, summary));
    declared.dtypes |= narrow;
    return declared;
}

template <peer::Call call>
static scanbench_implementation declare_rows(scanbench_primitive primitive, const char *name,
                                             const char *summary)
{
    auto declared = peer::with_rows(declare<call>(primitive, name, summary));
    declared.supports = supports_rows;
    declared.ops = SCANBENCH_BIT(SCANBENCH_SUM);
    return declared;
}

#ifdef HAS_FIXED_SIZE
static scanbench_implementation declare_fixed_size()
{
    auto declared = declare_rows<reduce_fixed_size>(
        SCANBENCH_REDUCE, "peer/" PEER_NAME "/reduce-fixed-size",
        "cub::DeviceSegmentedReduce along rows, which are segments of one size");
    declared.supports = supports_fixed_size;
    return declared;
}
#endif

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
    declare_whole<scan>(SCANBENCH_SCAN, "peer/" PEER_NAME "/scan",
                        "cub::DeviceScan: single pass, decoupled look-back; narrow input widened as it is "
                        "read, f16 and bf16 narrowed as they are written"),
    declare_rows<scan_by_key>(SCANBENCH_SCAN, "peer/" PEER_NAME "/scan-by-key",
                              "cub::DeviceScan by key along rows: the key is the number of the row"),
#ifdef HAS_SEGMENTED_SCAN
    declare_rows<scan_segmented>(SCANBENCH_SCAN, "peer/" PEER_NAME "/scan-segmented",
                                 "cub::DeviceSegmentedScan along rows, whose offsets are computed"),
#endif
    declare_whole<reduce>(SCANBENCH_REDUCE, "peer/" PEER_NAME "/reduce",
                          "cub::DeviceReduce; narrow input widened as it is read, f16 and bf16 narrowed as "
                          "they are written"),
    declare_rows<reduce_segmented>(SCANBENCH_REDUCE, "peer/" PEER_NAME "/reduce-segmented",
                                   "cub::DeviceSegmentedReduce along rows, whose offsets are computed"),
#ifdef HAS_FIXED_SIZE
    declare_fixed_size(),
#endif
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
