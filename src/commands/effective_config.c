/* SPDX-License-Identifier: MIT */
/* The config that a command follows: what was read, with the options that are members of it. */
#include "commands/effective_config.h"

#include "base/memory.h"
#include "json/json_load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 5 };

/* What changes a config, as texts of --set: those, and the options that are members of it. */
struct settings {
    char *texts[OPTION_LISTS + MEMBERS]; /* owned */
    size_t count;
};

/* Takes the value. */
static void add_setting(struct settings *settings, const char *key, json_t *value)
{
    char *const text = json_dump_text(value, JSON_ENCODE_ANY);
    settings->texts[settings->count++] = memory_format("%s=%s", key, text);
    free(text);
    json_decref(value);
}

static void settings_make(struct settings *settings, const struct options *options)
{
    char seed[32];
    *settings = (struct settings){.count = 0};
    snprintf(seed, sizeof seed, "%" PRIu64, options->seed);
    for (size_t i = 0; i < options->settings.count; i++)
        settings->texts[settings->count++] = memory_text(options->settings.all[i]);
    if (options->filter)
        add_setting(settings, "filter", json_string(options->filter));
    if (options->isa)
        add_setting(settings, "isa", json_string(options->isa));
    if (options->topology)
        add_setting(settings, "machine.topology", json_string(options->topology));
    if (options->smoke)
        add_setting(settings, "measure.smoke", json_true());
    if (options->seed_set)
        add_setting(settings, "measure.seed", json_string(seed));
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
