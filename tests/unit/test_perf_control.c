/* SPDX-License-Identifier: MIT */
/* The control protocol of perf, spoken with a stand-in: acknowledgements with and without a NUL, and none. */
#include "machine/instruments/instruments.h"

#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two pipes, of which the stand-in has the other ends. */
struct channel {
    int commands[2], acknowledgements[2];
    struct perf_control control;
};

static void open_channel(struct channel *channel)
{
    char text[64];
    struct error error = {0};
    assert_int_equal(pipe(channel->commands), 0);
    assert_int_equal(pipe(channel->acknowledgements), 0);
    snprintf(text, sizeof text, "fd:%d,%d", channel->commands[1], channel->acknowledgements[0]);
    assert_done(perf_control_open(&channel->control, text, &error), &error);
}

static void close_channel(struct channel *channel)
{
    perf_control_close(&channel->control);
    for (size_t i = 0; i < 2; i++) {
        close(channel->commands[i]);
        close(channel->acknowledgements[i]);
    }
}

/* The pipe holds the answer before it is asked for. */
static void answer(const struct channel *channel, const char *bytes, size_t length)
{
    assert_int_equal(write(channel->acknowledgements[1], bytes, length), (ssize_t)length);
}

static void assert_said(const struct channel *channel, const char *expected)
{
    char said[64] = "";
    assert_true(read(channel->commands[0], said, sizeof said - 1) > 0);
    assert_string_equal(said, expected);
}

TEST(commands_and_answers)
{
    struct channel channel;
    struct error error = {0};
    open_channel(&channel);
    answer(&channel, "ack\n\0", 5); /* as perf 6 says it */
    assert_true(perf_control_enable(&channel.control, &error));
    answer(&channel, "ack\n", 4);
    assert_true(perf_control_disable(&channel.control, &error));
    assert_said(&channel, "enable\ndisable\n");
    close_channel(&channel);
}

TEST(other_answers_are_errors)
{
    struct channel channel;
    struct error error = {0};
    open_channel(&channel);
    answer(&channel, "nak\n", 4);
    assert_false(perf_control_enable(&channel.control, &error));
    assert_error(&error, EXIT_SYSTEM, "'nak'");
    close_channel(&channel);
}

TEST(perf_that_is_gone)
{
    struct channel channel;
    struct error error = {0};
    signal(SIGPIPE, SIG_IGN);
    open_channel(&channel);
    close(channel.acknowledgements[1]);
    assert_false(perf_control_enable(&channel.control, &error));
    assert_non_null(strstr(error.text, "went away"));
    close(channel.commands[0]);
    error = (struct error){0};
    assert_false(perf_control_enable(&channel.control, &error));
    assert_non_null(strstr(error.text, "cannot send"));
    channel.acknowledgements[1] = channel.commands[0] = -1;
    close_channel(&channel);
}

TEST(nobody_is_told)
{
    struct error error = {0};
    assert_true(perf_control_enable(NULL, &error));
    assert_true(perf_control_disable(NULL, &error));
}

static void refuse(const char *text, enum exit_code code)
{
    struct perf_control control;
    struct error error = {0};
    assert_false(perf_control_open(&control, text, &error));
    if (error.code != code)
        fail_msg("%s: %s", text, error.text);
}

TEST(bad_channels)
{
    static const char *const texts[] = {"",        "fd",       "fd:",     "fd:1",  "fd:1,",
                                        "fd:a,b",  "fd:1,2,3", "fd:-1,2", "fifo:", "fifo:a",
                                        "fifo:a,", "fifo:,b",  "pipe:1,2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        refuse(texts[i], EXIT_USAGE);
    refuse("fd:900,901", EXIT_SYSTEM);
    refuse("fifo:/nonexistent/a,/nonexistent/b", EXIT_SYSTEM);
}

TEST(fifos)
{
    char folder[] = "/tmp/scanbench-perf-XXXXXX", first[64], second[64], text[160];
    struct error error = {0};
    struct perf_control control;
    assert_non_null(mkdtemp(folder));
    snprintf(first, sizeof first, "%s/ctl", folder);
    snprintf(second, sizeof second, "%s/ack", folder);
    snprintf(text, sizeof text, "fifo:%s,%s", first, second);
    assert_int_equal(mkfifo(first, 0600), 0);
    assert_int_equal(mkfifo(second, 0600), 0);
    refuse(text, EXIT_SYSTEM); /* nobody reads */
    const int commands = open(first, O_RDWR), acknowledgements = open(second, O_RDWR);
    assert_true(perf_control_open(&control, text, &error));
    assert_int_equal(write(acknowledgements, "ack\n", 4), 4);
    assert_true(perf_control_enable(&control, &error));
    perf_control_close(&control);
    close(commands);
    close(acknowledgements);
    unlink(first);
    unlink(second);
    rmdir(folder);
}

TEST(a_file_is_no_fifo_and_stays_as_it_is)
{
    char path[] = "/tmp/scanbench-perf-XXXXXX", text[80], kept[16] = "";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "mine\n", 5), 5);
    snprintf(text, sizeof text, "fifo:%s,%s", path, path);
    refuse(text, EXIT_USAGE);
    refuse("fifo:/dev/null,/dev/null", EXIT_USAGE);
    assert_int_equal(pread(file, kept, sizeof kept - 1, 0), 5);
    assert_string_equal(kept, "mine\n");
    close(file);
    unlink(path);
}
