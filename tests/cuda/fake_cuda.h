/* SPDX-License-Identifier: MIT */
/* What the stand-ins for libcuda, libnvrtc and libnvidia-ml share: how a test makes their functions fail, and
 * how kernels run on the CPU. The variable FAKE_CUDA holds words: "symbol=status" makes a function return
 * that status, "driver=11080", "devices=0", "memory=1048576", "cache=65536", "capability=75", "nvrtc=12", and
 * of each kernel "fit=8" groups of "static=100" bytes on a multiprocessor, change what there is; "crash=1",
 * "exit=7" and "hang=1" are what becomes of the process when the driver starts; "stuck=20" lets no wait after
 * so many end; with "blocking=1" each launch waits for its end; with "order=1" the subgroups of each launch
 * go on in another order. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAKE_EXPORT __attribute__((visibility("default")))

/* The number that FAKE_CUDA gives a word, else `otherwise`. */
static inline long fake_number(const char *word, long otherwise)
{
    const char *at = getenv("FAKE_CUDA");
    const size_t length = strlen(word);
    while (at && (strncmp(at, word, length) != 0 || at[length] != '=')) {
        const char *const space = strchr(at, ' ');
        at = space ? space + 1 : NULL;
    }
    return at ? strtol(at + length + 1, NULL, 10) : otherwise;
}

/* Fail with the status that is asked for, from a call on. */
#define FAIL_AS_ASKED(symbol)                            \
    do {                                                 \
        static long calls;                               \
        const int asked = (int)fake_number(#symbol, 0);  \
        if (asked && calls++ >= fake_number("after", 0)) \
            return asked;                                \
    } while (0)

/* What a module gets to run on: where its thread stands, and what threads do together. */
struct fake_device {
    unsigned (*thread)(void);
    unsigned (*group)(void);
    void (*barrier)(void);                            /* of the group */
    void (*gather)(uint64_t value, uint64_t all[32]); /* of a subgroup: what each lane brought */
    void (*poll)(void);                               /* ends the process when nobody can ever answer */
    void (*yield)(void);                              /* the same, after the others of the group went on */
};
