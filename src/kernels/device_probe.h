/* SPDX-License-Identifier: MIT */
/* Kernels that say how a device is: what a launch costs, and how fast its clock runs. Included once. */
#if !defined ELEM || \
    (defined OPERATOR_IS_sum && !ELEM_IS_FLOAT) /* integers alone; the model has all in one */

/* Nothing at all. */
KERNEL(probe_nothing, OUT(uint, out))
{
    (void)out;
}

/* A chain of `steps` multiplications and additions, each of which waits for the one before. */
KERNEL(probe_chain, OUT(uint, out), VALUE(uint, steps))
{
    THE_FIRST_THREAD {
        uint x = steps;
        for (uint i = 0; i < steps; i++)
            x = x * 1664525u + 1013904223u;
        WRITE(out, 0, x);
    }
}

#endif
