/* SPDX-License-Identifier: MIT */
/* Reductions within one group: each thread brings `total`; thread 0 receives in it what all totals make
 * together. `words` is LOCAL_WORDS of shared memory. Operators are commutative: sums stand where they are
 * cheap to reach, not in the threads' order. */

GROUP_FUNCTION_TYPE(local_reduce, PRIVATE_REF(elem, total), SHARED_REF(elem, words));

/* Fold at sequential addresses down to 64 words, or to 32 of a group that has no more. Threads are a power of
 * two. */
GROUP_FUNCTION(fold_to_two_subgroups, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    for (size active = THREADS / 2; active > LANES; active /= 2) {
        EACH_THREAD_BELOW (active) {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + active)));
        }
        BARRIER;
    }
}

/* Then once more to the lanes of the first subgroup, which have it as their totals. */
GROUP_FUNCTION(fold_to_lanes, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_to_two_subgroups, total, words);
    if (THREADS > LANES) {
        EACH_THREAD_OF_FIRST_SUBGROUP {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + LANES)));
        }
        FIRST_SIMD_BARRIER;
    }
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(total) = GET(words, THREAD);
    }
}

/* Fold down to a subgroup, which reduces at once, as the hardware can. */
GROUP_FUNCTION(reduce_shared_tree, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_to_lanes, total, words);
    FIRST_SIMD_REDUCE(total, total);
}

/* The same with shuffles where the hardware would reduce in one instruction. */
GROUP_FUNCTION(reduce_shared_tree_shuffles, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_to_lanes, total, words);
    FIRST_SIMD_SHUFFLE_REDUCE(total, total);
}

/* The fold goes on in shared memory, a barrier of the subgroup after each step. */
GROUP_FUNCTION(reduce_shared_tree_barriers, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_to_two_subgroups, total, words);
    for (size active = THREADS > LANES ? LANES : LANES / 2; active > 0; active /= 2) {
        EACH_THREAD_BELOW (active) {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + active)));
        }
        FIRST_SIMD_BARRIER;
    }
    THE_FIRST_THREAD {
        MY(total) = GET(words, 0);
    }
}

/* The same without these barriers, of volatile words: as published, and right only where lanes run in step.
 */
GROUP_FUNCTION(reduce_shared_tree_volatile, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    CALL(fold_to_two_subgroups, total, words);
    for (size active = THREADS > LANES ? LANES : LANES / 2; active > 0; active /= 2)
        EACH_THREAD_BELOW (active) {
            VOLATILE_PUT(words, THREAD,
                         OP(VOLATILE_GET(words, THREAD), VOLATILE_GET(words, THREAD + active)));
        }
    THE_FIRST_THREAD {
        MY(total) = VOLATILE_GET(words, 0);
    }
}

/* All store; each lane of the first subgroup folds every 32nd word into its own; shuffles finish. */
SIZED_GROUP_FUNCTION(reduce_raking, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        UNROLLED (j, 1, SUBGROUPS)
            PUT(words, LANE, OP(GET(words, LANE), GET(words, j * LANES + LANE)));
        MY(total) = GET(words, LANE);
    }
    FIRST_SIMD_REDUCE(total, total);
}

/* Each subgroup reduces by shuffles, lane 0 stores; the first subgroup reduces the sums, its other lanes
 * holding the identity. */
GROUP_FUNCTION(reduce_cooperative, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    SIMD_REDUCE(total, total);
    if (THREADS > LANES) {
        EACH_FIRST_LANE {
            PUT(words, SUBGROUP, MY(total));
        }
        BARRIER;
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY(total) = LANE < SUBGROUPS ? RECEIVED(GET(words, LANE)) : IDENTITY;
        }
        FIRST_SIMD_REDUCE(total, total);
    }
}

/* All but the first subgroup store; its lanes keep their own value and add every 32nd word to it; shuffles
 * finish. */
SIZED_GROUP_FUNCTION(reduce_cub_raking, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        if (SUBGROUP > 0)
            PUT(words, THREAD - LANES, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        elem sum = MY(total);
        UNROLLED (j, 1, SUBGROUPS)
            sum = OP(sum, GET(words, (j - 1) * LANES + LANE));
        MY(total) = sum;
    }
    FIRST_SIMD_REDUCE(total, total);
}

/* Each subgroup reduces by shuffles, lane 0 stores; thread 0 adds up the sums. */
GROUP_FUNCTION(reduce_cub_warp, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    SIMD_REDUCE(total, total);
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, MY(total));
    }
    BARRIER;
    THE_FIRST_THREAD {
        elem sum = MY(total);
        for (size other = 1; other < SUBGROUPS; other++)
            sum = OP(sum, RECEIVED(GET(words, other)));
        MY(total) = sum;
    }
}

/* Neighbours first: every second thread adds, then every fourth. Threads are a power of two. */
GROUP_FUNCTION(reduce_interleaved_modulo, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    for (size stride = 1; stride < THREADS; stride *= 2) {
        EACH_THREAD {
            if (THREAD % (2 * stride) == 0)
                PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + stride)));
        }
        BARRIER;
    }
    THE_FIRST_THREAD {
        MY(total) = GET(words, 0);
    }
}

/* The same sums by the lowest threads: no thread between idles, but words meet in the same banks. Threads are
 * a power of two. */
GROUP_FUNCTION(reduce_interleaved_strided, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    for (size stride = 1; stride < THREADS; stride *= 2) {
        EACH_THREAD_BELOW (THREADS / (2 * stride)) {
            const size at = 2 * stride * THREAD;
            PUT(words, at, OP(GET(words, at), GET(words, at + stride)));
        }
        BARRIER;
    }
    THE_FIRST_THREAD {
        MY(total) = GET(words, 0);
    }
}

/* The upper half onto the lower one, again and again, down to one word. Threads are a power of two. */
GROUP_FUNCTION(reduce_sequential, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    for (size active = THREADS / 2; active > 0; active /= 2) {
        EACH_THREAD_BELOW (active) {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + active)));
        }
        BARRIER;
    }
    THE_FIRST_THREAD {
        MY(total) = GET(words, 0);
    }
}
