/* SPDX-License-Identifier: MIT */
/* A run, and the resumption of one, is killed before each of its calls that open, write, sync, rename or
 * remove, and half through each write: what stood whole stays as it is, the rest is completed, and nothing
 * else is left. FAULT_STRIDE: of many calls, those before the last ones, only every so many. */
#include "faults_bed.h"

#include "commands/commands.h"
#include "results/result_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>

enum { PATH_BYTES = 512, FILES = 16, LAST = 12, POINTS = 3, HEADS = 3 };

static const char *const kinds[INJECT_KINDS] = {[INJECT_OPEN] = "open",
                                                [INJECT_WRITE] = "write",
                                                [INJECT_SYNC] = "fsync",
                                                [INJECT_RENAME] = "rename",
                                                [INJECT_UNLINK] = "unlink"};

/* Call for each entry of a folder with its path. */
static void for_each_of(const char *folder_, void (*visit)(void *context, const char *path), void *context)
{
    DIR *const directory = opendir(folder_);
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[PATH_BYTES];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder_, entry->d_name);
        visit(context, path);
    }
    if (directory)
        closedir(directory);
}

static void for_each(void (*visit)(void *context, const char *path), void *context)
{
    for_each_of(output, visit, context);
}

static void remove_one(void *context, const char *path)
{
    if (unlink(path) == 0)
        return;
    for_each_of(path, remove_one, context);
    rmdir(path);
}

static void empty_output(void)
{
    for_each(remove_one, NULL);
}

/* The results that stand. */
struct whole {
    struct {
        char path[PATH_BYTES];
        struct stat status;
    } files[FILES];
    size_t count;
};

static void add_whole(void *context, const char *path)
{
    struct whole *const whole = context;
    struct stat status;
    const bool result = ends_with(path, ".csv") || ends_with(path, ".json");
    if (!result || lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    assert_in_range(whole->count, 0, FILES - 1);
    snprintf(whole->files[whole->count].path, PATH_BYTES, "%s", path);
    whole->files[whole->count++].status = status;
}

static void check_untouched(const struct whole *whole, const char *what)
{
    for (size_t i = 0; i < whole->count; i++) {
        const struct stat *const before = &whole->files[i].status;
        struct stat now;
        if (stat(whole->files[i].path, &now) != 0)
            fail_msg("%s: %s is gone", what, whole->files[i].path);
        if (now.st_ino != before->st_ino || now.st_size != before->st_size ||
            now.st_mtim.tv_nsec != before->st_mtim.tv_nsec)
            fail_msg("%s: %s was written again", what, whole->files[i].path);
    }
}

static void find_journal(void *context, const char *path)
{
    if (ends_with(path, ".journal"))
        snprintf(context, PATH_BYTES, "%s", path);
}

static void check_no_litter(void *context, const char *path)
{
    if (!ends_with(path, ".csv") && !ends_with(path, ".json"))
        fail_msg("%s: litter: %s", (const char *)context, path);
}

static char *read_text(const char *path)
{
    static char text[1 << 16];
    FILE *const file = fopen(path, "r");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* As main does, in a child that is killed at the nth call; 0: it is not. Returns the status of waitpid. */
static int run(const char *journal, enum inject_kind kind, unsigned nth)
{
    const char *const fresh[] = {"scanbench",           "-q", "--smoke", "--format", "none", "--set",
                                 "measure.processes=2", "-c", config,    "-o",       output, NULL};
    const char *const again[] = {"scanbench", "-q", "--format", "none", "--resume", journal, NULL};
    const char *const *const words = journal ? again : fresh;
    struct options options;
    struct error error = {0};
    int argc = 0, status;
    while (words[argc])
        argc++;
    inject_start(kind, INJECT_KILL, nth);
    fflush(NULL);
    const pid_t child = inject_fork();
    if (child == 0) {
        if (!freopen(said, "w", stderr))
            _exit(99);
        commands_begin();
        if (options_parse(&options, argc, (char **)words, &error))
            command_run(&options, &error);
        if (error.code != EXIT_OK)
            fprintf(stderr, "%s\n", error.text);
        fflush(NULL);
        _exit(error.code);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    inject_stop();
    return status;
}

/* The measuring process of a run that was killed goes a moment later, and with it the lock of its journal. */
static void complete(const char *what)
{
    char journal[PATH_BYTES] = "", csv[PATH_BYTES];
    snprintf(csv, sizeof csv, "%s/f.csv", output);
    for_each(find_journal, journal);
    const int resumed = *journal ? run(journal, INJECT_NOTHING, 0) : 0;
    if (resumed != 0 && strchr(read_text(journal), '\n'))
        fail_msg("%s: resuming %s: status %x: %s", what, journal, (unsigned)resumed, read_text(said));
    if ((!*journal || resumed != 0 || access(csv, F_OK) != 0) && run(NULL, INJECT_NOTHING, 0) != 0)
        fail_msg("%s: running again: %s", what, read_text(said));
}

/* Where a link leads in the end. */
static void resolve(const char *path, char target[PATH_BYTES])
{
    char *const found = realpath(path, NULL);
    if (!found)
        fail_msg("%s leads nowhere", path);
    snprintf(target, PATH_BYTES, "%s", found);
    free(found);
}

static size_t count_text(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void check_complete(const char *what)
{
    char csv[PATH_BYTES], json[PATH_BYTES], csv_target[PATH_BYTES] = "", json_target[PATH_BYTES] = "";
    snprintf(csv, sizeof csv, "%s/f.csv", output);
    snprintf(json, sizeof json, "%s/f.json", output);
    for_each(check_no_litter, (void *)what);
    resolve(csv, csv_target);
    resolve(json, json_target);
    if (strncmp(csv_target, json_target, strlen(csv_target) - strlen("csv")) != 0)
        fail_msg("%s: links to %s and %s", what, csv_target, json_target);
    const char *const text = read_text(csv);
    if (count_text(text, "\n") != POINTS + 1 || count_text(text, ",ok,") != POINTS)
        fail_msg("%s: not all points are there: %s", what, text);
}

/* Whatever was killed, the link is at a whole run, that of before or the new one. */
static void check_whole(const char *what)
{
    char path[PATH_BYTES];
    struct result_file file;
    struct error error = {0};
    snprintf(path, sizeof path, "%s/f.json", output);
    if (!results_read(&file, path, &error) || file.edited || !file.results.complete)
        fail_msg("%s: %s: %s", what, path, error.text);
    result_file_close(&file);
}

/* A run stands there, and the links. Kill another at its nth rename; false where it came to its end. */
static bool kill_another(unsigned nth)
{
    char what[64];
    snprintf(what, sizeof what, "rename %u of another run", nth);
    empty_output();
    assert_int_equal(run(NULL, INJECT_NOTHING, 0), 0);
    const bool killed = WIFSIGNALED(run(NULL, INJECT_RENAME, nth));
    check_whole(what);
    return killed;
}

/* Those of the JSON, its link, the CSV and its link. */
TEST(the_link_is_at_a_whole_run)
{
    unsigned nth = 1;
    while (nth < 100 && kill_another(nth))
        nth++;
    assert_true(nth > 4);
}

/* Kill at the nth call, which may be of the resumption of what an earlier kill left. False where nothing was
 * killed any more. */
static bool kill_at(enum inject_kind kind, unsigned nth, bool resumption)
{
    char what[64], journal[PATH_BYTES] = "";
    struct whole whole = {.count = 0};
    snprintf(what, sizeof what, "%s %u%s", kinds[kind], nth, resumption ? " of a resumption" : "");
    empty_output();
    if (resumption) {
        /* Two launches of a point, and half of the next line. */
        assert_true(WIFSIGNALED(run(NULL, INJECT_WRITE, HEADS + 3)));
        for_each(find_journal, journal);
        assert_true(*journal);
    }
    const int status = run(resumption ? journal : NULL, kind, nth);
    if (!WIFSIGNALED(status)) {
        assert_int_equal(status, 0);
        check_complete(what);
        return false;
    }
    for_each(add_whole, &whole);
    complete(what);
    check_complete(what);
    check_untouched(&whole, what);
    return true;
}

/* The last calls, where results are written, and of those before every so many. */
static void kill_everywhere(enum inject_kind kind, bool resumption)
{
    assert_false(kill_at(kind, UINT32_MAX, resumption));
    const unsigned calls = inject_calls();
    assert_in_range(calls, 1, 100000);
    for (unsigned nth = 1; nth <= calls; nth += nth + LAST >= calls ? 1 : stride())
        assert_true(kill_at(kind, nth, resumption));
}

#define KILLED(name, kind)            \
    TEST(name)                        \
    {                                 \
        kill_everywhere(kind, false); \
        kill_everywhere(kind, true);  \
    }
KILLED(before_an_open, INJECT_OPEN)
KILLED(within_a_write, INJECT_WRITE)
KILLED(before_a_sync, INJECT_SYNC)
KILLED(before_a_rename, INJECT_RENAME)
KILLED(before_a_removal, INJECT_UNLINK)

static int make_folder(void **state)
{
    (void)state;
    return !make_config("1", "\"algorithm\":[\"serial\"],\"sizes\":[5,7,9]");
}

static int remove_folder(void **state)
{
    (void)state;
    empty_output();
    unlink(config);
    unlink(said);
    return rmdir(output) != 0 || rmdir(folder) != 0;
}

AROUND_TESTS(make_folder, remove_folder)
