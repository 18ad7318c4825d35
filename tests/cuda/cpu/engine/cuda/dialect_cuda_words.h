/* SPDX-License-Identifier: MIT */
/* The words that groups exchange, where one group runs after the other. */
#pragma once

#define ATOMIC_LOAD(buffer, i) ((buffer)[i])
#define ATOMIC_LOAD_ACQUIRE(buffer, i) ((buffer)[i])
#define ATOMIC_STORE(buffer, i, value) ((buffer)[i] = (value))
#define ATOMIC_STORE_RELEASE(buffer, i, value) ((buffer)[i] = (value))
#define ATOMIC_ADD(buffer, i, value) atomicAdd(&(buffer)[i], value)
#define ATOMIC_EXCHANGE(buffer, i, value) fake_exchange(&(buffer)[i], value)
#define ATOMIC_CAS(buffer, i, expected, desired) \
    ((buffer)[i] == (expected) ? fake_exchange(&(buffer)[i], desired) : (buffer)[i])
#define DEVICE_FENCE ((void)0)
#define POLL fake_device->yield()
#define WAIT(nanoseconds) ((void)(nanoseconds))
#define ATOMIC_OP(buffer, i, value) JOIN(ATOMIC_, OPERATOR)(&(buffer)[i], value)
#define ATOMIC_OP_SUM atomicAdd
#define ATOMIC_OP_MIN atomicMin
#define ATOMIC_OP_MAX atomicMax

#define PACKED_LOAD(buffer, i) packed_of((buffer)[i])
#define PACKED_STORE(buffer, i, value, tag) packed_store(&(buffer)[i], value, tag)
#define PACKED_VALUE(word) (word).value
#define PACKED_TAG(word) (word).tag

INLINE void packed_store(packed_word *word, elem value, uint tag)
{
    for (uint part = 0; part < PACKED_PARTS; part++)
        word->part[part] = packed_part(value, tag, part);
}
