/* SPDX-License-Identifier: MIT */
/* Sums along rows with CUB, in each of the ways that it has: by key, by segments whose offsets are computed,
 * and by segments of one size. */
#ifndef CUB_ROWS_HPP
#define CUB_ROWS_HPP

#include "cuda_peer.hpp"

#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#if __has_include(<cub/device/device_segmented_scan.cuh>)
#define HAS_SEGMENTED_SCAN 1
#include <cub/device/device_segmented_scan.cuh>
#endif
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

/* What CUB is told: 32 bits index all that `supports` lets pass, and make the faster kernels. */
static uint32_t elements(const scanbench_run *run)
{
    return static_cast<uint32_t>(run->point->n);
}

template <class Function> static auto from_zero(Function function)
{
    return thrust::make_transform_iterator(thrust::make_counting_iterator(0u), function);
}

static const char *supports_length(const scanbench_point *point)
{
    return point->n <= UINT32_MAX ? nullptr : "its kernels are built for up to 2^32 - 1 elements";
}

static const char *supports_rows(const scanbench_point *point)
{
    return point->row_length == 0 ? "it takes rows alone: row_length must not be 0" : supports_length(point);
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

static auto row_starts(const scanbench_point *point)
{
    return from_zero(RowStart{point->row_length, point->n});
}

static int64_t row_count(const scanbench_point *point)
{
    return static_cast<int64_t>(point->n / point->row_length + (point->n % point->row_length != 0));
}

static cudaError_t scan_by_key(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    const uint64_t most = run->point->row_length < UINT32_MAX ? run->point->row_length : UINT32_MAX;
    const auto rows = from_zero(RowOf{static_cast<uint32_t>(most)});
    peer::with_arithmetic_type(run->point, [&](auto zero) {
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

#ifdef HAS_SEGMENTED_SCAN
static cudaError_t scan_segmented(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    const auto starts = row_starts(run->point);
    const int64_t rows = row_count(run->point);
    peer::with_arithmetic_type(run->point, [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        status = a.inclusive
                     ? cub::DeviceSegmentedScan::InclusiveSegmentedSum(
                           storage, bytes, a.input, a.output, starts, starts + 1, rows, peer::stream(run))
                     : cub::DeviceSegmentedScan::ExclusiveSegmentedSum(
                           storage, bytes, a.input, a.output, starts, starts + 1, rows, peer::stream(run));
    });
    return status;
}
#endif

static cudaError_t reduce_segmented(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    const auto starts = row_starts(run->point);
    peer::with_arithmetic_type(run->point, [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        status = cub::DeviceSegmentedReduce::Sum(storage, bytes, a.input, a.output, row_count(run->point),
                                                 starts, starts + 1, peer::stream(run));
    });
    return status;
}

#if CCCL_VERSION >= 3002000
#define HAS_FIXED_SIZE 1

/* One row that is longer than the array has the size of the array. */
static uint64_t segment_size(const scanbench_point *point)
{
    return point->row_length < point->n ? point->row_length : point->n;
}

static const char *supports_fixed_size(const scanbench_point *point)
{
    const char *const refusal = supports_rows(point);
    if (refusal)
        return refusal;
    if (segment_size(point) > INT32_MAX)
        return "its segments have up to 2^31 - 1 elements";
    return point->n > 0 && point->n % segment_size(point) != 0
               ? "its segments have one size: the last row must be as long as the others"
               : nullptr;
}

static cudaError_t reduce_fixed_size(const scanbench_run *run, void *storage, size_t &bytes)
{
    cudaError_t status = cudaErrorNotSupported;
    peer::with_arithmetic_type(run->point, [&](auto zero) {
        const peer::Arrays<decltype(zero)> a(run);
        status =
            cub::DeviceSegmentedReduce::Sum(storage, bytes, a.input, a.output, row_count(run->point),
                                            static_cast<int>(segment_size(run->point)), peer::stream(run));
    });
    return status;
}
#endif

#endif
