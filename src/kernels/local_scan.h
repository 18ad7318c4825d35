/* SPDX-License-Identifier: MIT */
/* Scans within one group: each thread brings `total` and receives in `prefix` what its predecessors' totals
 * make together. `words` is LOCAL_WORDS of shared memory. */

GROUP_FUNCTION_TYPE(local_scan, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words));

/* All store; the first subgroup scans M = threads/32 contiguous words a lane serially in place, scans the 32
 * sums in registers, adds them back; all read. */
SIZED_GROUP_FUNCTION(scan_raking, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
                     SHARED_REF(elem, words))
{
    const size run = SUBGROUPS < MAX_SUBGROUPS ? SUBGROUPS : MAX_SUBGROUPS; /* the compiler's to know */
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const size first = LANE * run;
        UNROLLED (j, 1, run) {
            PUT(words, first + j, OP(GET(words, first + j - 1), GET(words, first + j)));
            WRITTEN;
        }
        MY(sum) = GET(words, first + run - 1);
        UNROLLED (below, 1, run)
            PUT(words, first + run - below, GET(words, first + run - below - 1));
        PUT(words, first, IDENTITY);
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(before, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        UNROLLED (j, 0, run)
            PUT(words, LANE * run + j, OP(MY(before), GET(words, LANE * run + j)));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = RECEIVED(GET(words, THREAD));
    }
}

/* Each subgroup scans in registers; its last lane stores the subgroup's sum; the first subgroup scans the
 * sums, its other lanes holding the identity rather than reading words that nothing wrote; all add. */
GROUP_FUNCTION(scan_cooperative, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    SIMD_SCAN_EXCLUSIVE(prefix, total);
    EACH_LAST_LANE {
        PUT(words, SUBGROUP, OP(MY(prefix), MY(total)));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(sum) = LANE < SUBGROUPS ? GET(words, LANE) : IDENTITY;
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(before, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        if (LANE < SUBGROUPS)
            PUT(words, LANE, MY(before));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = OP(GET(words, SUBGROUP), MY(prefix));
    }
}

/* Up-sweep of a balanced tree in shared memory, clear the last word, down-sweep. Threads are a power of two.
 * Barriers stand where the source has them. */
GROUP_FUNCTION(scan_blelloch, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    size stride = 1;
    for (size active = THREADS / 2; active > 0; active /= 2) {
        BARRIER;
        EACH_THREAD_BELOW (active) {
            const size left = stride * (2 * THREAD + 1) - 1;
            PUT(words, left + stride, OP(GET(words, left), GET(words, left + stride)));
        }
        stride *= 2;
    }
    THE_FIRST_THREAD {
        PUT(words, THREADS - 1, IDENTITY);
    }
    BARRIER;
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

/* Where word i of a tree is: a word of padding after every 32, one for each bank. */
#define TREE_SLOT(i) ((i) + (i) / LANES)

/* The same tree with padding, so that words that are accessed together are in different banks. */
GROUP_FUNCTION(scan_blelloch_padded, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
               SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, TREE_SLOT(THREAD), MY(total));
    }
    BARRIER;
    size stride = 1;
    for (size active = THREADS / 2; active > 0; active /= 2) {
        BARRIER;
        EACH_THREAD_BELOW (active) {
            const size left = stride * (2 * THREAD + 1) - 1, right = left + stride;
            PUT(words, TREE_SLOT(right), OP(GET(words, TREE_SLOT(left)), GET(words, TREE_SLOT(right))));
        }
        stride *= 2;
    }
    THE_FIRST_THREAD {
        PUT(words, TREE_SLOT(THREADS - 1), IDENTITY);
    }
    BARRIER;
    for (size active = 1; active < THREADS; active *= 2) {
        stride /= 2;
        BARRIER;
        EACH_THREAD_BELOW (active) {
            const size left = stride * (2 * THREAD + 1) - 1, right = left + stride;
            const elem child = GET(words, TREE_SLOT(left));
            const elem parent = GET(words, TREE_SLOT(right));
            PUT(words, TREE_SLOT(left), parent);
            PUT(words, TREE_SLOT(right), OP(parent, child));
        }
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = GET(words, TREE_SLOT(THREAD));
    }
}

/* Hillis–Steele in shared memory: in each round every word takes the one `distance` below it too. */
GROUP_FUNCTION(scan_hillis_steele, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
               SHARED_REF(elem, words))
{
    PRIVATE(elem, sum);
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    for (size distance = 1; distance < THREADS; distance *= 2) {
        EACH_THREAD {
            if (THREAD >= distance)
                MY(sum) = OP(GET(words, THREAD - distance), GET(words, THREAD));
        }
        BARRIER;
        EACH_THREAD {
            if (THREAD >= distance)
                PUT(words, THREAD, MY(sum));
        }
        BARRIER;
    }
    EACH_THREAD {
        MY(prefix) = THREAD > 0 ? GET(words, THREAD - 1) : IDENTITY;
    }
}

/* Where thread i's word is for raking: a word of padding after each run of words where a lane's run
 * would meet its neighbours' in the same banks. */
#define RAKE_SLOT(i, run) ((i) + ((run) % 2 == 0 && (run) > 2 ? (i) / (run) : 0))

/* All store; the first subgroup sums M words a lane, scans the sums in registers, and replaces its words by
 * their prefixes, reading them again; all read. */
SIZED_GROUP_FUNCTION(scan_cub_raking, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
                     SHARED_REF(elem, words))
{
    const size run = SUBGROUPS;
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    EACH_THREAD {
        PUT(words, RAKE_SLOT(THREAD, run), MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const size first = RAKE_SLOT(LANE * run, run);
        elem partial = GET(words, first);
        UNROLLED (j, 1, run)
            partial = OP(partial, GET(words, first + j));
        MY(sum) = partial;
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(before, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const size first = RAKE_SLOT(LANE * run, run);
        elem running = MY(before);
        UNROLLED (j, 0, run) {
            const elem value = GET(words, first + j);
            PUT(words, first + j, running);
            if (j + 1 < run)
                running = OP(running, value);
        }
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = RECEIVED(GET(words, RAKE_SLOT(THREAD, run)));
    }
}

/* The same with the words kept in registers between the two passes. */
SIZED_GROUP_FUNCTION(scan_cub_memoize, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
                     SHARED_REF(elem, words))
{
    const size run = SUBGROUPS < MAX_SUBGROUPS ? SUBGROUPS : MAX_SUBGROUPS; /* the compiler's to know */
    PRIVATE_OF_FIRST_SUBGROUP(elem, kept);
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    EACH_THREAD {
        PUT(words, RAKE_SLOT(THREAD, run), MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const size first = RAKE_SLOT(LANE * run, run);
        FIRST_AT(kept, 0) = GET(words, first);
        elem partial = FIRST_AT(kept, 0);
        UNROLLED (j, 1, run) {
            FIRST_AT(kept, j) = GET(words, first + j);
            partial = OP(partial, FIRST_AT(kept, j));
        }
        MY(sum) = partial;
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(before, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const size first = RAKE_SLOT(LANE * run, run);
        elem running = MY(before);
        PUT(words, first, running);
        UNROLLED (j, 1, run) {
            running = OP(running, FIRST_AT(kept, j - 1));
            PUT(words, first + j, running);
        }
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = RECEIVED(GET(words, RAKE_SLOT(THREAD, run)));
    }
}

/* Each subgroup scans in registers; its last lane stores the sum; every thread adds up all the sums, and
 * keeps what precedes its own subgroup. */
SIZED_GROUP_FUNCTION(scan_cub_warp_scans, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
                     SHARED_REF(elem, words))
{
    PRIVATE(elem, inclusive);
    PRIVATE(elem, sum);
    PRIVATE(elem, before);
    SIMD_SCAN_INCLUSIVE(inclusive, total);
    SIMD_MOVE_UP(prefix, inclusive);
    EACH_LAST_LANE {
        PUT(words, SUBGROUP, MY(inclusive));
    }
    BARRIER;
    EACH_THREAD {
        MY(sum) = RECEIVED(GET(words, 0));
        MY(before) = MY(sum);
    }
    for (size other = 1; other < SUBGROUPS; other++)
        EACH_THREAD {
            MY(before) = other == SUBGROUP ? MY(sum) : MY(before);
            MY(sum) = OP(MY(sum), GET(words, other));
        }
    EACH_THREAD {
        MY(prefix) = SUBGROUP > 0 ? OP(MY(before), MY(prefix)) : MY(prefix);
    }
}
