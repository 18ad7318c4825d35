/* SPDX-License-Identifier: MIT */
/* One launch in child processes: the channel from a child, and what the parent takes of what it sends. */
#include "measure/isolate.h"

#include "base/inert.h"
#include "base/memory.h"
#include "registry/registry.h"
#include "results/results.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

/* A kernel that went astray may have sent anything: nothing of a message is believed. It is of a point that
 * is pending in this launch, and as record_json writes the points of one launch. */
static bool read_record(const struct isolation *isolation, const struct json_node *message, size_t *index)
{
    const struct launch_run *const run = isolation->work.run;
    const struct json_node result = node_member(message, "result");
    const size_t most = run->workload->config->measure.samples + 1;
    struct record read;
    size_t launch;
    if (!journal_record_place(message, run->launch + 1, run->results->count, &launch, index))
        return false;
    struct record *const place = &run->results->records[*index];
    read = record_of(&place->point);
    if (launch != run->launch || place->status != STATUS_PENDING || !record_read(&read, &result, NULL))
        return false;
    if (read.sample_count > most || read.launch_count > 0 || read.status == STATUS_INTERRUPTED) {
        record_close(&read);
        return false;
    }
    record_close(place);
    *place = read;
    return true;
}

static enum receipt take_record(struct isolation *isolation, const struct json_node *message)
{
    size_t index;
    if (!read_record(isolation, message, &index))
        return RECEIPT_BROKEN;
    if (!isolation_keep(isolation, index))
        return RECEIPT_FAILED;
    channel_acknowledge(&isolation->channel);
    return RECEIPT_RECORD;
}

static bool is_exit_code(uint64_t code)
{
    return (code > EXIT_OK && code <= EXIT_UNSTABLE) || code == EXIT_BUDGET || code == EXIT_INTERRUPT ||
           code == EXIT_TERMINATE;
}

static enum receipt take_error(const struct isolation *isolation, const struct json_node *failure)
{
    const struct json_node code = node_member(failure, "code"), text = node_member(failure, "text");
    char shown[sizeof isolation->error->text];
    const char *what;
    uint64_t number;
    if (!node_count(&code, 0, EXIT_TERMINATE, &number) || !is_exit_code(number) || !node_string(&text, &what))
        return RECEIPT_BROKEN;
    snprintf(shown, sizeof shown, "%s", what);
    error_set(isolation->error, (enum exit_code)number, "%s", text_inert(shown));
    return RECEIPT_FAILED;
}

/* Whether a point that the child is to measure is pending. */
static bool has_pending(const struct isolation *isolation)
{
    const struct results *const results = isolation->work.run->results;
    for (size_t i = 0; i < results->count; i++) {
        const struct implementation *const implementation = results->records[i].point.implementation;
        const bool ours = !isolation->work.apart || registry_plugin_of(implementation) == isolation->work.of;
        if (ours && results->records[i].status == STATUS_PENDING)
            return true;
    }
    return false;
}

/* It may end early where it was told to alone, or the other program of an interleaved run is gone. */
static enum receipt take_end(const struct isolation *isolation)
{
    const struct turns *const turns = isolation->work.run->options->running.turns;
    const bool told = stop_signal || isolation->work.watch->stop || (turns && turns_broken(turns));
    return told || isolation_on_ranks(isolation) || !has_pending(isolation) ? RECEIPT_END : RECEIPT_BROKEN;
}

static enum receipt take_message(struct isolation *isolation, json_t *value)
{
    struct error ignored = {0};
    const struct json_source source = {
        .path = "", .text = isolation->channel.text, .length = isolation->channel.length};
    const struct json_node message = {.value = value, .source = &source, .error = &ignored};
    const struct json_node end = node_member(&message, "end"), failure = node_member(&message, "error");
    if (json_is_true(end.value))
        return take_end(isolation);
    return failure.value ? take_error(isolation, &failure) : take_record(isolation, &message);
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

/* A message that has come whole, of the text; RECEIPT_PART: more is to come. */
static enum receipt hear(struct channel *channel, json_t **value)
{
    channel->text = memory_resize(channel->text, channel->length + PART_BYTES + 1, 1);
    const ssize_t got = recv(channel->descriptor, channel->text + channel->length, PART_BYTES, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        return RECEIPT_PART;
    if (got <= 0)
        return RECEIPT_CLOSED;
    channel->length += (size_t)got;
    channel->text[channel->length] = '\0';
    const char *const end = memchr(channel->text, '\n', channel->length);
    if (!may_begin(channel) || channel->length > MESSAGE_BYTES)
        return RECEIPT_BROKEN;
    if (!end)
        return RECEIPT_PART;
    *value =
        end + 1 == channel->text + channel->length ? journal_line_read(channel->text, channel->length) : NULL;
    return *value ? RECEIPT_RECORD : RECEIPT_BROKEN;
}

enum receipt isolation_receive(struct isolation *isolation)
{
    json_t *value = NULL;
    enum receipt receipt = hear(&isolation->channel, &value);
    if (receipt == RECEIPT_RECORD)
        receipt = take_message(isolation, value);
    json_decref(value);
    return receipt;
}

void channel_acknowledge(struct channel *channel)
{
    channel->length = 0;
    send(channel->descriptor, "", 1, MSG_NOSIGNAL);
}

void channel_close(struct channel *channel)
{
    close(channel->descriptor);
    free(channel->text);
    *channel = (struct channel){.descriptor = -1};
}
