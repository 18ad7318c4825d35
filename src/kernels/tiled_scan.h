/* SPDX-License-Identifier: MIT */
/* The ladder of tiled scans, inclusive, each tile on its own and one value a thread: from device memory to
 * registers. Included once. */

/* Hillis–Steele in device memory. */
KERNEL(tiled_naive, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    const size first = GROUP * THREADS;
    const size active = n - first < THREADS ? n - first : THREADS;
    EACH_THREAD_BELOW (active) {
        WRITE(out, first + THREAD, READ(in, first + THREAD));
    }
    BARRIER;
    for (size distance = 1; distance < THREADS; distance *= 2) {
        EACH_THREAD_BELOW (active) {
            if (THREAD >= distance)
                MY(value) = OP(READ(out, first + THREAD - distance), READ(out, first + THREAD));
        }
        BARRIER;
        EACH_THREAD_BELOW (active) {
            if (THREAD >= distance)
                WRITE(out, first + THREAD, MY(value));
        }
        BARRIER;
    }
}

/* The same in shared memory. */
KERNEL(tiled_shared, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    SHARED(elem, words, MAX_THREADS);
    LOAD_ROW(value, in, GROUP, n);
    EACH_THREAD {
        PUT(words, THREAD, MY(value));
    }
    BARRIER;
    for (size distance = 1; distance < THREADS; distance *= 2) {
        EACH_THREAD {
            if (THREAD >= distance)
                MY(value) = OP(GET(words, THREAD - distance), GET(words, THREAD));
        }
        BARRIER;
        EACH_THREAD {
            if (THREAD >= distance)
                PUT(words, THREAD, MY(value));
        }
        BARRIER;
    }
    EACH_THREAD {
        MY(value) = GET(words, THREAD);
    }
    STORE_ROW(out, value, GROUP, n);
}

/* The same between two arrays in turn, so that one barrier a step is enough. */
KERNEL(tiled_double_buffer, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    SHARED(elem, words, 2 * MAX_THREADS);
    size from = 0, to = THREADS;
    LOAD_ROW(value, in, GROUP, n);
    EACH_THREAD {
        PUT(words, THREAD, MY(value));
    }
    BARRIER;
    for (size distance = 1; distance < THREADS; distance *= 2) {
        EACH_THREAD {
            MY(value) = GET(words, from + THREAD);
            if (THREAD >= distance)
                MY(value) = OP(GET(words, from + THREAD - distance), MY(value));
            PUT(words, to + THREAD, MY(value));
        }
        BARRIER;
        const size swap = from;
        from = to;
        to = swap;
    }
    EACH_THREAD {
        MY(value) = GET(words, from + THREAD);
    }
    STORE_ROW(out, value, GROUP, n);
}
