/* SPDX-License-Identifier: MIT */
/* The words that the groups of one launch exchange, and the fence of the whole device: atomics of OpenCL
 * C 2.0 where EXCHANGES is 1, plain ones where no kernel that exchanges any is launched. For
 * dialect_opencl.h. */
#ifndef SCANBENCH_DIALECT_OPENCL_WORDS_H
#define SCANBENCH_DIALECT_OPENCL_WORDS_H

#define ATOMIC_LOAD(buffer, i) word_load_relaxed(&(buffer)[i])
#define ATOMIC_LOAD_ACQUIRE(buffer, i) word_load_acquire(&(buffer)[i])
#define ATOMIC_STORE(buffer, i, value) word_store_relaxed(&(buffer)[i], value)
#define ATOMIC_STORE_RELEASE(buffer, i, value) word_store_release(&(buffer)[i], value)
#define ATOMIC_ADD(buffer, i, value) word_add(&(buffer)[i], value)
#define ATOMIC_EXCHANGE(buffer, i, value) word_exchange(&(buffer)[i], value)
#define ATOMIC_CAS(buffer, i, expected, desired) word_cas(&(buffer)[i], expected, desired)
#define POLL ((void)0)
#define WAIT(nanoseconds) ((void)(nanoseconds))

#define OVERLOADED __attribute__((overloadable))
#if EXCHANGES
#define DEVICE_FENCE atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device)
#define DEFINE_WORDS(type)                                                                                   \
    static inline type OVERLOADED word_load_relaxed(__global type *word)                                     \
    {                                                                                                        \
        return atomic_load_explicit((volatile __global atomic_##type *)word, memory_order_relaxed,           \
                                    memory_scope_device);                                                    \
    }                                                                                                        \
    static inline type OVERLOADED word_load_acquire(__global type *word)                                     \
    {                                                                                                        \
        return atomic_load_explicit((volatile __global atomic_##type *)word, memory_order_acquire,           \
                                    memory_scope_device);                                                    \
    }                                                                                                        \
    static inline void OVERLOADED word_store_relaxed(__global type *word, type value)                        \
    {                                                                                                        \
        atomic_store_explicit((volatile __global atomic_##type *)word, value, memory_order_relaxed,          \
                              memory_scope_device);                                                          \
    }                                                                                                        \
    static inline void OVERLOADED word_store_release(__global type *word, type value)                        \
    {                                                                                                        \
        atomic_store_explicit((volatile __global atomic_##type *)word, value, memory_order_release,          \
                              memory_scope_device);                                                          \
    }                                                                                                        \
    static inline type OVERLOADED word_add(__global type *word, type value)                                  \
    {                                                                                                        \
        return atomic_fetch_add_explicit((volatile __global atomic_##type *)word, value,                     \
                                         memory_order_relaxed, memory_scope_device);                         \
    }                                                                                                        \
    static inline type OVERLOADED word_exchange(__global type *word, type value)                             \
    {                                                                                                        \
        return atomic_exchange_explicit((volatile __global atomic_##type *)word, value,                      \
                                        memory_order_acq_rel, memory_scope_device);                          \
    }                                                                                                        \
    static inline type OVERLOADED word_cas(__global type *word, type expected, type desired)                 \
    {                                                                                                        \
        atomic_compare_exchange_strong_explicit((volatile __global atomic_##type *)word, &expected, desired, \
                                                memory_order_acq_rel, memory_order_acquire,                  \
                                                memory_scope_device);                                        \
        return expected;                                                                                     \
    }
#else
/* Where a device cannot order what its groups write, no kernel that does so is launched: its words are read
 * and written as others are. */
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#define DEFINE_WORDS(type)                                                                   \
    static inline type OVERLOADED word_load_relaxed(__global type *word)                     \
    {                                                                                        \
        return *word;                                                                        \
    }                                                                                        \
    static inline type OVERLOADED word_load_acquire(__global type *word)                     \
    {                                                                                        \
        return *word;                                                                        \
    }                                                                                        \
    static inline void OVERLOADED word_store_relaxed(__global type *word, type value)        \
    {                                                                                        \
        *word = value;                                                                       \
    }                                                                                        \
    static inline void OVERLOADED word_store_release(__global type *word, type value)        \
    {                                                                                        \
        *word = value;                                                                       \
    }                                                                                        \
    static inline type OVERLOADED word_exchange(__global type *word, type value)             \
    {                                                                                        \
        const type before = *word;                                                           \
        *word = value;                                                                       \
        return before;                                                                       \
    }                                                                                        \
    static inline type OVERLOADED word_add(__global type *word, type value)                  \
    {                                                                                        \
        return word_exchange(word, *word + value);                                           \
    }                                                                                        \
    static inline type OVERLOADED word_cas(__global type *word, type expected, type desired) \
    {                                                                                        \
        return word_exchange(word, *word == expected ? desired : *word);                     \
    }
#endif
DEFINE_WORDS(uint)
DEFINE_WORDS(ulong)

#define PACKED_LOAD(buffer, i) packed_load(&(buffer)[i])
#define PACKED_STORE(buffer, i, value, tag) packed_store(&(buffer)[i], value, tag)
#define PACKED_VALUE(word) (word).value
#define PACKED_TAG(word) (word).tag

static inline packed packed_load(__global packed_word *word)
{
    packed_word loaded;
    for (uint part = 0; part < PACKED_PARTS; part++)
        loaded.part[part] = word_load_relaxed(&word->part[part]);
    return packed_of(loaded);
}

static inline void packed_store(__global packed_word *word, elem value, uint tag)
{
    for (uint part = 0; part < PACKED_PARTS; part++)
        word_store_relaxed(&word->part[part], packed_part(value, tag, part));
}

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

#endif
