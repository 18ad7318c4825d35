/* SPDX-License-Identifier: MIT */
/* cuBLAS: dot products in device memory, whose result stays there. */
#include "cuda_peer.hpp"

#include <cublas_v2.h>

static const char *prepare(const scanbench_run *run, void **state)
{
    cublasHandle_t handle;
    cublasStatus_t status = cublasCreate(&handle);
    if (status != CUBLAS_STATUS_SUCCESS)
        return cublasGetStatusString(status);
    status = cublasSetStream(handle, peer::stream(run));
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    *state = handle;
    if (status == CUBLAS_STATUS_SUCCESS)
        return nullptr;
    cublasDestroy(handle);
    return cublasGetStatusString(status);
}

static void finish(void *handle)
{
    cublasDestroy(static_cast<cublasHandle_t>(handle));
}

static cublasStatus_t enqueue(const scanbench_run *run)
{
    auto *const handle = static_cast<cublasHandle_t>(run->state);
    const auto n = static_cast<int64_t>(run->point->n);
    if (run->point->dtype == SCANBENCH_F32) {
        const peer::Arrays<float> a(run);
        return cublasSdot_64(handle, n, a.input, 1, a.second, 1, a.output);
    }
    const peer::Arrays<double> a(run);
    return cublasDdot_64(handle, n, a.input, 1, a.second, 1, a.output);
}

static void dot(const scanbench_run *run)
{
    const cublasStatus_t status = enqueue(run);
    if (status != CUBLAS_STATUS_SUCCESS)
        run->fail(run, cublasGetStatusString(status));
}

static scanbench_implementation declare()
{
    auto declared =
        peer::declare(SCANBENCH_DOT, "peer/cublas/dot", "cublasSdot, cublasDdot", "NVIDIA cuBLAS", dot);
    declared.dtypes = peer::floats;
    declared.memory = SCANBENCH_CUDA_MEMORY;
    declared.operations = peer::operations;
    declared.prepare = prepare;
    declared.finish = finish;
    return declared;
}

static const scanbench_implementation implementations[] = {declare()};
PEER_PLUGIN("cublas",
            PEER_TEXT(CUBLAS_VER_MAJOR) "." PEER_TEXT(CUBLAS_VER_MINOR) "." PEER_TEXT(CUBLAS_VER_PATCH),
            implementations)
