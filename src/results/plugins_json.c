/* SPDX-License-Identifier: MIT */
/* The loaded plugins, in results and in what a resumed run must have. */
#include "results/plugins_json.h"

#include "registry/registry.h"
#include "json/json_values.h"

#include <string.h>

static const char member[] = "plugins";

static json_t *plugin_json(const struct plugin *plugin)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:s}", "name", plugin->name, "version", text_json(plugin->version),
                     "build", text_json(plugin->build), "file", text_json(plugin->file), "sha256",
                     plugin->sha256);
}

void plugins_add(json_t *identity)
{
    const struct plugin *const *plugins;
    const size_t count = registry_plugins(&plugins);
    json_t *const array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, plugin_json(plugins[i]));
    if (count > 0)
        json_object_set(identity, member, array);
    json_decref(array);
}

static bool is_loaded(const json_t *wanted)
{
    const struct plugin *const *plugins;
    const char *const sha256 = json_string_value(json_object_get(wanted, "sha256"));
    for (size_t i = registry_plugins(&plugins); sha256 && i > 0; i--)
        if (strcmp(plugins[i - 1]->sha256, sha256) == 0)
            return true;
    return false;
}

bool plugins_match(const char *path, const json_t *identity, struct error *error)
{
    size_t i;
    const json_t *wanted;
    json_array_foreach(json_object_get(identity, member), i, wanted)
    {
        const char *const file = json_string_value(json_object_get(wanted, "file"));
        if (!is_loaded(wanted))
            return error_set(
                error, EXIT_UNSTABLE,
                "%s: it was measured with the plugin %.128s; expected --plugin with that very file", path,
                file ? file : "?");
    }
    return true;
}
