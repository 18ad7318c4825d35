/* SPDX-License-Identifier: MIT */
/* The compiler's own header of vector instructions for the ISA that a file is compiled for.
 *
 * immintrin.h declares those of every ISA that there is: with gcc it costs 0.3 s in each kernel file for
 * AVX2. Where it is known what it is made of, only what these ISAs have is included: the guard is what its
 * parts ask for. */
#pragma once

#if !defined __x86_64__
#include <arm_neon.h>
#elif !defined __AVX__
#include <nmmintrin.h>
#elif !defined __clang__ && __GNUC__ <= 13
#include <nmmintrin.h>
#ifndef _IMMINTRIN_H_INCLUDED
#define _IMMINTRIN_H_INCLUDED
#include <avxintrin.h>

#include <avx2intrin.h>

#include <f16cintrin.h>

#include <fmaintrin.h>
#if defined __AVX512F__
#include <avx512fintrin.h>

#include <avx512vlintrin.h>

#include <avx512bwintrin.h>

#include <avx512dqintrin.h>

#include <avx512vbmi2intrin.h>
#endif
#endif
#else
#include <immintrin.h>
#endif
