/* SPDX-License-Identifier: MIT */
/* The config that a command follows: what was read, with the options that are members of it. */
#include "commands/effective_config.h"

#include "base/memory.h"
#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

/* What changes a config, as texts of --set: those, and the options that are members of it. */
struct settings {
    char *texts[OPTION_LISTS + OPTION_ROWS]; /* owned */
    size_t count;
};

static void settings_make(struct settings *settings, const struct options *options)
{
    *settings = (struct settings){.count = 0};
    for (size_t i = 0; i < options->settings.count; i++)
        settings->texts[settings->count++] = memory_text(options->settings.all[i]);
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        if (!row->key || !options->given[i])
            continue;
        json_t *const value = row->argument ? json_string(options->given[i]) : json_true();
        char *const text = json_dump_text(value, JSON_ENCODE_ANY);
        settings->texts[settings->count++] = memory_format("%s=%s", row->key, text);
        free(text);
        json_decref(value);
    }
}

static void settings_close(struct settings *settings)
{
    while (settings->count > 0)
        free(settings->texts[--settings->count]);
}

bool effective_config(struct config *config, const char *path, const char *text,
                      const struct options *options, struct error *error)
{
    struct filter filter;
    struct settings settings;
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    settings_make(&settings, options);
    const char *const *const texts = (const char *const *)settings.texts;
    const struct config_text from = {options->primitive, text, text ? strlen(text) : 0};
    const bool ok = path ? config_read(config, path, texts, settings.count, error)
                         : config_parse(config, &from, texts, settings.count, error);
    settings_close(&settings);
    return ok;
}
