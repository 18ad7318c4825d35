/* SPDX-License-Identifier: MIT */
/* A run that mpiexec started: what its ranks have in common, and what all but the first do. */
#include "commands/commands.h"

#include "base/file.h"
#include "base/inert.h"
#include "base/release.h"
#include "base/sha256.h"
#include "base/text_stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CONFIG_MOST = 16 << 20 };

/* Append a text and its length, so that no two lists of texts look the same. */
static void add_text(FILE *stream, const char *text, size_t length)
{
    fprintf(stream, "%zu:", length);
    fwrite(text, 1, length, stream);
}

static void add_config(FILE *stream, const char *path)
{
    char *text = NULL;
    size_t length = 0;
    struct error unread = {0};
    if (strcmp(path, "-") != 0 && file_read(path, CONFIG_MOST, &text, &length, &unread))
        add_text(stream, text, length);
    free(text);
}

/* Whether this process, or one that it starts, meets the other ranks: MPI starts once in a process. */
static bool is_meeting;

void ranks_identify(const struct options *options, struct ranks_identity *identity)
{
    is_meeting = true;
    *identity->refused = '\0';
    struct text_stream stream;
    text_stream_open(&stream);
    for (int i = 1; i < options->argc; i++)
        add_text(stream.file, options->argv[i], strlen(options->argv[i]));
    for (size_t i = 0; i < options->configs.count; i++)
        add_config(stream.file, options->configs.all[i]);
    char *const text = text_stream_close(&stream);
    build_id_hex(identity->program);
    sha256_hex(text, stream.length, identity->job);
    free(text);
}

/* Whether ranks of the command wait for each other. */
static bool command_meets(const struct options *options)
{
    return (options->command == COMMAND_RUN && !options->dry_run) || options->command == COMMAND_CHECK;
}

void ranks_refuse(const struct options *options, struct error *error)
{
    const struct seat seat = seat_read();
    struct machine machine;
    struct ranks_identity identity;
    struct ranks_bench bench = {.machine = &machine};
    struct message_cost cost;
    struct error unsaid = {0};
    if (!seat.ranked || is_meeting || !command_meets(options) || !machine_init(&machine, NULL, &unsaid))
        return;
    ranks_identify(options, &identity);
    snprintf(identity.refused, sizeof identity.refused, "%.319s",
             *error->text ? error->text : "there is nothing to do");
    ranks_meet(&bench, &identity, &cost, &unsaid);
    machine_close(&machine);
    if (seat.rank > 0) /* the first rank prints why; a launcher ends it where another fails before that */
        *error = (struct error){.code = EXIT_OK};
}

static bool serve(const struct options *options, struct error *error)
{
    struct machine machine;
    struct ranks_identity identity;
    struct ranks_bench bench = {.machine = &machine};
    struct message_cost cost;
    if (!machine_init(&machine, options->topology, error)) {
        ranks_refuse(options, error);
        return false;
    }
    ranks_identify(options, &identity);
    const bool met = ranks_meet(&bench, &identity, &cost, error);
    if (met) {
        ranks_serve(&bench);
        ranks_leave(&bench);
    }
    machine_close(&machine);
    return met;
}

/* By a process of its own, so that somebody is left to say how it ended. */
static void become_server(void *context)
{
    struct error error = {0};
    serve(context, &error);
    char kind[64];
    snprintf(kind, sizeof kind, "scanbench: error: rank %u: ", seat_read().rank);
    if (*error.text)
        message_print(kind, error.text);
    fflush(NULL);
    _exit(*error.text ? error.code : EXIT_OK); /* another rank prints why */
}

/* One that failed has said why. */
static bool tell_end(const struct child *child, const struct options *options, const struct seat *seat,
                     struct error *error)
{
    char end[128];
    const bool killed = WIFSIGNALED(child->status);
    if (child->status == 0)
        return true;
    return error_set(error, killed ? EXIT_SYSTEM : (enum exit_code)WEXITSTATUS(child->status), "rank %u %s%s",
                     seat->rank, child_end_text(child, end, sizeof end),
                     !killed                             ? ""
                     : options->command == COMMAND_CHECK ? "; the check ends"
                                                         : "; the run ends: --resume goes on with what the "
                                                           "journal has");
}

bool ranks_attend(const struct options *options, const struct seat *seat, struct error *error)
{
    struct child child;
    if (options->dry_run)
        return true;
    if (options->in_process)
        return serve(options, error);
    if (!child_start(&child, become_server, (void *)options))
        return error_set_errno(error, EXIT_SYSTEM, "cannot start a measuring process");
    child_await(&child, INFINITY);
    return tell_end(&child, options, seat, error);
}
