/* SPDX-License-Identifier: MIT */
/* Whether other runs of scanbench on this machine measure on the same device. */
#include "machine/conditions/conditions.h"

#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* PLACES: more runs at once are not told apart. */
enum { PLACES = 8 };

/* Bind a socket to the name of a place, or connect it to who has it. Returns the descriptor, −1 where that
 * cannot be done. */
static int reach(const char *device, int place, int (*how)(int, const struct sockaddr *, socklen_t))
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const int length =
        snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "scanbench %.64s %d", device, place);
    const socklen_t bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || how(descriptor, (const struct sockaddr *)&name, bytes) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

int occupancy_enter(const char *device)
{
    int descriptor = -1;
    for (int place = 0; place < PLACES && descriptor < 0; place++)
        descriptor = reach(device, place, bind);
    return descriptor;
}

void occupancy_leave(int place)
{
    if (place >= 0)
        close(place);
}

unsigned occupancy_others(const char *device, int place)
{
    unsigned taken = 0;
    for (int other = 0; other < PLACES; other++) {
        const int descriptor = reach(device, other, connect);
        taken += descriptor >= 0;
        occupancy_leave(descriptor);
    }
    return taken - (place >= 0 && taken > 0);
}
