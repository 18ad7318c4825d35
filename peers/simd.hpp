/* SPDX-License-Identifier: MIT */
/* The loops that OpenMP lets a compiler vectorise: scans and reductions of one operator each. */
#ifndef SIMD_HPP
#define SIMD_HPP

#include "peer.hpp"

namespace peer
{

#define PRAGMA(text) _Pragma(#text)

/* Each continues from `total` and returns what it becomes. */
#define SIMD_LOOPS(Operator, clause)                                                                    \
    template <class T> T simd_reduce(Operator<T> combine, const T *__restrict input, size_t n, T total) \
    {                                                                                                   \
        PRAGMA(omp simd reduction(clause : total))                                                      \
        for (size_t i = 0; i < n; i++)                                                                  \
            total = combine(total, input[i]);                                                           \
        return total;                                                                                   \
    }                                                                                                   \
    template <class T>                                                                                  \
    T simd_inclusive(Operator<T> combine, const T *__restrict input, T *__restrict output, size_t n,    \
                     T total)                                                                           \
    {                                                                                                   \
        PRAGMA(omp simd reduction(inscan, clause : total))                                              \
        for (size_t i = 0; i < n; i++) {                                                                \
            total = combine(total, input[i]);                                                           \
            PRAGMA(omp scan inclusive(total))                                                           \
            output[i] = total;                                                                          \
        }                                                                                               \
        return total;                                                                                   \
    }                                                                                                   \
    template <class T>                                                                                  \
    T simd_exclusive(Operator<T> combine, const T *__restrict input, T *__restrict output, size_t n,    \
                     T total)                                                                           \
    {                                                                                                   \
        PRAGMA(omp simd reduction(inscan, clause : total))                                              \
        for (size_t i = 0; i < n; i++) {                                                                \
            output[i] = total;                                                                          \
            PRAGMA(omp scan exclusive(total))                                                           \
            total = combine(total, input[i]);                                                           \
        }                                                                                               \
        return total;                                                                                   \
    }
SIMD_LOOPS(Sum, +)
SIMD_LOOPS(Product, *)
SIMD_LOOPS(Min, min)
SIMD_LOOPS(Max, max)

template <class T, class Operator>
T simd_scan(Operator combine, bool inclusive, const T *input, T *output, size_t n, T total)
{
    return inclusive ? simd_inclusive(combine, input, output, n, total)
                     : simd_exclusive(combine, input, output, n, total);
}

} // namespace peer

#endif
