/* SPDX-License-Identifier: MIT */
/* OpenBLAS: dot products. No sums: asum sums magnitudes, and so does ssum, which is OpenBLAS's own, in 0.3.21
 * on CPUs with AVX-512. */
#include "peer.hpp"

#include <cblas.h>
#include <limits>

static void use_threads(const scanbench_run *run)
{
    if (openblas_get_num_threads() != int(run->workers))
        openblas_set_num_threads(int(run->workers));
}

static void dot(const scanbench_run *run)
{
    const auto n = static_cast<blasint>(run->point->n);
    use_threads(run);
    if (run->point->dtype == SCANBENCH_F32) {
        const peer::Arrays<float> a(run);
        *a.output = cblas_sdot(n, a.input, 1, a.second, 1);
    } else {
        const peer::Arrays<double> a(run);
        *a.output = cblas_ddot(n, a.input, 1, a.second, 1);
    }
}

/* OpenBLAS starts its threads when it has work for them; they may run on all CPUs of the point. */
static const char *prepare(const scanbench_run *run, void **)
{
    const peer::Widened widened(run);
    static const double ones[1 << 16] = {1};
    use_threads(run);
    return cblas_ddot(1 << 16, ones, 1, ones, 1) == 1 ? nullptr : "OpenBLAS computes a wrong dot product";
}

static const char *supports(const scanbench_point *point)
{
    return point->n <= uint64_t(std::numeric_limits<blasint>::max()) ? nullptr
                                                                     : "n is greater than a blasint";
}

static scanbench_implementation declare_dot()
{
    auto declared = peer::declare_parallel(
        peer::declare(SCANBENCH_DOT, "peer/openblas/dot", "cblas_sdot, cblas_ddot", "OpenBLAS", dot), prepare,
        nullptr);
    declared.dtypes = peer::floats;
    declared.ops = 0;
    declared.supports = supports;
    return declared;
}

static const scanbench_implementation implementations[] = {declare_dot()};
PEER_PLUGIN("openblas", OPENBLAS_VERSION, implementations)
