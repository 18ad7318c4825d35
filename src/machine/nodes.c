/* SPDX-License-Identifier: MIT */
/* Which NUMA nodes memory lies on, as move_pages(2) says when it is asked to move nothing. */
#include "machine/machine.h"

#include "base/buffer.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LOOKS = 256 };

static bool is_among(int node, const unsigned *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((int)nodes[i] == node)
            return true;
    return false;
}

double nodes_elsewhere(const void *data, size_t bytes, const unsigned *nodes, size_t count)
{
    const size_t pages = bytes / PAGE, looks = pages < LOOKS ? pages : LOOKS;
    void *places[LOOKS];
    int found[LOOKS];
    for (size_t i = 0; i < looks; i++)
        places[i] = (char *)((uintptr_t)data & -(uintptr_t)PAGE) + i * (pages / looks) * PAGE;
    if (looks == 0 || syscall(SYS_move_pages, 0, looks, places, NULL, found, 0) != 0)
        return NAN;
    size_t known = 0, elsewhere = 0;
    for (size_t i = 0; i < looks; i++) {
        known += found[i] >= 0;
        elsewhere += found[i] >= 0 && !is_among(found[i], nodes, count);
    }
    return known ? (double)elsewhere / (double)known : NAN;
}
