/* SPDX-License-Identifier: MIT */
/* Files, links and folders are written whole or not at all, without litter. */
#include "file_bed.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void assert_unwritable(const char *path, const char *reason)
{
    struct error error = {0};
    assert_false(file_write(path, "x", 1, &error));
    assert_error(&error, EXIT_OUTPUT, path);
    if (strstr(error.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

TEST_WITH(unwritable, enter, leave)
{
    assert_int_equal(mkdir("folder", 0777), 0);
    write_text("file", "x");
    assert_unwritable("missing/a", "No such file or directory");
    assert_unwritable("file/a", "Not a directory");
    assert_unwritable("folder", "a folder; expected a regular file, which is replaced, or none");
    assert_int_equal(symlink("/dev/full", "full"), 0);
    assert_unwritable("full", "/dev/full: a device; expected a regular file");
    assert_int_equal(entries(), 3);
}

static void assert_link(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

TEST_WITH(own_links_are_followed, enter, leave)
{
    char there[PATH_MAX];
    assert_non_null(getcwd(there, sizeof there - 8));
    strcat(there, "/real");
    write_text("real", "old");
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("../real", "folder/one"), 0);
    assert_int_equal(symlink("folder/one", "two"), 0);
    write_text("two", "new");
    assert_holds("real", "new");
    assert_int_equal(symlink(there, "absolute"), 0);
    write_text("absolute", "newer");
    assert_holds("real", "newer");
    assert_int_equal(symlink("fresh", "dangling"), 0);
    write_text("dangling", "fresh");
    assert_holds("fresh", "fresh");
    assert_link("two");
    assert_link("folder/one");
    assert_link("absolute");
    assert_link("dangling");
    assert_int_equal(entries(), 6);
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_unwritable("loop", "a link of another user, or one that leads nowhere");
}

/* Whose they are, only root can say. */
TEST_WITH(links_of_others_are_refused, enter, leave)
{
    if (geteuid() != 0)
        skip();
    write_text("victim", "old");
    assert_int_equal(symlink("victim", "link"), 0);
    assert_int_equal(lchown("link", 65534, 65534), 0);
    assert_int_equal(symlink("link", "mine"), 0);
    assert_unwritable("link", "link: a link of another user");
    struct error error = {0};
    assert_false(file_write("mine", "x", 1, &error));
    assert_holds("victim", "old");
    assert_link("link");
    assert_int_equal(entries(), 3);
}

/* With a reader or without: nothing waits. */
TEST_WITH(fifos_are_refused, enter, leave)
{
    char got[8];
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_unwritable("fifo", "fifo: a FIFO; expected a regular file");
    const int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    assert_unwritable("fifo", "fifo: a FIFO; expected a regular file");
    assert_int_equal(read(reader, got, sizeof got), 0);
    close(reader);
    assert_int_equal(entries(), 1);
}

/* In a child, since the limit on a file's size cannot be taken back. */
static int write_beyond_limit(void)
{
    static char text[8192];
    struct error error = {0};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096}) != 0)
        return 2;
    if (file_write("a", text, sizeof text, &error))
        return 3;
    return error.code == EXIT_OUTPUT && strcmp(error.text, "a: File too large") == 0 ? 0 : 4;
}

TEST_WITH(failed_write_leaves_old, enter, leave)
{
    write_text("a", "old");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(write_beyond_limit());
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_holds("a", "old");
    assert_int_equal(entries(), 1);
}

/* A pipe that is drained slowly, with a timer that interrupts: short writes and EINTR. */
TEST_WITH(write_all_through_interrupts, enter, leave)
{
    enum { BYTES = 1 << 20 };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static char got[BYTES];
        size_t total = 0;
        ssize_t count;
        close(ends[1]);
        while ((count = read(ends[0], got, 30000)) > 0) {
            total += (size_t)count;
            usleep(1000);
        }
        _exit(total == BYTES ? 0 : 1);
    }
    close(ends[0]);
    interrupt_every(500);
    char *const text = calloc(BYTES, 1);
    struct error error = {0};
    assert_non_null(text);
    const bool written = file_write_all(ends[1], text, BYTES, "pipe", &error);
    interrupt_every(0);
    free(text);
    close(ends[1]);
    int status;
    waitpid(child, &status, 0);
    assert_true(written);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_WITH(write_all_fails, enter, leave)
{
    struct error error = {0};
    assert_false(file_write_all(-1, "x", 1, "journal", &error));
    assert_int_equal(error.code, EXIT_OUTPUT);
    assert_string_equal(error.text, "journal: Bad file descriptor");
    error = (struct error){0};
    assert_true(file_write_all(-1, "", 0, "journal", &error));
}

TEST_WITH(links, enter, leave)
{
    struct error error = {0};
    write_text("first", "1");
    write_text("second", "2");
    assert_true(file_link("first", "newest", &error));
    assert_holds("newest", "1");
    assert_true(file_link("second", "newest", &error));
    assert_holds("newest", "2");
    assert_holds("first", "1");
    assert_int_equal(entries(), 3);
    assert_false(file_link("second", "first", &error));
    assert_error(&error, EXIT_OUTPUT, "first: not a symbolic link");
    assert_holds("first", "1");
    error = (struct error){0};
    assert_false(file_link("first", "missing/newest", &error));
    assert_non_null(strstr(error.text, "missing/newest: No such file"));
}

TEST_WITH(directories, enter, leave)
{
    static const char *const paths[] = {"a", "a/b/c", "a/b/c/", "./d", "."};
    struct error error = {0};
    struct stat status;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_done(file_directory(paths[i], &error), &error);
        assert_int_equal(stat(paths[i], &status), 0);
        assert_true(S_ISDIR(status.st_mode));
    }
    assert_int_equal(entries(), 2);
    char absolute[64];
    snprintf(absolute, sizeof absolute, "%s/e/f", folder);
    assert_true(file_directory(absolute, &error));
    assert_int_equal(stat("e/f", &status), 0);
}

TEST_WITH(refused_directories, enter, leave)
{
    static const struct {
        const char *path, *reason;
    } cases[] = {{"file", "Not a directory"},
                 {"file/a/b", "Not a directory"},
                 {"", "No such file"},
                 {"/proc/scanbench/a", "/proc/scanbench"},
                 {"/proc", "cannot create files in /proc"},
                 {"dangling", "dangling: No such file or directory"},
                 {"dangling/a", "No such file or directory"},
                 {"loop", "Too many levels of symbolic links"},
                 {"link", "Not a directory"}};
    write_text("file", "x");
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_int_equal(symlink("file", "link"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        assert_false(file_directory(cases[i].path, &error));
        assert_int_equal(error.code, EXIT_OUTPUT);
        if (strstr(error.text, cases[i].reason) == NULL)
            fail_msg("'%s' does not say '%s'", error.text, cases[i].reason);
    }
}
