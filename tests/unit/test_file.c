/* SPDX-License-Identifier: MIT */
/* Whole files are read within bounds. */
#include "file_bed.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void assert_unreadable(const char *path, size_t limit, const char *reason)
{
    struct error error = {0};
    char *text;
    size_t length;
    assert_false(file_read(path, limit, &text, &length, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_null(text);
    assert_non_null(strstr(error.text, path));
    if (strstr(error.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

TEST_WITH(write_and_read, enter, leave)
{
    write_text("a", "one");
    assert_holds("a", "one");
    write_text("a", "");
    assert_holds("a", "");
    write_text("./a", "three");
    assert_holds("a", "three");
    assert_int_equal(entries(), 1);
    struct stat status;
    assert_int_equal(stat("a", &status), 0);
    const mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(status.st_mode & 0777, 0666 & ~mask);
}

TEST_WITH(read_within_limit, enter, leave)
{
    struct error error = {0};
    char *text;
    size_t length;
    char *const large = malloc(300000);
    assert_non_null(large);
    for (size_t i = 0; i < 300000; i++)
        large[i] = (char)(i % 251);
    assert_true(file_write("large", large, 300000, &error));
    assert_true(file_read("large", 300000, &text, &length, &error));
    assert_int_equal(length, 300000);
    assert_memory_equal(text, large, 300000);
    assert_int_equal(text[length], '\0');
    free(text);
    free(large);
    assert_unreadable("large", 299999, "longer than the limit of 299999 bytes");
    assert_unreadable("large", 0, "longer than the limit");
    write_text("empty", "");
    assert_true(file_read("empty", 0, &text, &length, &error));
    assert_int_equal(length, 0);
    free(text);
}

TEST_WITH(unreadable, enter, leave)
{
    assert_unreadable("missing", LIMIT, "No such file or directory");
    assert_unreadable(".", LIMIT, "Is a directory");
    assert_unreadable("/dev/zero", LIMIT, "longer than the limit");
    assert_int_equal(mkfifo("silent", 0600), 0);
    assert_unreadable("silent", LIMIT, "nothing came for 5 s");
}

/* A child that writes text to path times over, until it is stopped. */
static pid_t writer(const char *path, const char *text, size_t times)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0)
        return child;
    const int descriptor = open(path, O_WRONLY);
    for (size_t i = 0; i < times; i++) {
        if (write(descriptor, text, strlen(text)) < 0)
            _exit(1);
        usleep(1000);
    }
    _exit(0);
}

TEST_WITH(read_fifo, enter, leave)
{
    assert_int_equal(mkfifo("fifo", 0600), 0);
    pid_t child = writer("fifo", "abc", 3);
    assert_holds("fifo", "abcabcabc");
    waitpid(child, NULL, 0);
    child = writer("fifo", "0123456789012345678901234567890123456789", SIZE_MAX);
    assert_unreadable("fifo", 500, "longer than the limit");
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
}

/* It says something, and then nothing more. */
TEST_WITH(read_stalled_fifo, enter, leave)
{
    assert_int_equal(mkfifo("stalled", 0600), 0);
    const int both = open("stalled", O_RDWR | O_CLOEXEC);
    assert_int_equal(write(both, "abc", 3), 3);
    assert_unreadable("stalled", LIMIT, "nothing came for 5 s");
    close(both);
}

static void assert_irregular(const char *path, const char *reason)
{
    struct error error = {0};
    assert_false(file_check_regular(path, 3, &error));
    assert_error(&error, EXIT_USAGE, path);
    if (strstr(error.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

TEST_WITH(regular_files, enter, leave)
{
    struct error error = {0};
    write_text("four", "1234");
    assert_int_equal(symlink("four", "link"), 0);
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_true(file_check_regular("four", 4, &error));
    assert_true(file_check_regular("link", 4, &error));
    assert_int_equal(error.code, EXIT_OK);
    assert_irregular("four", "longer than the limit of 3 bytes");
    assert_irregular("fifo", "a FIFO; expected a regular file");
    assert_irregular(".", "a directory; expected a regular file");
    assert_irregular("/dev/zero", "a device; expected a regular file");
    assert_irregular("missing", "No such file or directory");
}

TEST_WITH(read_through_interrupts, enter, leave)
{
    char wanted[301] = "";
    for (size_t i = 0; i < 100; i++)
        strcat(wanted, "abc");
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    const pid_t child = writer(path, "abc", 100);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    interrupt_every(300);
    char *text;
    size_t length;
    struct error error = {0};
    const bool read = file_read(path, LIMIT, &text, &length, &error);
    interrupt_every(0);
    close(ends[0]);
    waitpid(child, NULL, 0);
    assert_done(read, &error);
    assert_string_equal(text, wanted);
    free(text);
}

TEST_WITH(read_stdin, enter, leave)
{
    write_text("in", "from stdin");
    const int before = dup(STDIN_FILENO), descriptor = open("in", O_RDONLY);
    assert_true(dup2(descriptor, STDIN_FILENO) == STDIN_FILENO);
    close(descriptor);
    assert_holds("-", "from stdin");
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
    if (before >= 0) {
        dup2(before, STDIN_FILENO);
        close(before);
    }
}
