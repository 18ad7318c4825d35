/* SPDX-License-Identifier: MIT */
/* Which charts of a result are drawn. */
#include "commands/commands.h"

#include "base/memory.h"
#include "base/text_stream.h"
#include "sweep/config_members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_counts(size_t kind)
{
    return strcmp(plot_kinds[kind].y, "counts") == 0;
}

static const struct config_member plot_list = {"plots", MEMBER_LIST, MEMBER_AT(plots_chosen, plots),
                                               .counted = offsetof(struct plots_chosen, count), PLOT_LIST};

/* The plots that the config of the result asks for and that its rows can show; else the usual one. */
static bool take_configured(struct plots_chosen *chosen, const struct result_file *result,
                            struct error *error)
{
    const struct json_source source = result_source(result);
    const struct json_node root = {.value = result->root, .source = &source, .error = error};
    const struct json_node config = node_member(&root, "config");
    const struct json_node plots =
        json_is_object(config.value) ? node_member(&config, "plots") : (struct json_node){0};
    size_t kept = 0;
    if (plots.value != NULL && !member_parse(&plots, &plot_list, chosen))
        return false;
    for (size_t i = 0; i < chosen->count; i++)
        if (is_of_counts(chosen->plots[i].kind) == result->is_counts)
            chosen->plots[kept++] = chosen->plots[i];
    chosen->count = kept;
    if (kept > 0)
        return true;
    free(chosen->plots);
    chosen->plots = memory_array(1, sizeof *chosen->plots);
    chosen->count = 1;
    while (is_of_counts(chosen->plots[0].kind) != result->is_counts)
        chosen->plots[0].kind++;
    return true;
}

/* The kinds that the command line names, in its order. */
static bool take_kinds(struct plots_chosen *chosen, const struct options *options,
                       const struct result_file *result, struct error *error)
{
    static const char *const contents[] = {"times", "exact counts"};
    chosen->plots = memory_array(options->kinds.count, sizeof *chosen->plots);
    for (size_t i = 0; i < options->kinds.count; i++) {
        const int kind = plot_kind_find(options->kinds.all[i], error);
        if (kind < 0)
            return false;
        if (is_of_counts((size_t)kind) != result->is_counts)
            return error_set(error, EXIT_USAGE, "--kind=%s draws %s; %s has %s", plot_kinds[kind].name,
                             contents[!result->is_counts], result->path, contents[result->is_counts]);
        chosen->plots[chosen->count++] = (struct config_plot){.kind = (size_t)kind};
    }
    return true;
}

/* Add the texts of a repeated option to those of a look, of which there is room for so many bytes. */
static bool add_texts(const struct option_list *list, char *texts, const char *option, struct error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        const size_t length = strlen(texts);
        if (length + strlen(list->all[i]) + 2 > PLOT_NAMES)
            return error_set(error, EXIT_USAGE, "%s: expected at most %d bytes of them", option, PLOT_NAMES);
        sprintf(texts + length, "%s\n", list->all[i]);
    }
    return true;
}

/* What the command line calls lines, and their colours; its names come first. */
static bool apply_look(const struct options *options, struct plot_look *look, struct error *error)
{
    char *const configured = memory_text(look->names);
    look->names[0] = '\0';
    const bool ok = add_texts(&options->names, look->names, "--name", error) &&
                    add_texts(&options->line_colors, look->colors, "--line-color", error);
    if (ok && strlen(look->names) + strlen(configured) < PLOT_NAMES)
        strcat(look->names, configured);
    free(configured);
    if (options->title != NULL)
        strcpy(look->title, options->title);
    return ok;
}

bool plots_choose(struct plots_chosen *chosen, const struct options *options,
                  const struct result_file *result, struct error *error)
{
    if (options->kinds.count > 0 ? !take_kinds(chosen, options, result, error)
                                 : !take_configured(chosen, result, error))
        return false;
    for (size_t i = 0; i < chosen->count; i++) {
        struct config_plot *const plot = &chosen->plots[i];
        if (!apply_look(options, &plot->look, error))
            return false;
        if (options->unit != NULL)
            plot->unit = options->unit;
        if (options->baseline != NULL)
            strcpy(plot->baseline, options->baseline);
        if (options->filter != NULL && !side_filter(&plot->filter, options->filter, result, error))
            return false;
    }
    return true;
}

/* "-bandwidth-time": the unit is in the name where it is not that of the kind, up to its "/s". */
static char *name_of(const struct config_plot *plot)
{
    const struct plot_kind *const kind = &plot_kinds[plot->kind];
    if (plot->unit == NULL || strcmp(plot->unit, kind->unit) == 0)
        return memory_format("-%s", kind->script);
    return memory_format("-%s-%.*s", kind->script, (int)strcspn(plot->unit, "/"), plot->unit);
}

char *plots_chosen_name(const struct plots_chosen *chosen, size_t index)
{
    char *const name = name_of(&chosen->plots[index]);
    size_t same = 1;
    for (size_t i = 0; i < index; i++) {
        char *const other = name_of(&chosen->plots[i]);
        same += strcmp(name, other) == 0;
        free(other);
    }
    char *const numbered = same > 1 ? memory_format("%s-%zu", name, same) : memory_text(name);
    free(name);
    return numbered;
}

/* Of an option that is given twice, the scripts take the last. */
char *look_options(const struct plot_look *look, const struct options *options)
{
    struct text_stream stream;
    text_stream_open(&stream);
    if (look->font_points > 0)
        fprintf(stream.file, "font-size=%g\n", look->font_points);
    const struct {
        const char *key, *value;
    } settings[] = {
        {"paper", options->paper ? "yes" : NULL},
        {"width", look->width[0] != '\0' ? look->width : NULL},
        {"style", look->style},
        {"width", options->width},
        {"style", options->style},
        {"font-size", options->font_size},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (settings[i].value != NULL)
            fprintf(stream.file, "%s=%s\n", settings[i].key, settings[i].value);
    for (size_t i = 0; i < options->looks.count; i++)
        fprintf(stream.file, "%s\n", options->looks.all[i]);
    return text_stream_close(&stream);
}
