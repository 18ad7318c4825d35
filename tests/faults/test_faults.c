/* SPDX-License-Identifier: MIT */
/* The Nth allocation, thread, mapping, fork, write, sync, rename fails, once and for good, for every N until
 * a run is clean: exit 3 or 4 with one line, no crash, no leak, no litter. FAULT_STRIDE: only every so many.
 */
#include "faults_bed.h"

#include "commands/commands.h"
#include "measure/measure.h"

#include <dirent.h>
#include <glob.h>
#include <sys/wait.h>

enum { DENSE = 40, MOST = 200000, LINE = 512 };

static char cut[64];

/* A command, and whether it leaves results. */
struct words {
    const char *argv[16];
    bool results;
};
static const struct words run_words = {{"scanbench", "-q", "--smoke", "--set", "measure.samples=100",
                                        "--format", "csv", "-c", config, "-o", output, NULL},
                                       true};
static const struct words resume_words = {
    {"scanbench", "-q", "--format", "csv", "--resume", cut, "-o", output, NULL}, true};
static const struct words check_words = {{"scanbench", "check", "--smoke", "limit/memcpy", NULL}, false};

static const char *const kinds[INJECT_KINDS] = {"nothing",  "allocation", "thread",     "mmap",
                                                "mprotect", "fork",       "socketpair", "open",
                                                "write",    "fsync",      "rename",     "unlink"};

static void empty(const char *path)
{
    DIR *const directory = opendir(path);
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char name[LINE];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (unlink(name) != 0 && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            empty(name);
    }
    if (directory)
        closedir(directory);
    rmdir(path);
}

/* How many files have this ending; anything but results, journals and links is litter. */
static unsigned count(const char *ending, const char *what)
{
    DIR *const directory = opendir(output);
    unsigned found = 0;
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        const char *const name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (!ends_with(name, ".csv") && !ends_with(name, ".json") && !ends_with(name, ".journal"))
            fail_msg("%s: litter: %s", what, name);
        found += ends_with(name, ending);
    }
    if (directory)
        closedir(directory);
    return found;
}

/* As main does. */
static int run_command(const struct words *words)
{
    char *argv[16] = {NULL};
    int argc = 0;
    struct options options;
    struct error error = {0};
    commands_begin();
    for (; words->argv[argc]; argc++)
        argv[argc] = (char *)words->argv[argc];
    if (options_parse(&options, argc, argv, &error))
        (options.command == COMMAND_CHECK ? command_check : command_run)(&options, &error);
    if (error.code != EXIT_OK)
        fprintf(stderr, "%s\n", error.text);
    return error.code;
}

struct outcome {
    int status; /* of waitpid */
    bool fired;
};

static struct outcome run(const struct words *words, enum inject_kind kind, enum inject_mode mode,
                          unsigned nth)
{
    struct outcome outcome;
    inject_start(kind, mode, nth);
    fflush(NULL);
    const pid_t child = inject_fork();
    if (child == 0) {
        if (!freopen(said, "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(99);
        const int code = run_command(words);
        inject_stop();
        exit(code); /* the leak checker looks now */
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &outcome.status, 0), child);
    outcome.fired = inject_stop();
    return outcome;
}

static const char *last_said(void)
{
    static char line[4096];
    FILE *const file = fopen(said, "r");
    const size_t length = file ? fread(line, 1, sizeof line - 1, file) : 0;
    line[length] = '\0';
    if (file)
        fclose(file);
    return line;
}

static void check_outcome(const struct words *words, const struct outcome *outcome, const char *what)
{
    if (!WIFEXITED(outcome->status))
        fail_msg("%s: killed by signal %d: %s", what, WTERMSIG(outcome->status), last_said());
    const int code = WEXITSTATUS(outcome->status);
    if (code != EXIT_OK && code != EXIT_SYSTEM && code != EXIT_OUTPUT)
        fail_msg("%s: exit %d: %s", what, code, last_said());
    if (code != EXIT_OK && !*last_said())
        fail_msg("%s: exit %d without a word", what, code);
    const unsigned results = count(".csv", what);
    if (code == EXIT_OK && words->results && results != 2)
        fail_msg("%s: exit 0 with %u CSV files", what, results);
}

/* Members and numbers of the JSON that was written; flags and placements, which come and go, count as
 * nothing. */
static unsigned volume(void)
{
    char path[128], line[8192];
    unsigned lines = 0;
    bool placements = false;
    snprintf(path, sizeof path, "%s/f.json", output);
    FILE *const file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *const text = line + strspn(line, " ");
        if (strstr(text, "\"placements\": [\n"))
            placements = true;
        if (placements) {
            placements = *text != ']';
            continue;
        }
        lines += strstr(text, "\": ") || (*text >= '0' && *text <= '9');
    }
    if (file)
        fclose(file);
    return lines;
}

/* Every N of the first ones, then every so many, until nothing fails any more. */
static void loop(const struct words *words, enum inject_kind kind, enum inject_mode mode)
{
    unsigned failed = 0;
    empty(output);
    run(words, INJECT_NOTHING, mode, 0);
    const unsigned whole = volume();
    for (unsigned nth = 1; nth < MOST; nth += nth < DENSE ? 1 : stride()) {
        char what[LINE];
        empty(output);
        const struct outcome outcome = run(words, kind, mode, nth);
        snprintf(what, sizeof what, "%s %u%s", kinds[kind], nth, mode == INJECT_ON ? " and on" : "");
        check_outcome(words, &outcome, what);
        if (WEXITSTATUS(outcome.status) == EXIT_OK && volume() != whole)
            fail_msg("%s: exit 0 with %u of %u lines", what, volume(), whole);
        if (!outcome.fired) {
            assert_int_equal(WEXITSTATUS(outcome.status), EXIT_OK);
            assert_int_equal(count(".journal", what), 0);
            if (!failed)
                fail_msg("%s: nothing fails", kinds[kind]);
            return;
        }
        failed += WEXITSTATUS(outcome.status) != EXIT_OK;
    }
    fail_msg("%s: no end", kinds[kind]);
}

static void loops(enum inject_kind kind)
{
    for (enum inject_mode mode = INJECT_ONCE; mode <= INJECT_ON; mode++)
        loop(&run_words, kind, mode);
}

#define LOOP(name, kind) \
    TEST(name)           \
    {                    \
        loops(kind);     \
    }
LOOP(allocations, INJECT_ALLOCATION)
LOOP(threads, INJECT_THREAD)
LOOP(mappings, INJECT_MAP)
LOOP(protections, INJECT_PROTECT)
LOOP(forks, INJECT_FORK)
LOOP(pipes, INJECT_PIPE)
LOOP(opens, INJECT_OPEN)
LOOP(writes, INJECT_WRITE)
LOOP(syncs, INJECT_SYNC)
LOOP(renames, INJECT_RENAME)

TEST(resumed)
{
    static const enum inject_kind some[] = {INJECT_ALLOCATION, INJECT_OPEN, INJECT_WRITE, INJECT_SYNC,
                                            INJECT_RENAME};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        loop(&resume_words, some[i], INJECT_ONCE);
}

TEST(checked)
{
    static const enum inject_kind some[] = {INJECT_ALLOCATION, INJECT_THREAD, INJECT_MAP, INJECT_PROTECT,
                                            INJECT_FORK};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        loop(&check_words, some[i], INJECT_ON);
}

TEST(short_writes_are_continued)
{
    empty(output);
    const struct outcome outcome = run(&run_words, INJECT_WRITE, INJECT_SHORT, 1);
    check_outcome(&run_words, &outcome, "short writes");
    assert_int_equal(outcome.status, 0);
    assert_int_equal(count(".csv", "short writes"), 2);
}

/* A run that is cut short before it starts leaves a journal to resume. */
static bool cut_short(void)
{
    static const struct words words = {
        {"scanbench", "-q", "--smoke", "--time", "1ns", "--format", "none", "-c", config, "-o", output, NULL},
        true};
    char pattern[256];
    glob_t found;
    run(&words, INJECT_NOTHING, INJECT_ONCE, 0);
    snprintf(pattern, sizeof pattern, "%s/f-*.journal", output);
    if (glob(pattern, 0, NULL, &found) != 0)
        return false;
    const bool moved = found.gl_pathc == 1 && rename(found.gl_pathv[0], cut) == 0;
    globfree(&found);
    return moved;
}

static int make_folder(void **state)
{
    (void)state;
    if (!make_config("[1,2]", "\"algorithm\":[\"serial\",\"threads/*\"],\"sizes\":[9]"))
        return 1;
    snprintf(cut, sizeof cut, "%s/cut.journal", folder);
    return !cut_short();
}

static int remove_folder(void **state)
{
    (void)state;
    empty(output);
    empty(folder);
    return 0;
}

AROUND_TESTS(make_folder, remove_folder)
