/* SPDX-License-Identifier: MIT */
/* What the kernels that read ahead share: how far they are ahead, and how they look at words. */
#pragma once

/* What as many subgroups of scanners have of a tile, whose sums a reducer scans beside each other: two of
 * them make a scan of 16 Mi u8-u32 take 25.9 us on an H200, four 22.6. */
#ifndef CHUNKS_AT_ONCE
#define CHUNKS_AT_ONCE (VALUES < 4 ? VALUES : 4)
#endif

/* Words of a round that a lane looks at together. */
#define AHEAD_LOOKS 5

/* Rounds whose tiles have come when one is summed, after it: half of the slots are filled while the other
 * half drain, and what is looked at has been published; but a quarter of a short run. The slot of a round may
 * be free only when the next one has been scanned, so it is not to be waited for: of two slots none is. A
 * compaction of 10 % of 16 Mi elements takes 25.5 us on an H200 with it, 27.4 where it is one round. */
#define AHEAD_LAG(rounds) ((rounds) / 2 + 1 < RING_SLOTS ? (rounds) / 4 : (RING_SLOTS - 1) / 2)

/* Each group's rounds, as far as the running thread has a part in them. */
#define EACH_ROUND_AHEAD(round, groups, tiles) \
    for (size round = RING_FIRST_ROUND; round * (groups) + GROUP < (tiles); round += RING_ROUND_STEP)

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
