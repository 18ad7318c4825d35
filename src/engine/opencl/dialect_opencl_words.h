/* SPDX-License-Identifier: MIT */
/* The words that the groups of one launch exchange, and the fence of the whole device: atomics of OpenCL
 * C 2.0 where EXCHANGES is 1, plain ones where no kernel that exchanges any is launched. For
 * dialect_opencl.h. */
#pragma once

#define ATOMIC_LOAD(buffer, i) word_load(&(buffer)[i], false)
#define ATOMIC_LOAD_ACQUIRE(buffer, i) word_load(&(buffer)[i], true)
#define ATOMIC_STORE(buffer, i, value) word_store(&(buffer)[i], value, false)
#define ATOMIC_STORE_RELEASE(buffer, i, value) word_store(&(buffer)[i], value, true)
#define ATOMIC_ADD(buffer, i, value) word_add(&(buffer)[i], value)
#define ATOMIC_EXCHANGE(buffer, i, value) word_exchange(&(buffer)[i], value)
#define ATOMIC_CAS(buffer, i, expected, desired) word_cas(&(buffer)[i], expected, desired)
#define POLL ((void)0)

#define OVERLOADED __attribute__((overloadable))
#if EXCHANGES
#define DEVICE_FENCE atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device)
#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
/* The word as an atomic one, what is given, and how. */
#define WORD_(type, ...) ((volatile __global atomic_##type *)word, __VA_ARGS__, memory_scope_device)
#define LOAD_WORD(type, order) atomic_load_explicit WORD_(type, order)
#define STORE_WORD(type, order) atomic_store_explicit WORD_(type, value, order)
#define ADD_WORD(type) atomic_fetch_add_explicit WORD_(type, value, memory_order_relaxed)
#define EXCHANGE_WORD(type) atomic_exchange_explicit WORD_(type, value, memory_order_acq_rel)
#define CAS_WORD(type)                                                                          \
    atomic_compare_exchange_strong_explicit WORD_(type, &expected, value, memory_order_acq_rel, \
                                                  memory_order_acquire)
#else
/* Where a device cannot order what its groups write, no kernel that does so is launched: its words are read
 * and written as others are. */
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#define RELAXED 0
#define ACQUIRE 0
#define RELEASE 0
#define LOAD_WORD(type, order) *word
#define STORE_WORD(type, order) *word = value
#define ADD_WORD(type) (*word += value) - value
#define EXCHANGE_WORD(type) \
    *word;                  \
    *word = value
#define CAS_WORD(type) expected = *word == expected ? (*word = value, expected) : *word
#endif
#define DEFINE_WORDS(type)                                                                  \
    static inline type OVERLOADED word_load(__global type *word, bool acquire)              \
    {                                                                                       \
        return acquire ? LOAD_WORD(type, ACQUIRE) : LOAD_WORD(type, RELAXED);               \
    }                                                                                       \
    static inline void OVERLOADED word_store(__global type *word, type value, bool release) \
    {                                                                                       \
        if (release)                                                                        \
            STORE_WORD(type, RELEASE);                                                      \
        else                                                                                \
            STORE_WORD(type, RELAXED);                                                      \
    }                                                                                       \
    static inline type OVERLOADED word_add(__global type *word, type value)                 \
    {                                                                                       \
        return ADD_WORD(type);                                                              \
    }                                                                                       \
    static inline type OVERLOADED word_exchange(__global type *word, type value)            \
    {                                                                                       \
        const type before = EXCHANGE_WORD(type);                                            \
        return before;                                                                      \
    }                                                                                       \
    static inline type OVERLOADED word_cas(__global type *word, type expected, type value)  \
    {                                                                                       \
        CAS_WORD(type);                                                                     \
        return expected;                                                                    \
    }
DEFINE_WORDS(uint)
DEFINE_WORDS(ulong)

#define LACKS_FLOAT_ATOMICS

/* Join a value to a word by the operator. */
#if EXCHANGES && ELEM_BITS == 32 && !ELEM_IS_FLOAT && !defined OPERATOR_IS_product
#define HAS_ATOMIC_OP 1
#else
#define HAS_ATOMIC_OP 0
#endif
#define ATOMIC_OP(buffer, i, value)                                                           \
    JOIN(ATOMIC_, OPERATOR)                                                                   \
    ((volatile __global JOIN(ATOMIC_TYPE_, ELEM) *)&(buffer)[i], value, memory_order_relaxed, \
     memory_scope_device)
#define ATOMIC_OP_SUM atomic_fetch_add_explicit
#define ATOMIC_OP_MIN atomic_fetch_min_explicit
#define ATOMIC_OP_MAX atomic_fetch_max_explicit
#define ATOMIC_TYPE_u32 atomic_uint
#define ATOMIC_TYPE_i32 atomic_int
