/* SPDX-License-Identifier: MIT */
/* OpenBLAS: dot products, and sums of elements, which it has beside BLAS (asum sums magnitudes). */
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

static void sum(const scanbench_run *run)
{
    const auto n = static_cast<blasint>(run->point->n);
    use_threads(run);
    if (run->point->dtype == SCANBENCH_F32) {
        const peer::Arrays<float> a(run);
        *a.output = cblas_ssum(n, a.input, 1);
    } else {
        const peer::Arrays<double> a(run);
        *a.output = cblas_dsum(n, a.input, 1);
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

static scanbench_implementation declare(scanbench_primitive primitive, const char *name, const char *summary,
                                        peer::Run run)
{
    auto declared =
        peer::declare_parallel(peer::declare(primitive, name, summary, "OpenBLAS", run), prepare, nullptr);
    declared.dtypes = peer::floats;
    declared.ops = primitive == SCANBENCH_REDUCE ? SCANBENCH_BIT(SCANBENCH_SUM) : 0;
    declared.supports = supports;
    return declared;
}

static const scanbench_implementation implementations[] = {
    declare(SCANBENCH_DOT, "peer/openblas/dot", "cblas_sdot, cblas_ddot", dot),
    declare(SCANBENCH_REDUCE, "peer/openblas/sum", "cblas_ssum, cblas_dsum", sum),
};
PEER_PLUGIN("openblas", OPENBLAS_VERSION, implementations)
