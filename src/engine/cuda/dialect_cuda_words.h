/* SPDX-License-Identifier: MIT */
/* The words that the groups of one launch exchange, 32 or 64 bits wide, and the fence of the whole device.
 * For dialect_cuda.h. Plain stores before a releasing one are seen by what comes after the acquiring load of
 * its value, on any SM: the memory clobbers keep the compiler, .gpu the caches from changing that order. */
#pragma once

#define ATOMIC_LOAD(buffer, i) word_load_relaxed(&(buffer)[i])
#define ATOMIC_LOAD_ACQUIRE(buffer, i) word_load_acquire(&(buffer)[i])
#define ATOMIC_STORE(buffer, i, value) word_store_relaxed(&(buffer)[i], value)
#define ATOMIC_STORE_RELEASE(buffer, i, value) word_store_release(&(buffer)[i], value)
#define ATOMIC_ADD(buffer, i, value) atomicAdd(&(buffer)[i], value)
#define ATOMIC_EXCHANGE(buffer, i, value) word_exchange(&(buffer)[i], value)
#define ATOMIC_CAS(buffer, i, expected, desired) word_cas(&(buffer)[i], expected, desired)
#define DEVICE_FENCE asm volatile("fence.sc.gpu;" ::: "memory")
#define POLL ((void)0)
#define WAIT(nanoseconds) __nanosleep(nanoseconds)

/* Join a value to a word by the operator. */
#define ATOMIC_OP(buffer, i, value) JOIN(ATOMIC_, OPERATOR)(&(buffer)[i], value)
#define ATOMIC_OP_SUM atomicAdd
#define ATOMIC_OP_MIN atomicMin
#define ATOMIC_OP_MAX atomicMax

/* type: of C; bits: of the word; letter: the constraint of its register. */
#define DEFINE_WORDS(type, bits, letter)                                                                \
    INLINE type word_load_relaxed(const type *word)                                                     \
    {                                                                                                   \
        type value;                                                                                     \
        asm volatile("ld.relaxed.gpu.b" #bits " %0, [%1];" : "=" letter(value) : "l"(word) : "memory"); \
        return value;                                                                                   \
    }                                                                                                   \
    INLINE type word_load_acquire(const type *word)                                                     \
    {                                                                                                   \
        type value;                                                                                     \
        asm volatile("ld.acquire.gpu.b" #bits " %0, [%1];" : "=" letter(value) : "l"(word) : "memory"); \
        return value;                                                                                   \
    }                                                                                                   \
    INLINE void word_store_relaxed(type *word, type value)                                              \
    {                                                                                                   \
        asm volatile("st.relaxed.gpu.b" #bits " [%0], %1;" ::"l"(word), letter(value) : "memory");      \
    }                                                                                                   \
    INLINE void word_store_release(type *word, type value)                                              \
    {                                                                                                   \
        asm volatile("st.release.gpu.b" #bits " [%0], %1;" ::"l"(word), letter(value) : "memory");      \
    }                                                                                                   \
    INLINE type word_exchange(type *word, type value)                                                   \
    {                                                                                                   \
        type seen;                                                                                      \
        asm volatile("atom.acq_rel.gpu.exch.b" #bits " %0, [%1], %2;"                                   \
                     : "=" letter(seen)                                                                 \
                     : "l"(word), letter(value)                                                         \
                     : "memory");                                                                       \
        return seen;                                                                                    \
    }                                                                                                   \
    INLINE type word_cas(type *word, type expected, type desired)                                       \
    {                                                                                                   \
        type seen;                                                                                      \
        asm volatile("atom.acq_rel.gpu.cas.b" #bits " %0, [%1], %2, %3;"                                \
                     : "=" letter(seen)                                                                 \
                     : "l"(word), letter(expected), letter(desired)                                     \
                     : "memory");                                                                       \
        return seen;                                                                                    \
    }
DEFINE_WORDS(u32, 32, "r")
DEFINE_WORDS(u64, 64, "l")

/* A packed word is one access, of 8 or 16 bytes. */
#define PACKED_LOAD(buffer, i) packed_load(&(buffer)[i])
#define PACKED_STORE(buffer, i, value, tag) packed_store(&(buffer)[i], value, tag)
#define PACKED_VALUE(word) packed_of(word).value
#define PACKED_TAG(word) packed_of(word).tag

/* As it is loaded: what is made of it is written where it is used, so that of several loads none waits for
 * the one before it. */
INLINE packed_word packed_load(const packed_word *word)
{
    packed_word loaded;
#if ELEM_BYTES == 4
    loaded.part[0] = word_load_relaxed(word->part);
#elif ELEM_BYTES == 8
    asm volatile("ld.relaxed.gpu.v2.b64 {%0, %1}, [%2];"
                 : "=l"(loaded.part[0]), "=l"(loaded.part[1])
                 : "l"(word)
                 : "memory");
#else
#error "elements of another width than 4 or 8 bytes"
#endif
    return loaded;
}

INLINE void packed_store(packed_word *word, elem value, uint tag)
{
#if ELEM_BYTES == 4
    word_store_relaxed(word->part, packed_part(value, tag, 0));
#elif ELEM_BYTES == 8
    asm volatile("st.relaxed.gpu.v2.b64 [%0], {%1, %2};" ::"l"(word), "l"(packed_part(value, tag, 0)),
                 "l"(packed_part(value, tag, 1))
                 : "memory");
#else
#error "elements of another width than 4 or 8 bytes"
#endif
}

#define packed packed_word /* what a kernel has of a word */
