/* SPDX-License-Identifier: MIT */
/* Two sides that take turns: who runs when, who waits for whom, and what happens when one goes away. */
#include "measure/turns.h"

#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST, SECOND, SIDES, ROUNDS = 8, LOG = 64 };

/* Both ends in one process. */
struct match {
    struct turns sides[SIDES];
    _Atomic size_t logged;
    char log[LOG]; /* who ran, in order */
};

static bool wait_on(void *context)
{
    (void)context;
    return true;
}

static bool give_up(void *context)
{
    (void)context;
    return false;
}

static const struct turns_waiting patient = {wait_on, NULL}, hasty = {give_up, NULL};

static void match_open(struct match *match)
{
    int ends[SIDES];
    struct error error = {0};
    memset(match, 0, sizeof *match);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    for (int side = FIRST; side < SIDES; side++)
        assert_true(turns_open(&match->sides[side], ends[side], side == FIRST, &error));
}

static void match_close(struct match *match)
{
    for (int side = FIRST; side < SIDES; side++)
        if (match->sides[side].state)
            turns_close(&match->sides[side]);
}

/* A side that runs some rounds of each block, and says so. */
struct player {
    struct match *match;
    int side;
    size_t rounds[2]; /* of two blocks */
};

static void *play(void *context)
{
    const struct player *const player = context;
    struct turns *const turns = &player->match->sides[player->side];
    turns_take(turns, &patient);
    for (uint64_t block = 0; block < 2; block++) {
        turns_pass(turns, block, &patient);
        for (size_t i = 0; i < player->rounds[block]; i++) {
            player->match->log[player->match->logged++] = (char)((player->side ? 'a' : 'A') + (int)block);
            turns_pass(turns, block, &patient);
        }
    }
    turns_finish(turns, &patient);
    return NULL;
}

static void play_both(const struct player players[SIDES])
{
    pthread_t second;
    assert_int_equal(pthread_create(&second, NULL, play, (void *)&players[SECOND]), 0);
    play((void *)&players[FIRST]);
    pthread_join(second, NULL);
}

TEST_OF(match, rounds_alternate)
{
    const struct player players[SIDES] = {{match, FIRST, {3, 2}}, {match, SECOND, {3, 2}}};
    play_both(players);
    assert_string_equal(match->log, "AaAaAaBbBb");
    for (int side = FIRST; side < SIDES; side++)
        assert_false(turns_broken(&match->sides[side]));
}

/* Who has fewer rounds waits at the next block, whichever side that is. */
TEST(the_one_ahead_waits)
{
    struct match match;
    match_open(&match);
    const struct player slow_second[SIDES] = {{&match, FIRST, {1, 2}}, {&match, SECOND, {4, 1}}};
    play_both(slow_second);
    assert_string_equal(match.log, "AaaaaBbB");
    match_close(&match);
    match_open(&match);
    const struct player slow_first[SIDES] = {{&match, FIRST, {4, 1}}, {&match, SECOND, {1, 3}}};
    play_both(slow_first);
    assert_string_equal(match.log, "AaAAAbBbb");
    match_close(&match);
}

/* A side that keeps its turn counts as gone once patience ends, and not before. */
TEST_OF(match, a_turn_that_is_kept_ends_the_match)
{
    struct turns *const first = &match->sides[FIRST];
    first->patience_s = 0.35;
    turns_pass(first, 1, &hasty); /* gives the turn, and waits no longer than a look */
    assert_false(turns_broken(first));
    turns_take(first, &patient);
    assert_true(turns_broken(first));
    assert_true(turns_hung(first));
    turns_pass(first, 2, &patient); /* goes on alone */
    turns_finish(first, &patient);
}

/* One that gives its turn back again and again is not given up, however long that takes in all. */
TEST_OF(match, patience_is_for_one_turn)
{
    for (int side = FIRST; side < SIDES; side++)
        match->sides[side].patience_s = 60;
    const struct player players[SIDES] = {{match, FIRST, {3, 2}}, {match, SECOND, {3, 2}}};
    play_both(players);
    for (int side = FIRST; side < SIDES; side++)
        assert_false(turns_broken(&match->sides[side]) || turns_hung(&match->sides[side]));
}

struct greeter {
    struct turns *turns;
    const char *digest;
    bool agreed;
    struct error error;
};

static void *greet(void *context)
{
    struct greeter *const greeter = context;
    greeter->agreed = turns_agree(greeter->turns, greeter->digest, &patient, &greeter->error);
    return NULL;
}

static void greet_both(struct greeter greeters[SIDES])
{
    pthread_t second;
    assert_int_equal(pthread_create(&second, NULL, greet, &greeters[SECOND]), 0);
    greet(&greeters[FIRST]);
    pthread_join(second, NULL);
}

TEST_OF(match, equal_plans_agree)
{
    struct greeter greeters[SIDES] = {{.turns = &match->sides[FIRST], .digest = "abc"},
                                      {.turns = &match->sides[SECOND], .digest = "abc"}};
    greet_both(greeters);
    assert_true(greeters[FIRST].agreed && greeters[SECOND].agreed);
    assert_true(strlen(match->sides[FIRST].session) > 0);
    assert_string_equal(match->sides[FIRST].session, match->sides[SECOND].session);
}

TEST_OF(match, other_plans_are_refused)
{
    struct greeter greeters[SIDES] = {{.turns = &match->sides[FIRST], .digest = "abc"},
                                      {.turns = &match->sides[SECOND], .digest = "abd"}};
    greet_both(greeters);
    for (int side = FIRST; side < SIDES; side++) {
        assert_false(greeters[side].agreed);
        assert_int_equal(greeters[side].error.code, EXIT_USAGE);
        assert_non_null(strstr(greeters[side].error.text, "different problems"));
    }
}

TEST_OF(match, other_programs_are_refused)
{
    struct error error = {0};
    assert_true(send(match->sides[SECOND].channel, "hello", 6, 0) > 0);
    assert_false(turns_agree(&match->sides[FIRST], "abc", &patient, &error));
    assert_error(&error, EXIT_SYSTEM, "takes turns as 'hello'");
}

TEST_OF(match, silence_is_no_agreement)
{
    struct error error = {0};
    turns_close(&match->sides[SECOND]);
    assert_false(turns_agree(&match->sides[FIRST], "abc", &patient, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
}

/* One that neither answers nor goes away is waited for as long as the run wants to. */
TEST_OF(match, waiting_for_an_answer_can_be_ended)
{
    struct error error = {0};
    assert_false(turns_agree(&match->sides[FIRST], "abc", &hasty, &error));
    assert_error(&error, EXIT_SYSTEM, "stopped before");
    assert_false(match->sides[FIRST].answered);
}

TEST_OF(match, who_is_left_goes_on_alone)
{
    assert_false(turns_broken(&match->sides[FIRST]));
    turns_close(&match->sides[SECOND]);
    for (uint64_t round = 0; round < ROUNDS; round++)
        turns_pass(&match->sides[FIRST], round, &hasty);
    assert_true(turns_broken(&match->sides[FIRST]));
}

TEST_OF(match, waiting_can_be_ended)
{
    turns_take(&match->sides[SECOND], &hasty);
    turns_pass(&match->sides[FIRST], 0, &hasty); /* the second side never answers */
    assert_false(turns_broken(&match->sides[FIRST]));
}

/* The process that has the turn ends; the one that follows it has it still, and can give it. */
TEST_OF(match, a_turn_outlives_its_process)
{
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    const pid_t receiver = fork();
    if (receiver == 0) {
        turns_take(&match->sides[SECOND], &patient);
        _exit(0);
    }
    turns_pass(&match->sides[FIRST], 0, &hasty);
    assert_int_equal(waitpid(receiver, &status, 0), receiver);
    assert_int_equal(status, 0);
    turns_take(&match->sides[SECOND], &hasty); /* at once: a process of this side has taken it */
    turns_pass(&match->sides[SECOND], 0, &hasty);
    turns_take(&match->sides[FIRST], &patient);
}

TEST(channels_are_checked)
{
    static const char *const bad[] = {
        "", "3", "fd:", "fd:x", "fd:3x", "fd:-1", "fd:99999999999999999999", "fifo:3"};
    int channel, ends[2];
    struct turns turns;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct error error = {0};
        assert_false(turns_channel(bad[i], &channel, &error));
        assert_int_equal(error.code, EXIT_USAGE);
    }
    struct error error = {0}, none = {0};
    assert_true(turns_channel("fd:17", &channel, &none));
    assert_int_equal(channel, 17);
    assert_int_equal(pipe(ends), 0);
    assert_false(turns_open(&turns, ends[0], true, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    close(ends[0]);
    close(ends[1]);
    error = (struct error){0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_false(turns_open(&turns, ends[0], true, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    close(ends[0]);
    close(ends[1]);
}
