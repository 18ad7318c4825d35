/* SPDX-License-Identifier: MIT */
/* Mistakes of published GPU code, in the dialect of the kernels: the model says what each is, and
 * tests/cuda/mistakes.cu what a real device makes of it. Needs kernels/local_scan.h. */
#pragma once

/* M1 scan: the tile's prefix goes into scratch[0] while threads may still read their own prefix there. */
KERNEL(published_prefix, IN(elem, in), OUT(elem, out), IN(elem, partials))
{
    PRIVATE(elem, prefix);
    SHARED(elem, scratch, MAX_THREADS);
    EACH_THREAD {
        PUT(scratch, THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = GET(scratch, THREADS - 1 - THREAD);
    }
    THE_FIRST_THREAD {
        PUT(scratch, 0, READ(partials, GROUP));
    }
    BARRIER;
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, OP(GET(scratch, 0), MY(prefix)));
    }
}

/* M1 scan, cooperative: all lanes of the first subgroup scan the sums, of which only `SUBGROUPS` exist. */
GROUP_FUNCTION(published_cooperative, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
               SHARED_REF(elem, words))
{
    PRIVATE(elem, sum);
    SIMD_SCAN_EXCLUSIVE(prefix, total);
    EACH_LAST_LANE {
        PUT(words, SUBGROUP, OP(MY(prefix), MY(total)));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(sum) = GET(words, LANE);
    }
    FIRST_SIMD_SCAN_EXCLUSIVE(sum, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        if (LANE < SUBGROUPS)
            PUT(words, LANE, MY(sum));
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = OP(GET(words, SUBGROUP), MY(prefix));
    }
}

/* M1 reduction, raking: the words are added, whatever the operator is. */
GROUP_FUNCTION(published_raking, PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_THREAD {
        PUT(words, THREAD, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        for (size j = 1; j < SUBGROUPS; j++)
            PUT(words, LANE, ELEM_OF_BITS(BITS_OF(GET(words, LANE)) + BITS_OF(GET(words, j * LANES + LANE))));
        MY(total) = GET(words, LANE);
    }
    FIRST_SIMD_REDUCE(total, total);
}

/* The tiled ladder: every thread loads and stores its element, whether the array has it or not. */
KERNEL(published_tile, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, words, MAX_THREADS);
    EACH_THREAD {
        PUT(words, THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    BARRIER;
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, GET(words, THREAD));
    }
    (void)n;
}

/* The tiled ladder: the first subgroup reads a sum a lane from an array of one a subgroup, here of two. */
KERNEL(published_sums, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, sums, 2);
    EACH_LAST_LANE {
        PUT(sums, SUBGROUP, READ(in, GROUP * THREADS + THREAD));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        WRITE(out, GROUP * THREADS + THREAD, GET(sums, LANE));
    }
    (void)n;
}

/* The cooperative scan above, a group. */
KERNEL(published_cooperative_scan, IN(elem, in), OUT(elem, out))
{
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LANES);
    EACH_THREAD {
        MY(total) = READ(in, GROUP * THREADS + THREAD);
    }
    CALL(published_cooperative, prefix, total, words);
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, MY(prefix));
    }
}

/* The raking above, a group; the operator is the launch's. */
KERNEL(published_raking_reduction, IN(elem, in), OUT(elem, out))
{
    PRIVATE(elem, total);
    SHARED(elem, words, MAX_THREADS);
    EACH_THREAD {
        MY(total) = READ(in, GROUP * THREADS + THREAD);
    }
    CALL(published_raking, total, words);
    THE_FIRST_THREAD {
        WRITE(out, GROUP, MY(total));
    }
}

/* Harris, and M1 reduction with its shuffles off: the last subgroup folds on without a barrier, as if its
 * lanes went in step. Groups of 64. */
KERNEL(published_fold, IN(elem, in), OUT(elem, out))
{
    SHARED(elem, words, MAX_THREADS);
    EACH_THREAD {
        PUT(words, THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        for (size distance = LANES; distance > 0; distance /= 2)
            PUT(words, THREAD, OP(GET(words, THREAD), GET(words, THREAD + distance)));
    }
    THE_FIRST_THREAD {
        WRITE(out, GROUP, GET(words, 0));
    }
}

/* The dot products' thread counter: partials in plain stores, and whoever draws the last ticket adds them.
 * `fenced`: as it has to be. */
KERNEL(published_counter, IN(elem, in), OUT(elem, out), EXCHANGE(elem, partials), EXCHANGE(uint, ticket),
       VALUE(size, groups), VALUE(uint, fenced))
{
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, READ(in, GROUP));
        if (fenced)
            DEVICE_FENCE;
        if (ATOMIC_ADD(ticket, 0, 1) == groups - 1) {
            elem sum = IDENTITY;
            if (fenced)
                DEVICE_FENCE;
            for (size group = 0; group < groups; group++)
                sum = OP(sum, READ(partials, group));
            WRITE(out, 0, sum);
        }
    }
}

/* A chain of groups, each of which waits for the one before: by plain flags (not `ordered`), or with the
 * groups that come last in front (`descending`). After `patience` polls, if it is not 0, a group says so in
 * starved[0] and goes on. */
KERNEL(published_chain, IN(elem, in), OUT(elem, out), EXCHANGE(elem, sums), EXCHANGE(uint, state),
       EXCHANGE(uint, starved), VALUE(size, groups), VALUE(uint, choices), VALUE(size, patience))
{
    THE_FIRST_THREAD {
        const uint ordered = choices & 1u, descending = choices & 2u;
        const size tile = descending ? groups - 1 - GROUP : GROUP;
        elem sum = READ(in, tile);
        size polls = 0;
        uint before = tile == 0 ? 1u : 0u;
        while (before == 0u && (patience == 0 || polls < patience)) {
            before = ordered ? ATOMIC_LOAD_ACQUIRE(state, tile - 1) : ATOMIC_LOAD(state, tile - 1);
            if (before == 0u)
                POLL;
            polls++;
        }
        if (before == 0u)
            ATOMIC_STORE(starved, 0, 1u);
        else if (tile > 0)
            sum = OP(READ(sums, tile - 1), sum);
        WRITE(sums, tile, sum);
        WRITE(out, tile, sum);
        if (ordered)
            ATOMIC_STORE_RELEASE(state, tile, 1u);
        else
            ATOMIC_STORE(state, tile, 1u);
    }
}
