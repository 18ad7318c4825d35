/* SPDX-License-Identifier: MIT */
/* Drawing the data of a chart with gnuplot, without a shell and within a time limit; and the files of a
 * chart, stamped like the result that it shows, with a link of the name alone. */
#include "chart/chart.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/report.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef SCRIPTS_DIR
#define SCRIPTS_DIR "scripts"
#endif

static const size_t image_bytes = (size_t)1 << 28;
static const double gnuplot_timeout_s = 60;

static bool has_scripts(const char *folder)
{
    struct error unseen = {0};
    char *const script = memory_format("%sstyle.gp", folder);
    const bool has = file_check_regular(script, image_bytes, &unseen) && access(script, R_OK) == 0;
    free(script);
    return has;
}

/* In a source tree they are beside the program. */
static char *choose_scripts(void)
{
    const char *const chosen = getenv("SCANBENCH_SCRIPTS");
    if (chosen != NULL && chosen[0] != '\0')
        return memory_format("%s/", chosen);
    char *const program = realpath("/proc/self/exe", NULL);
    const size_t length = program != NULL ? (size_t)(basename(program) - program) : 0;
    char *const beside = memory_format("%.*sscripts/", (int)length, program != NULL ? program : "");
    free(program);
    if (has_scripts(beside))
        return beside;
    free(beside);
    return memory_text(SCRIPTS_DIR "/");
}

/* gnuplot might take a folder of other characters for more than a name. */
bool gnuplot_scripts(char **folder, struct error *error)
{
    *folder = choose_scripts();
    if (!has_scripts(*folder))
        return error_set(
            error, EXIT_SYSTEM,
            "%sstyle.gp: cannot be read; SCANBENCH_SCRIPTS names the folder of the gnuplot scripts", *folder);
    for (const char *c = *folder; *c != '\0'; c++)
        if (!isascii(*c) || (!isalnum(*c) && strchr("_./+:@%,- ", *c) == NULL))
            return error_set(
                error, EXIT_USAGE,
                "%s: cannot be given to gnuplot; expected a path of letters, digits, spaces and _./+:@%%,-",
                *folder);
    return true;
}

/* With this the scripts end where the file or the options are wrong, and say so in their last line. */
enum { SCRIPT_REFUSES = 2 };

/* gnuplot's own words, without the place in the script: '"FILE" line N: '. */
static const char *without_place(const char *line)
{
    const char *const file_end = line[0] == '"' ? strchr(line + 1, '"') : NULL;
    const char *const said = file_end != NULL ? strstr(file_end, ": ") : NULL;
    return said != NULL && strncmp(file_end, "\" line ", 7) == 0 ? said + 2 : line;
}

static bool gnuplot_failed(const char *named, const struct process_result *result, struct error *error)
{
    if (result->end == PROCESS_MISSING)
        return error_set(error, EXIT_SYSTEM,
                         "gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    if (result->end == PROCESS_TIMEOUT)
        return error_set(error, EXIT_SYSTEM, "gnuplot took longer than %g s on %s and was killed",
                         gnuplot_timeout_s, named);
    if (result->end == PROCESS_EXITED && result->status == SCRIPT_REFUSES && result->last_line[0] != '\0')
        return error_set(error, EXIT_USAGE, "%s", result->last_line);
    return error_set(error, EXIT_SYSTEM, "gnuplot failed on %s (%s %d)%s%s", named,
                     result->end == PROCESS_KILLED ? "signal" : "exit code", result->status,
                     result->last_line[0] != '\0' ? ": " : "", without_place(result->last_line));
}

/* A file in memory, and its path: -1 with the error. */
static int open_memory(const char *text, char path[32], struct error *error)
{
    const int memory = file_in_memory(text, strlen(text), "no memory for a chart", error);
    snprintf(path, 32, "/proc/self/fd/%d", memory);
    return memory;
}

static bool run_gnuplot(const struct gnuplot_picture *picture, const char *data, const char *image,
                        struct error *error)
{
    struct process_result result;
    char *const script = memory_format("%s%s.gp", picture->folder, picture->script);
    char *const options = memory_format("%sformat=%s", picture->options, picture->format);
    const char *const arguments[] = {"gnuplot", "-d", "-c", script, data, image, options, NULL};
    const bool ran = process_run(arguments, gnuplot_timeout_s, &result, error);
    free(script);
    free(options);
    if (ran && result.end == PROCESS_EXITED && result.status == 0)
        return true;
    return ran ? gnuplot_failed(picture->named, &result, error) : false;
}

/* On a dark page light becomes dark, and colours keep their hue. */
static const char dark_style[] = "<style>@media (prefers-color-scheme: dark) { svg:has(> #gnuplot_canvas) { "
                                 "filter: invert(1) hue-rotate(180deg) } }</style>\n";

/* The name that gnuplot gives an SVG is the script's: its title becomes that of the chart. */
static char *with_title(const char *title, const char *svg)
{
    const char *const start = strstr(svg, "<title>"), *const end = start ? strstr(start, "</title>") : NULL;
    struct text_stream stream;
    if (end == NULL)
        return memory_text(svg);
    text_stream_open(&stream);
    fprintf(stream.file, "%.*s%s<title>", (int)(start - svg), svg, dark_style);
    html_text(stream.file, title);
    fputs(end, stream.file);
    return text_stream_close(&stream);
}

static bool read_image(const struct gnuplot_picture *picture, const char *path, char **image, size_t *length,
                       struct error *error)
{
    char *drawn;
    if (!file_read(path, image_bytes, &drawn, length, error))
        return false;
    const bool is_svg = strcmp(picture->format, "svg") == 0;
    *image = is_svg ? with_title(picture->title, drawn) : drawn;
    if (is_svg) {
        *length = strlen(*image);
        free(drawn);
    }
    if (*length > 0)
        return true;
    free(*image);
    return error_set(error, EXIT_SYSTEM, "gnuplot drew nothing for %s", picture->named);
}

/* gnuplot runs what follows a "<" or "|" in a name and follows whatever link is where it writes: it reads and
 * writes memory, which it inherits. */
bool gnuplot_draw(const struct gnuplot_picture *picture, char **image, size_t *length, struct error *error)
{
    char data_path[32], image_path[32];
    const int data = open_memory(picture->csv, data_path, error);
    const int drawing = data >= 0 ? open_memory("", image_path, error) : -1;
    const bool drawn = drawing >= 0 && run_gnuplot(picture, data_path, image_path, error) &&
                       read_image(picture, image_path, image, length, error);
    if (data >= 0)
        close(data);
    if (drawing >= 0)
        close(drawing);
    return drawn;
}

/* ---- Files */

char *chart_stamp(const char *named)
{
    const size_t ending = strlen(".json"), length = strlen(basename(named)) - ending;
    char *const real = realpath(named, NULL);
    const char *const file = real != NULL ? basename(real) : "";
    const bool is_stamped = strncmp(file, basename(named), length) == 0 && file[length] == '-' &&
                            isdigit((unsigned char)file[length + 1]) && text_ends_with(file, ".json");
    char *const stamp =
        is_stamped ? memory_text_part(file + length, strlen(file) - length - ending) : memory_text("");
    free(real);
    return stamp;
}

/* Whether a link is to a chart of the same name, and nothing else is there. */
static bool can_be_linked(const char *path, const char *stem)
{
    char target[PATH_MAX];
    struct stat status;
    const char *const name = basename(stem);
    const size_t length = strlen(name);
    if (lstat(path, &status) != 0)
        return true;
    const ssize_t bytes =
        S_ISLNK(status.st_mode) && status.st_uid == geteuid() ? readlink(path, target, PATH_MAX - 1) : -1;
    target[bytes > 0 ? bytes : 0] = '\0';
    return strncmp(target, name, length) == 0 && target[length] == '-' && strchr(target, '/') == NULL;
}

bool chart_file_write(const struct chart_files *files, const char *part, const char *text, size_t length,
                      struct error *error)
{
    char *const path = memory_format("%s%s", files->stem, part);
    char *const stamped = memory_format("%s%s%s", files->stem, files->stamp, part);
    bool ok = file_write(stamped, text, length, error);
    /* A link that leads elsewhere is the user's: its file is written. */
    if (ok && files->stamp[0] != '\0')
        ok = can_be_linked(path, files->stem) ? file_link(basename(stamped), path, error)
                                              : file_write(path, text, length, error);
    free(stamped);
    free(path);
    return ok;
}
