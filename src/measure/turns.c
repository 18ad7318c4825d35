/* SPDX-License-Identifier: MIT */
/* Taking turns: a packet with one's position gives the turn to the other side. */
#include "measure/turns.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 160, POSITION = 24, LOOK_MS = 100, ANSWER_MS = 60 * 1000, DIGEST = 64 };

static const uint64_t finished = UINT64_MAX;
static const char greeting[] = "scanbench-turns-1";

/* In memory that all processes of a side share, so that a turn outlives the one that had it. */
struct turn_state {
    bool held;      /* it is this side's turn */
    bool alone;     /* the other has finished, or has gone */
    bool hung;      /* it kept its turn */
    uint64_t other; /* its position */
};

bool turns_channel(const char *text, int *channel, struct error *error)
{
    char *end;
    errno = 0;
    const bool numbered = strncmp(text, "fd:", 3) == 0 && isdigit((unsigned char)text[3]);
    const long number = numbered ? strtol(text + 3, &end, 10) : -1;
    if (!numbered || *end || errno || number > 1 << 20)
        return error_set(error, EXIT_USAGE, "--turns: '%.64s'; expected fd:N", text);
    *channel = (int)number;
    return true;
}

bool turns_open(struct turns *turns, int channel, bool first, struct error *error)
{
    int kind;
    socklen_t size = sizeof kind;
    if (getsockopt(channel, SOL_SOCKET, SO_TYPE, &kind, &size) != 0)
        return error_set_errno(error, EXIT_SYSTEM, "cannot take turns on descriptor %d", channel);
    if (kind != SOCK_SEQPACKET)
        return error_set(error, EXIT_USAGE,
                         "descriptor %d is another kind of socket; expected SOCK_SEQPACKET", channel);
    *turns = (struct turns){.channel = channel, .first = first, .patience_s = INFINITY};
    turns->state =
        mmap(NULL, sizeof *turns->state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (turns->state == MAP_FAILED)
        return error_set_errno(error, EXIT_SYSTEM, "cannot take turns");
    fcntl(channel, F_SETFD, FD_CLOEXEC);
    turns->state->held = first;
    return true;
}

void turns_close(struct turns *turns)
{
    close(turns->channel);
    munmap(turns->state, sizeof *turns->state);
    *turns = (struct turns){.channel = -1};
}

static bool send_packet(const struct turns *turns, const char *packet)
{
    ssize_t sent;
    do
        sent = send(turns->channel, packet, strlen(packet) + 1, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

/* False when the other has gone. */
static bool receive_packet(const struct turns *turns, char packet[PACKET])
{
    ssize_t got;
    do
        got = recv(turns->channel, packet, PACKET - 1, 0);
    while (got < 0 && errno == EINTR);
    packet[got > 0 ? got : 0] = '\0';
    return got > 0;
}

/* Above 0: there is a packet, or the end. */
static int look(const struct turns *turns)
{
    struct pollfd waiting = {.fd = turns->channel, .events = POLLIN};
    return poll(&waiting, 1, LOOK_MS);
}

static void name_session(struct turns *turns)
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    const size_t length = strftime(turns->session, sizeof turns->session, "%Y%m%dT%H%M%S", &utc);
    snprintf(turns->session + length, sizeof turns->session - length, ".%09ldZ-%d", now.tv_nsec,
             (int)getpid());
}

static bool read_greeting(struct turns *turns, const char *packet, const char *digest, struct error *error)
{
    char version[24], session[TURNS_SESSION], other[DIGEST + 1];
    if (sscanf(packet, "%23s %39s %64s", version, session, other) != 3 || strcmp(version, greeting) != 0)
        return error_set(error, EXIT_SYSTEM, "the other program takes turns as '%.32s'; expected %s", packet,
                         greeting);
    if (!turns->first)
        snprintf(turns->session, sizeof turns->session, "%s", session);
    if (strcmp(other, digest) != 0)
        return error_set(error, EXIT_USAGE,
                         "the two programs plan different problems; expected the same, as of a "
                         "config and options that both understand alike");
    return true;
}

static bool gone(struct error *error)
{
    return error_set(error, EXIT_SYSTEM, "the other program ended before it took a turn");
}

static bool send_greeting(const struct turns *turns, const char *digest, struct error *error)
{
    char packet[PACKET];
    snprintf(packet, sizeof packet, "%s %s %s", greeting, turns->session, digest);
    return send_packet(turns, packet) || gone(error);
}

/* In looks, so that a run that was stopped and continued has not waited meanwhile. */
static bool wait_for_greeting(struct turns *turns, const struct turns_waiting *waiting, char packet[PACKET],
                              struct error *error)
{
    unsigned looks = 0;
    while (look(turns) <= 0) {
        if (!waiting->alive(waiting->context))
            return error_set(error, EXIT_SYSTEM, "stopped before the other program had answered");
        if (++looks == ANSWER_MS / LOOK_MS)
            return error_set(error, EXIT_SYSTEM, "the other program did not answer within %d s",
                             ANSWER_MS / 1000);
    }
    turns->answered = receive_packet(turns, packet);
    return turns->answered || gone(error);
}

bool turns_agree(struct turns *turns, const char *plan_digest, const struct turns_waiting *waiting,
                 struct error *error)
{
    char packet[PACKET];
    if (turns->first) {
        name_session(turns);
        return send_greeting(turns, plan_digest, error) && wait_for_greeting(turns, waiting, packet, error) &&
               read_greeting(turns, packet, plan_digest, error);
    }
    if (!wait_for_greeting(turns, waiting, packet, error))
        return false;
    const bool same = read_greeting(turns, packet, plan_digest, error);
    struct error ignored = {0};
    return send_greeting(turns, plan_digest, same ? error : &ignored) && same;
}

/* Its position gives it the turn. */
static void give(struct turns *turns, uint64_t position)
{
    char text[POSITION];
    snprintf(text, sizeof text, "%" PRIu64, position);
    turns->state->held = false;
    if (!send_packet(turns, text))
        turns->state->alone = turns->state->held = true;
}

/* Older programs send more after the position, which is left alone. */
static void receive(struct turns *turns)
{
    struct turn_state *const state = turns->state;
    char packet[PACKET];
    const bool got = receive_packet(turns, packet);
    if (got)
        state->other = strtoull(packet, NULL, 10);
    state->alone |= !got || state->other == finished;
    state->held = true;
}

static void give_up(struct turn_state *state)
{
    state->alone = state->hung = state->held = true;
}

/* Patience is counted in looks, so that a run that was stopped and continued has not waited meanwhile. */
void turns_take(struct turns *turns, const struct turns_waiting *waiting)
{
    double waited_s = 0;
    while (!turns->state->held) {
        const int seen = look(turns);
        waited_s += seen == 0 ? LOOK_MS * 1e-3 : 0;
        if (seen > 0)
            receive(turns);
        else if (!waiting->alive(waiting->context))
            return;
        else if (waited_s >= turns->patience_s)
            give_up(turns->state);
    }
}

void turns_pass(struct turns *turns, uint64_t position, const struct turns_waiting *waiting)
{
    const struct turn_state *const state = turns->state;
    do {
        if (state->held && !state->alone)
            give(turns, position);
        turns_take(turns, waiting);
    } while (state->held && !state->alone && state->other < position);
}

void turns_finish(struct turns *turns, const struct turns_waiting *waiting)
{
    give(turns, finished);
    if (!turns->state->alone)
        turns_take(turns, waiting);
}

bool turns_broken(const struct turns *turns)
{
    return turns->state->alone && turns->state->other != finished;
}

bool turns_hung(const struct turns *turns)
{
    return turns->state->hung;
}
