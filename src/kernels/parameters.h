/* SPDX-License-Identifier: MIT */
/* The parameters of kernels as lists that each dialect walks. */
#pragma once

/* A list of up to twelve parameters, each a (kind, type, name): DO(index, kind, type, name) for every one. */
#define EACH_PARAMETER(DO, ...) \
    EACH_PICK_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)(DO, __VA_ARGS__)
#define EACH_PICK_(a, b, c, d, e, f, g, h, i, j, k, l, count, ...) EACH_##count##_
#define EACH_1_(DO, a) EACH_CALL_(DO, 0, UNTUPLE_ a)
#define EACH_2_(DO, a, b) EACH_1_(DO, a) EACH_CALL_(DO, 1, UNTUPLE_ b)
#define EACH_3_(DO, a, b, c) EACH_2_(DO, a, b) EACH_CALL_(DO, 2, UNTUPLE_ c)
#define EACH_4_(DO, a, b, c, d) EACH_3_(DO, a, b, c) EACH_CALL_(DO, 3, UNTUPLE_ d)
#define EACH_5_(DO, a, b, c, d, e) EACH_4_(DO, a, b, c, d) EACH_CALL_(DO, 4, UNTUPLE_ e)
#define EACH_6_(DO, a, b, c, d, e, f) EACH_5_(DO, a, b, c, d, e) EACH_CALL_(DO, 5, UNTUPLE_ f)
#define EACH_7_(DO, a, b, c, d, e, f, g) EACH_6_(DO, a, b, c, d, e, f) EACH_CALL_(DO, 6, UNTUPLE_ g)
#define EACH_8_(DO, a, b, c, d, e, f, g, h) EACH_7_(DO, a, b, c, d, e, f, g) EACH_CALL_(DO, 7, UNTUPLE_ h)
#define EACH_9_(DO, a, b, c, d, e, f, g, h, i) \
    EACH_8_(DO, a, b, c, d, e, f, g, h) EACH_CALL_(DO, 8, UNTUPLE_ i)
#define EACH_10_(DO, a, b, c, d, e, f, g, h, i, j) \
    EACH_9_(DO, a, b, c, d, e, f, g, h, i) EACH_CALL_(DO, 9, UNTUPLE_ j)
#define EACH_11_(DO, a, b, c, d, e, f, g, h, i, j, k) \
    EACH_10_(DO, a, b, c, d, e, f, g, h, i, j) EACH_CALL_(DO, 10, UNTUPLE_ k)
#define EACH_12_(DO, a, b, c, d, e, f, g, h, i, j, k, l) \
    EACH_11_(DO, a, b, c, d, e, f, g, h, i, j, k) EACH_CALL_(DO, 11, UNTUPLE_ l)
#define UNTUPLE_(...) __VA_ARGS__
#define EACH_CALL_(DO, ...) DO(__VA_ARGS__)

/* What a parameter may be: a buffer read, a buffer written, words that groups exchange, a plain value; of a
 * part of a kernel also a private or a shared array of its caller, or its ring of tiles and what lies beside
 * them. */
#define IN(type, name) (BUFFER_IN, type, name)
#define OUT(type, name) (BUFFER_OUT, type, name)
#define EXCHANGE(type, name) (BUFFER_EXCHANGE, type, name)
#define VALUE(type, name) (BY_VALUE, type, name)
#define PRIVATE_REF(type, name) (REFERENCE_PRIVATE, type, name)
#define SHARED_REF(type, name) (REFERENCE_SHARED, type, name)
#define RING_REF(name) (REFERENCE_RING, elem, name)
#define BESIDE_REF(name) (REFERENCE_BESIDE, elem, name)

/* The parameters as they are declared, a comma before each. The dialect defines what they are declared with:
 * DEVICE_MEMORY and SHARED_MEMORY, where it names address spaces, and RESTRICT of buffers and
 * RESTRICT_REFERENCE, where the compiler is to know that nothing else leads to what a parameter leads to. */
#define DECLARED(...) EACH_PARAMETER(DECLARE_, __VA_ARGS__)
#define DECLARE_(index, kind, type, name) , DECLARE_##kind(type, name)
#define DECLARE_BUFFER_IN(type, name) DEVICE_MEMORY const type *RESTRICT name
#define DECLARE_BUFFER_OUT(type, name) DEVICE_MEMORY type *RESTRICT name
#define DECLARE_BUFFER_EXCHANGE(type, name) DEVICE_MEMORY type *name
#define DECLARE_BY_VALUE(type, name) const type name
#define DECLARE_REFERENCE_PRIVATE(type, name) type *RESTRICT_REFERENCE name
#define DECLARE_REFERENCE_SHARED(type, name) SHARED_MEMORY type *RESTRICT_REFERENCE name
#define DECLARE_REFERENCE_RING(type, name) RING_OF(type) name
#define DECLARE_REFERENCE_BESIDE(type, name) BESIDE_OF(type) name
