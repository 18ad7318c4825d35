/* SPDX-License-Identifier: MIT */
/* A run that mpiexec started: what its ranks have in common, and what all but the first do. */
#include "commands/ranks_attend.h"

#include "base/build_id.h"
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/sha256.h"

#include <errno.h>
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

void ranks_identify(const struct options *options, struct ranks_identity *identity)
{
    char *text = NULL;
    size_t length = 0;
    FILE *const stream = open_memstream(&text, &length);
    if (!stream)
        memory_end(0);
    for (int i = 1; i < options->argc; i++)
        add_text(stream, options->argv[i], strlen(options->argv[i]));
    for (size_t i = 0; i < options->configs.count; i++)
        add_config(stream, options->configs.all[i]);
    if (fclose(stream) != 0)
        memory_end(length);
    build_id_hex(identity->program);
    sha256_hex(text, length, identity->job);
    free(text);
}

static bool serve(const struct options *options, struct error *error)
{
    struct machine machine;
    struct ranks_identity identity;
    struct ranks_bench bench;
    struct message_cost cost;
    if (!machine_init(&machine, options->topology, error))
        return false;
    ranks_identify(options, &identity);
    const bool met = ranks_meet(&bench, &machine, &identity, &cost, error);
    if (met) {
        ranks_serve(&bench);
        if (bench.team)
            team_destroy(bench.team);
        ranks_leave(&bench);
    }
    machine_close(&machine);
    return met;
}

/* By a process of its own, so that somebody is left to say how it ended. */
_Noreturn static void become_server(const struct options *options)
{
    struct error error = {0};
    process_let_crashes_end();
    serve(options, &error);
    if (*error.text)
        print_line(stderr, "scanbench: error: rank %u: %s", seat_read().rank, error.text);
    fflush(NULL);
    _exit(error.code);
}

static bool tell_end(int status, const struct options *options, const struct seat *seat, struct error *error)
{
    if (WIFEXITED(status)) /* it has said why */
        return WEXITSTATUS(status) == EXIT_OK ||
               error_set(error, (enum exit_code)WEXITSTATUS(status), "rank %u ended with exit status %d",
                         seat->rank, WEXITSTATUS(status));
    const char *const name = sigabbrev_np(WTERMSIG(status));
    return error_set(error, EXIT_SYSTEM, "rank %u was killed by SIG%s: the %s", seat->rank, name ? name : "?",
                     options->command == COMMAND_CHECK
                         ? "check ends"
                         : "run ends; what was finished is in the journal, --resume goes on");
}

bool ranks_attend(const struct options *options, const struct seat *seat, struct error *error)
{
    int status = 0;
    if (options->dry_run)
        return true;
    if (options->in_process)
        return serve(options, error);
    fflush(NULL);
    const pid_t child = process_fork(SIGKILL);
    if (child == 0)
        become_server(options);
    if (child < 0)
        return error_set_errno(error, EXIT_SYSTEM, "cannot start a measuring process");
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return tell_end(status, options, seat, error);
}
