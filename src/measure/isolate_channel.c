/* SPDX-License-Identifier: MIT */
/* Lines from a measuring child process to its parent, over a socket. */
#include "measure/isolate_channel.h"

#include "base/memory.h"
#include "results/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE_BYTES = 1 << 28, PART_BYTES = 1 << 16, LEAST_DESCRIPTOR = 32, DESCRIPTORS = 1 << 16 };

/* A descriptor of the same channel, somewhere among all that a process may have; the same one where none is
 * to be had. */
static int hide(int descriptor)
{
    struct rlimit limit = {.rlim_cur = 0};
    unsigned random = 0;
    getrlimit(RLIMIT_NOFILE, &limit);
    const rlim_t most = limit.rlim_cur < DESCRIPTORS ? limit.rlim_cur : DESCRIPTORS;
    if (most <= LEAST_DESCRIPTOR || getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
        return descriptor;
    const int from = LEAST_DESCRIPTOR + (int)(random % (most - LEAST_DESCRIPTOR));
    const int hidden = fcntl(descriptor, F_DUPFD_CLOEXEC, from);
    if (hidden < 0)
        return descriptor;
    close(descriptor);
    return hidden;
}

bool channel_make(int *parent, int *child)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    *parent = ends[0];
    *child = hide(ends[1]);
    return true;
}

static bool send_all(int channel, const char *text, size_t length)
{
    for (size_t done = 0; done < length;) {
        const ssize_t sent = send(channel, text + done, length - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        done += sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool channel_send(int channel, json_t *value)
{
    size_t length;
    char kept;
    ssize_t got;
    char *const line = journal_line_make(value, &length);
    const bool sent = send_all(channel, line, length);
    free(line);
    do
        got = sent ? recv(channel, &kept, sizeof kept, 0) : 0;
    while (got < 0 && errno == EINTR);
    return got > 0;
}

/* Whether a message may begin so: what does not is known at once, while its author still runs. */
static bool may_begin(const struct channel *channel)
{
    static const char *const starts[] = {"{\"launch\":", "{\"end\":", "{\"error\":"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const size_t length = strlen(starts[i]);
        if (strncmp(channel->text, starts[i], channel->length < length ? channel->length : length) == 0)
            return true;
    }
    return false;
}

enum channel_state channel_receive(struct channel *channel, json_t **value)
{
    channel->text = memory_resize(channel->text, channel->length + PART_BYTES + 1, 1);
    const ssize_t got = recv(channel->descriptor, channel->text + channel->length, PART_BYTES, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        return CHANNEL_PART;
    if (got <= 0)
        return CHANNEL_CLOSED;
    channel->length += (size_t)got;
    channel->text[channel->length] = '\0';
    const char *const end = memchr(channel->text, '\n', channel->length);
    if (!may_begin(channel) || channel->length > MESSAGE_BYTES)
        return CHANNEL_GARBAGE;
    if (!end)
        return CHANNEL_PART;
    *value =
        end + 1 == channel->text + channel->length ? journal_line_read(channel->text, channel->length) : NULL;
    return *value ? CHANNEL_MESSAGE : CHANNEL_GARBAGE;
}

void channel_acknowledge(struct channel *channel)
{
    channel->length = 0;
    send_all(channel->descriptor, "", 1);
}

void channel_close(struct channel *channel)
{
    close(channel->descriptor);
    free(channel->text);
    *channel = (struct channel){.descriptor = -1};
}
