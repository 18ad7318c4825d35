/* SPDX-License-Identifier: MIT */
/* The loops that OpenMP lets a compiler vectorise: scans and reductions of one operator each. */
#ifndef SIMD_HPP
#define SIMD_HPP

#include "peer.hpp"

namespace peer
{

#define PRAGMA(text) _Pragma(#text)

/* Each continues from `total` and returns what it becomes. Elements may be narrower than that. */
#define SIMD_LOOPS(Operator, clause)                                                                    \
    template <class T, class In>                                                                        \
    T simd_reduce(Operator<T> combine, const In *__restrict input, size_t n, T total)                   \
    {                                                                                                   \
        PRAGMA(omp simd reduction(clause : total))                                                      \
        for (size_t i = 0; i < n; i++)                                                                  \
            total = combine(total, input[i]);                                                           \
        return total;                                                                                   \
    }                                                                                                   \
    template <class T, class In, class Out>                                                             \
    T simd_inclusive(Operator<T> combine, const In *__restrict input, Out *__restrict output, size_t n, \
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
    template <class T, class In, class Out>                                                             \
    T simd_exclusive(Operator<T> combine, const In *__restrict input, Out *__restrict output, size_t n, \
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

/* The elements from `first` on. */
template <class Operator, class T, class In, class Out>
T simd_scan(Operator combine, const Arrays<T, In, Out> &a, size_t first, size_t n, T total)
{
    return a.inclusive ? simd_inclusive(combine, a.input + first, a.output + first, n, total)
                       : simd_exclusive(combine, a.input + first, a.output + first, n, total);
}

} // namespace peer

#endif
