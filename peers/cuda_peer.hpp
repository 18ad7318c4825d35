/* SPDX-License-Identifier: MIT */
/* What the peers in the memory of an NVIDIA GPU share: calls that first say how much storage they want, and
 * how they fail. */
#ifndef CUDA_PEER_HPP
#define CUDA_PEER_HPP

#include "peer.hpp"

#include <cuda_runtime.h>

namespace peer
{

/* Enqueue the work of a run; with no storage, set the bytes that it wants of it instead. */
using Call = cudaError_t (*)(const scanbench_run *run, void *storage, size_t &bytes);

/* More than any of them enqueues: what initialises, what computes, what follows it up. */
constexpr uint32_t operations = 4;

inline cudaStream_t stream(const scanbench_run *run)
{
    return static_cast<cudaStream_t>(run->device->stream);
}

/* What prepare leaves. */
struct DeviceStorage {
    void *memory;
    size_t bytes;
};

template <Call call> const char *prepare_on_device(const scanbench_run *run, void **state)
{
    DeviceStorage storage = {};
    cudaError_t status = call(run, nullptr, storage.bytes);
    if (status == cudaSuccess)
        status = cudaMalloc(&storage.memory, storage.bytes > 0 ? storage.bytes : 1);
    if (status != cudaSuccess)
        return cudaGetErrorString(status);
    *state = new DeviceStorage(storage);
    return nullptr;
}

template <Call call> void run_on_device(const scanbench_run *run)
{
    const auto *const storage = static_cast<const DeviceStorage *>(run->state);
    size_t bytes = storage->bytes;
    const cudaError_t status = call(run, storage->memory, bytes);
    if (status != cudaSuccess)
        run->fail(run, cudaGetErrorString(status));
}

inline void finish_on_device(void *state)
{
    auto *const storage = static_cast<DeviceStorage *>(state);
    cudaFree(storage->memory);
    delete storage;
}

template <Call call>
scanbench_implementation declare_on_device(scanbench_primitive primitive, const char *name,
                                           const char *summary, const char *source)
{
    auto declared = declare(primitive, name, summary, source, run_on_device<call>);
    declared.flags = 0;
    declared.memory = SCANBENCH_CUDA_MEMORY;
    declared.operations = operations;
    declared.prepare = prepare_on_device<call>;
    declared.finish = finish_on_device;
    return declared;
}

} // namespace peer

#endif
