/* SPDX-License-Identifier: MIT */
/* What the kernels that read ahead share: how far they are ahead, and how they look at words. */
#pragma once

/* Words of a round that a lane looks at together. */
#define AHEAD_LOOKS 5

/* Rounds that the summer is ahead of the scanners: it has time to look, and what it looks at has come. */
#define AHEAD_LAG 2

/* PART name(words, from, end, mark, looked): a lane's looks at words, LANES apart from `from` on and below
 * `end`, until MARK of each is the mark; looked[i] = LOAD(words, from + i · LANES). Each look is asked for
 * before the one before it is needed. */
#define AHEAD_LOOK(name, word, loaded, LOAD, MARK)                                            \
    PART(name, EXCHANGE(word, words), VALUE(size, from), VALUE(size, end), VALUE(uint, mark), \
         PRIVATE_REF(loaded, looked))                                                         \
    {                                                                                         \
        uint missing = 0;                                                                     \
        UNROLLED (i, 0, AHEAD_LOOKS)                                                          \
            missing |= from + i * LANES < end ? 1u << i : 0u;                                 \
        while (missing != 0) {                                                                \
            UNROLLED (i, 0, AHEAD_LOOKS)                                                      \
                if (missing & 1u << i)                                                        \
                    looked[i] = LOAD(words, from + i * LANES);                                \
            UNROLLED (i, 0, AHEAD_LOOKS)                                                      \
                if (missing & 1u << i && MARK(looked[i]) == mark)                             \
                    missing &= ~(1u << i);                                                    \
            if (missing != 0)                                                                 \
                POLL;                                                                         \
        }                                                                                     \
    }
