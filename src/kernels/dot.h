/* SPDX-License-Identifier: MIT */
/* The kernels of dot products: every group walks both inputs in strides of all groups, then joins its
 * threads' sums. The algorithm within the group is the launch's. Threads are a power of two. Included once.
 */
#if !defined ELEM || \
    (defined OPERATOR_IS_sum && ELEM_IS_FLOAT) /* sums of floats alone; the model has all in one */

GROUP_FUNCTION_TYPE(local_dot, PRIVATE_REF(elem, total), SHARED_REF(elem, words));

/* IN_FLIGHT: steps of the walk that an engine has loaded before it adds.
 * total = the sum of the products at GROUP · THREADS + THREAD, then every groups · THREADS further on. */
PART(dot_products, VALUE(size, group), VALUE(size, groups), IN(in_elem, x), IN(in_elem, y), VALUE(size, n),
     PRIVATE_REF(elem, total))
{
    EACH_THREAD {
        MY(total) = ELEM_OF_BITS(0);
    }
    const size stride = groups * THREADS;
    size first = group * THREADS;
    for (; IN_FLIGHT > 1 && first + (IN_FLIGHT - 1) * stride + THREADS <= n; first += IN_FLIGHT * stride) {
        EACH_THREAD {
            UNROLLED (step, 0, IN_FLIGHT) {
                const size at = first + step * stride + THREAD;
                MY(total) = OP(MY(total), MULTIPLY(READ_IN(x, at), READ_IN(y, at)));
            }
        }
    }
    for (; first < n; first += stride) {
        if (n - first >= THREADS) {
            EACH_THREAD {
                MY(total) = OP(MY(total), MULTIPLY(READ_IN(x, first + THREAD), READ_IN(y, first + THREAD)));
            }
        } else {
            EACH_THREAD_BELOW (n - first) {
                MY(total) = OP(MY(total), MULTIPLY(READ_IN(x, first + THREAD), READ_IN(y, first + THREAD)));
            }
        }
    }
}

/* The same walk over one array, by a single group. */
PART(dot_partials, IN(elem, partials), VALUE(size, n), PRIVATE_REF(elem, total))
{
    EACH_THREAD {
        MY(total) = IDENTITY;
    }
    for (size first = 0; first < n; first += THREADS) {
        EACH_THREAD_BELOW (n - first < THREADS ? n - first : THREADS) {
            MY(total) = OP(MY(total), READ(partials, first + THREAD));
        }
    }
}

/* The fold in shared memory while whole subgroups are active. */
GROUP_FUNCTION(fold_whole_subgroups, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    for (size active = THREADS / 2; active >= LANES; active /= 2) {
        BARRIER;
        EACH_THREAD_BELOW (active) {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + active)));
        }
    }
    BARRIER;
}

/* It goes on there, with a barrier of the subgroup after each step. */
GROUP_FUNCTION(dot_shared, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_whole_subgroups, total, words);
    for (size active = LANES / 2; active > 0; active /= 2) {
        EACH_THREAD_BELOW (active) {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + active)));
        }
        SIMD_BARRIER;
    }
    THE_FIRST_THREAD {
        MY(total) = GET(words, 0);
    }
}

/* It goes on with shuffles. */
GROUP_FUNCTION(dot_shuffle, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_whole_subgroups, total, words);
    EACH_THREAD {
        MY(total) = GET(words, THREAD);
    }
    SIMD_REDUCE(total, total);
}

/* Every subgroup sums its lanes; the first one sums the sums, among words that it has cleared before. */
GROUP_FUNCTION(dot_simd_sum, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    SIMD_REDUCE(total, total);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        PUT(words, LANE, IDENTITY);
    }
    BARRIER;
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(total) = RECEIVED(GET(words, LANE));
    }
    FIRST_SIMD_REDUCE(total, total);
}

/* First pass: partials[GROUP] = the group's sum. */
KERNEL(dot_first, IN(in_elem, x), IN(in_elem, y), OUT(elem, partials), VALUE(size, n), VALUE(size, groups))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    CALL_PART(dot_products, GROUP, groups, x, y, n, total);
    CALL(LOCAL(local_dot), total, words);
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, MY(total));
    }
}

/* Second pass, one group: result[0] = the sum of the partials. */
KERNEL(dot_second, IN(elem, partials), OUT(out_elem, result), VALUE(size, n))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    CALL_PART(dot_partials, partials, n, total);
    CALL(LOCAL(local_dot), total, words);
    THE_FIRST_THREAD {
        WRITE(result, 0, NARROWED(MY(total)));
    }
}

/* A log-step fold of `total` in device memory: scratch has a word a thread of the group from `base` on. */
PART(dot_fold_device, OUT(elem, scratch), VALUE(size, base), PRIVATE_REF(elem, total))
{
    EACH_THREAD {
        WRITE(scratch, base + THREAD, MY(total));
    }
    BARRIER;
    for (size active = THREADS / 2; active > 0; active /= 2) {
        EACH_THREAD_BELOW (active) {
            WRITE(scratch, base + THREAD,
                  OP(READ(scratch, base + THREAD), READ(scratch, base + THREAD + active)));
        }
        BARRIER;
    }
}

KERNEL(dot_first_device, IN(in_elem, x), IN(in_elem, y), OUT(elem, scratch), OUT(elem, partials),
       VALUE(size, n), VALUE(size, groups))
{
    PRIVATE(elem, total);
    CALL_PART(dot_products, GROUP, groups, x, y, n, total);
    CALL_PART(dot_fold_device, scratch, GROUP * THREADS, total);
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, READ(scratch, GROUP * THREADS));
    }
}

KERNEL(dot_second_device, IN(elem, partials), OUT(elem, scratch), OUT(out_elem, result), VALUE(size, n))
{
    PRIVATE(elem, total);
    CALL_PART(dot_partials, partials, n, total);
    CALL_PART(dot_fold_device, scratch, 0, total);
    THE_FIRST_THREAD {
        WRITE(result, 0, NARROWED(READ(scratch, 0)));
    }
}

/* One pass: each group adds its sum to result[0], the bits of an element, zero at the start. Exchanges alone
 * make the addition: take what is there, add, put it back, and whatever that overwrote is added next. */
KERNEL(dot_exchange, IN(in_elem, x), IN(in_elem, y), EXCHANGE(elem_bits, result), VALUE(size, n),
       VALUE(size, groups))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    CALL_PART(dot_products, GROUP, groups, x, y, n, total);
    CALL(LOCAL(local_dot), total, words);
    THE_FIRST_THREAD {
        elem sum = OP(MY(total), ELEM_OF_BITS(ATOMIC_EXCHANGE(result, 0, 0)));
        elem_bits other = ATOMIC_EXCHANGE(result, 0, BITS_OF(sum));
        while (other != 0) {
            sum = OP(ELEM_OF_BITS(other), ELEM_OF_BITS(ATOMIC_EXCHANGE(result, 0, 0)));
            other = ATOMIC_EXCHANGE(result, 0, BITS_OF(sum));
        }
    }
}

/* The same by the device's own addition to an element, where there is one. */
#ifndef LACKS_FLOAT_ATOMICS
KERNEL(dot_add, IN(in_elem, x), IN(in_elem, y), EXCHANGE(elem, result), VALUE(size, n), VALUE(size, groups))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    CALL_PART(dot_products, GROUP, groups, x, y, n, total);
    CALL(LOCAL(local_dot), total, words);
    THE_FIRST_THREAD {
        ATOMIC_OP(result, 0, MY(total));
    }
}
#endif

/* One pass: partials in plain stores, and whoever draws the last ticket adds them all. Right only where a
 * device-wide fence exists and orders the partial before the ticket. */
KERNEL(dot_counter, IN(in_elem, x), IN(in_elem, y), EXCHANGE(elem, partials), EXCHANGE(uint, ticket),
       OUT(out_elem, result), VALUE(size, n), VALUE(size, groups))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    SHARED(uint, ticket_word, 1);
    CALL_PART(dot_products, GROUP, groups, x, y, n, total);
    CALL(LOCAL(local_dot), total, words);
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, MY(total));
        DEVICE_FENCE;
        PUT(ticket_word, 0, ATOMIC_ADD(ticket, 0, 1));
    }
    BARRIER;
    if (BROADCAST(ticket_word, 0) == groups - 1) {
        DEVICE_FENCE;
        EACH_THREAD {
            MY(total) = IDENTITY;
        }
        for (size first = 0; first < groups; first += THREADS) {
            EACH_THREAD_BELOW (groups - first < THREADS ? groups - first : THREADS) {
                MY(total) = OP(MY(total), READ(partials, first + THREAD));
            }
        }
        CALL(LOCAL(local_dot), total, words);
        THE_FIRST_THREAD {
            WRITE(result, 0, NARROWED(MY(total)));
        }
    }
}

/* A partial in atomic words of 16 bits each beside a tag: no fence is needed, since a word that has its tag
 * has its bits, and whoever holds the last ticket waits only for words whose stores were issued before. */
#define TAG_PUBLISHED 0x10000u
#define TAG_BITS 16
#define TAG_MASK 0xffffu

KERNEL(dot_tagged, IN(in_elem, x), IN(in_elem, y), EXCHANGE(uint, tagged), EXCHANGE(uint, ticket),
       OUT(out_elem, result), VALUE(size, n), VALUE(size, groups))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    SHARED(uint, ticket_word, 1);
    CALL_PART(dot_products, GROUP, groups, x, y, n, total);
    CALL(LOCAL(local_dot), total, words);
    THE_FIRST_THREAD {
        const elem_bits bits = BITS_OF(MY(total));
        for (uint part = 0; part < ELEM_HALVES; part++)
            ATOMIC_STORE(tagged, GROUP * ELEM_HALVES + part,
                         TAG_PUBLISHED | (uint)(bits >> (part * TAG_BITS) & TAG_MASK));
        PUT(ticket_word, 0, ATOMIC_ADD(ticket, 0, 1));
    }
    BARRIER;
    if (BROADCAST(ticket_word, 0) == groups - 1) {
        EACH_THREAD {
            MY(total) = IDENTITY;
        }
        for (size first = 0; first < groups; first += THREADS) {
            EACH_THREAD_BELOW (groups - first < THREADS ? groups - first : THREADS) {
                elem_bits bits = 0;
                for (uint part = 0; part < ELEM_HALVES; part++) {
                    const size at = (first + THREAD) * ELEM_HALVES + part;
                    uint word = ATOMIC_LOAD(tagged, at);
                    while (word < TAG_PUBLISHED) {
                        POLL;
                        word = ATOMIC_LOAD(tagged, at);
                    }
                    bits |= (elem_bits)(word & TAG_MASK) << (part * TAG_BITS);
                }
                MY(total) = OP(MY(total), ELEM_OF_BITS(bits));
            }
        }
        CALL(LOCAL(local_dot), total, words);
        THE_FIRST_THREAD {
            WRITE(result, 0, NARROWED(MY(total)));
        }
    }
}

#endif
