/* SPDX-License-Identifier: MIT */
/* Memory that is out ends the process with one line and EXIT_SYSTEM, whoever asks for it, jansson too. */
#include "base/error.h"
#include "base/memory.h"
#include "inject.h"
#include "json/json_load.h"

#include "../unit/test.h"

#include <sys/wait.h>
#include <unistd.h>

enum { LINE = 256 };

static void ask_array(void)
{
    free(memory_array(3, 5));
}

static void ask_resize(void)
{
    char bytes = 0;
    void *const array = memory_resize(NULL, 7, 3);
    memcpy(array, &bytes, 1);
    free(array);
}

static void ask_text(void)
{
    free(memory_text("four"));
}

static void ask_format(void)
{
    free(memory_format("%d", 4));
}

static void ask_block(void)
{
    free(memory_block(9));
}

static void ask_json(void)
{
    json_use_memory();
    json_decref(json_load("[1, 2]", 6, 0, NULL));
}

/* More than there are addresses: refused before anything is asked for. */
static void ask_too_much(void)
{
    free(memory_array(SIZE_MAX, 2));
}

/* In a child, with the first allocation refused: its status, and what it said. */
static int run(void (*ask)(void), bool refuse, char said[LINE])
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    inject_start(refuse ? INJECT_ALLOCATION : INJECT_NOTHING, INJECT_ON, 1);
    const pid_t child = inject_fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        ask();
        _exit(EXIT_OK);
    }
    close(ends[1]);
    const ssize_t length = read(ends[0], said, LINE - 1);
    said[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    inject_stop();
    return status;
}

static void check(void (*ask)(void), const char *expected)
{
    char said[LINE];
    assert_int_equal(run(ask, false, said), 0);
    assert_string_equal(said, "");
    const int status = run(ask, true, said);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_SYSTEM);
    assert_string_equal(said, expected);
}

TEST(each_refusal_is_one_line_and_exit_3)
{
    check(ask_array, "scanbench: error: out of memory: 15 bytes are not to be had\n");
    check(ask_resize, "scanbench: error: out of memory: 21 bytes are not to be had\n");
    check(ask_text, "scanbench: error: out of memory: 5 bytes are not to be had\n");
    check(ask_block, "scanbench: error: out of memory: 9 bytes are not to be had\n");
}

TEST(jansson_ends_so_too)
{
    char said[LINE];
    assert_int_equal(run(ask_json, false, said), 0);
    assert_int_equal(WEXITSTATUS(run(ask_json, true, said)), EXIT_SYSTEM);
    assert_memory_equal(said, "scanbench: error: out of memory", 31);
}

TEST(more_than_there_are_addresses)
{
    char said[LINE];
    assert_int_equal(WEXITSTATUS(run(ask_too_much, false, said)), EXIT_SYSTEM);
    assert_memory_equal(said, "scanbench: error: out of memory", 31);
}

TEST(arrays_are_zeroed_and_never_null)
{
    unsigned *const array = memory_array(4, sizeof *array);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(array[i], 0);
    free(array);
    void *const none = memory_array(0, 8), *const moved = memory_resize(NULL, 0, 8);
    assert_non_null(none);
    assert_non_null(moved);
    free(none);
    free(moved);
}

TEST(texts_are_copies)
{
    char *const part = memory_text_part("a/b", 2), *const made = memory_format("%s-%d", "n", 7);
    assert_string_equal(part, "a/");
    assert_string_equal(made, "n-7");
    free(part);
    free(made);
    ask_format();
}
