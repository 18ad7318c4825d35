/* SPDX-License-Identifier: MIT */
/* A plugin in the memory of an NVIDIA GPU: a sum, and a running sum by one block, which is right and slow. */
#include <scanbench.h>

#include <cuda_runtime.h>

enum { THREADS = 256, BLOCKS = 1024 };

/* Every thread adds what it walks over, every warp its threads' sums to the result. */
__global__ void add_up(const uint32_t *input, uint32_t *output, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = size_t(blockIdx.x) * THREADS + threadIdx.x; i < n; i += size_t(gridDim.x) * THREADS)
        sum += input[i];
    for (int by = 16; by > 0; by /= 2)
        sum += __shfl_down_sync(~0u, sum, by);
    if (threadIdx.x % 32 == 0)
        atomicAdd(output, sum);
}

/* Tile by tile, and in a tile each thread adds what is 1, 2, 4, … before it. */
__global__ void scan_tiles(const uint32_t *input, uint32_t *output, size_t n)
{
    __shared__ uint32_t sums[THREADS];
    uint32_t before = 0;
    for (size_t first = 0; first < n; first += THREADS) {
        const size_t i = first + threadIdx.x;
        sums[threadIdx.x] = i < n ? input[i] : 0;
        for (unsigned by = 1; by < THREADS; by *= 2) {
            __syncthreads();
            const uint32_t left = threadIdx.x >= by ? sums[threadIdx.x - by] : 0;
            __syncthreads();
            sums[threadIdx.x] += left;
        }
        __syncthreads();
        if (i < n)
            output[i] = before + sums[threadIdx.x];
        before += sums[THREADS - 1];
        __syncthreads();
    }
}

static void note(const struct scanbench_run *run, cudaError_t status)
{
    if (status != cudaSuccess)
        run->fail(run, cudaGetErrorString(status));
}

/* All of it goes into the stream, and nobody waits: scanbench times the stream. */
static void reduce_run(const struct scanbench_run *run)
{
    const cudaStream_t stream = static_cast<cudaStream_t>(run->device->stream);
    note(run, cudaMemsetAsync(run->output, 0, sizeof(uint32_t), stream));
    add_up<<<BLOCKS, THREADS, 0, stream>>>(static_cast<const uint32_t *>(run->input),
                                           static_cast<uint32_t *>(run->output), run->point->n);
    note(run, cudaGetLastError());
}

static void scan_run(const struct scanbench_run *run)
{
    const cudaStream_t stream = static_cast<cudaStream_t>(run->device->stream);
    scan_tiles<<<1, THREADS, 0, stream>>>(static_cast<const uint32_t *>(run->input),
                                          static_cast<uint32_t *>(run->output), run->point->n);
    note(run, cudaGetLastError());
}

static scanbench_implementation declare(const char *name, const char *summary, scanbench_primitive primitive,
                                        void (*run)(const struct scanbench_run *))
{
    scanbench_implementation declared = {};
    declared.name = name;
    declared.summary = summary;
    declared.source = "scanbench";
    declared.primitive = primitive;
    declared.dtypes = SCANBENCH_BIT(SCANBENCH_U32);
    declared.ops = SCANBENCH_BIT(SCANBENCH_SUM);
    declared.modes = primitive == SCANBENCH_SCAN ? SCANBENCH_BIT(SCANBENCH_INCLUSIVE) : 0;
    declared.memory = SCANBENCH_CUDA_MEMORY;
    declared.operations = 2;
    declared.run = run;
    return declared;
}

static const scanbench_implementation implementations[] = {
    declare("example/add-up", "threads walk over all, warps add to the result", SCANBENCH_REDUCE, reduce_run),
    declare("example/one-block", "one block, tile by tile", SCANBENCH_SCAN, scan_run),
};
const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, "example-gpu", "1", nullptr, 2,
                                                  implementations};
