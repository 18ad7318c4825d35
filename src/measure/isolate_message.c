/* SPDX-License-Identifier: MIT */
/* Bytes between a measuring child process and its parent. */
#include "measure/isolate_message.h"

#include <errno.h>
#include <sys/socket.h>

bool isolate_send(int channel, const void *data, size_t bytes)
{
    for (const char *at = data; bytes > 0;) {
        const ssize_t sent = send(channel, at, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        at += sent;
        bytes -= (size_t)sent;
    }
    return true;
}

bool isolate_receive(int channel, void *data, size_t bytes)
{
    for (char *at = data; bytes > 0;) {
        const ssize_t got = recv(channel, at, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        bytes -= (size_t)got;
    }
    return true;
}
