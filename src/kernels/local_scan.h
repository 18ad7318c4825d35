/* SPDX-License-Identifier: MIT */
/* Scans and reductions within one group: each thread brings `total` and receives the exclusive `prefix` of
 * its predecessors' totals, or every total's sum in thread 0. `words` has a word a thread. */

GROUP_FUNCTION_TYPE(local_scan, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words));
GROUP_FUNCTION_TYPE(local_reduce, PRIVATE_REF(elem, total), SHARED_REF(elem, words));

/* All store; the first simdgroup scans M = threads/32 contiguous words a lane serially in place, scans the 32
 * sums in registers, adds them back; all read. */
GROUP_FUNCTION(scan_raking, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    const size run = SIMDGROUPS;
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SIMDGROUP {
        UNROLLED (j, 1, run)
            PUT(words, LANE * run + j, OP(GET(words, LANE * run + j - 1), GET(words, LANE * run + j)));
        MY(sum) = GET(words, LANE * run + run - 1);
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(before, sum);
    EACH_THREAD_OF_FIRST_SIMDGROUP {
        UNROLLED (j, 0, run)
            PUT(words, LANE * run + j, OP(MY(before), GET(words, LANE * run + j)));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = THREAD > 0 ? GET(words, THREAD - 1) : IDENTITY;
    }
}

/* Each simdgroup scans in registers; its last lane stores the simdgroup's sum; the first simdgroup scans the
 * sums, its other lanes holding the identity rather than reading words that nothing wrote; all add. */
GROUP_FUNCTION(scan_cooperative, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    SIMD_SCAN_EXCLUSIVE(prefix, total);
    EACH_LAST_LANE {
        PUT(words, SIMDGROUP, OP(MY(prefix), MY(total)));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SIMDGROUP {
        MY(sum) = LANE < SIMDGROUPS ? GET(words, LANE) : IDENTITY;
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(before, sum);
    EACH_THREAD_OF_FIRST_SIMDGROUP {
        if (LANE < SIMDGROUPS)
            PUT(words, LANE, MY(before));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = OP(GET(words, SIMDGROUP), MY(prefix));
    }
}

/* Up-sweep of a balanced tree in shared memory, clear the last word, down-sweep. Threads are a power of
 * two. */
GROUP_FUNCTION(scan_blelloch, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    size stride = 1;
    for (size active = THREADS / 2; active > 0; active /= 2) {
        BARRIER;
        EACH_THREAD_BELOW (active) {
            const size left = stride * (2 * THREAD + 1) - 1;
            PUT(words, left + stride, OP(GET(words, left), GET(words, left + stride)));
        }
        stride *= 2;
    }
    BARRIER;
    EACH_THREAD_BELOW (1) {
        PUT(words, THREADS - 1, IDENTITY);
    }
    for (size active = 1; active < THREADS; active *= 2) {
        stride /= 2;
        BARRIER;
        EACH_THREAD_BELOW (active) {
            const size left = stride * (2 * THREAD + 1) - 1;
            const elem child = GET(words, left);
            const elem parent = GET(words, left + stride);
            PUT(words, left, parent);
            PUT(words, left + stride, OP(parent, child));
        }
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = GET(words, THREAD);
    }
}

/* All store; each lane of the first simdgroup reduces M = threads/32 contiguous words; shuffles finish. */
GROUP_FUNCTION(reduce_raking, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    const size run = SIMDGROUPS;
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SIMDGROUP {
        elem sum = GET(words, LANE * run);
        UNROLLED (j, 1, run)
            sum = OP(sum, GET(words, LANE * run + j));
        MY(total) = sum;
    }
    FIRST_SIMD_REDUCE(total, total);
}

/* Each simdgroup reduces by shuffles, lane 0 stores; the first simdgroup reduces the sums. */
GROUP_FUNCTION(reduce_cooperative, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    SIMD_REDUCE(total, total);
    EACH_FIRST_LANE {
        PUT(words, SIMDGROUP, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SIMDGROUP {
        MY(total) = LANE < SIMDGROUPS ? GET(words, LANE) : IDENTITY;
    }
    FIRST_SIMD_REDUCE(total, total);
}

/* Sequential-address fold in shared memory down to one word: the up-sweep's work without its conflicts. */
GROUP_FUNCTION(reduce_blelloch, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    for (size active = THREADS / 2; active > 0; active /= 2) {
        BARRIER;
        EACH_THREAD_BELOW (active) {
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + active)));
        }
    }
    BARRIER;
    EACH_THREAD_BELOW (1) {
        MY(total) = GET(words, 0);
    }
}
