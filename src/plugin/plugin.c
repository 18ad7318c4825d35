/* SPDX-License-Identifier: MIT */
/* Loading a plugin: its file, its symbol, its version, what it declares. */
#include "plugin/plugin.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "machine/workers/thread_state.h"
#include "plugin/plugin_state.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_BYTES = 1 << 28,
    IMPLEMENTATIONS = 256,
    FIRST_SIZE =
        offsetof(struct scanbench_implementation, memory) /* that plugins of the first version have */
};
static const char symbol[] = "scanbench_plugin";

static bool check_file(const char *path, struct error *error)
{
    struct error why = {0};
    return file_check_regular(path, FILE_BYTES, &why) || error_set(error, why.code, "--plugin: %s", why.text);
}

/* What the loader says of a file that is none at all is no help. */
static bool hash_file(struct plugin *plugin, const char *path, struct error *error)
{
    char *text;
    size_t length;
    if (!file_read(path, FILE_BYTES, &text, &length, error))
        return false;
    sha256_hex(text, length, plugin->sha256);
    const bool is_elf = length > SELFMAG && memcmp(text, ELFMAG, SELFMAG) == 0;
    free(text);
    return is_elf || error_set(error, EXIT_USAGE, "--plugin: %s: not a shared object", path);
}

/* With a path from the root, the loader searches nowhere. */
static const void *load_symbol(const char *path, struct error *error)
{
    char whole[PATH_MAX];
    if (!realpath(path, whole)) {
        error_set_errno(error, EXIT_USAGE, "--plugin: %s", path);
        return NULL;
    }
    void *const handle = dlopen(whole, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        error_set(error, EXIT_SYSTEM, "--plugin: cannot load %s", dlerror());
        return NULL;
    }
    const void *const found = dlsym(handle, symbol);
    if (!found)
        error_set(error, EXIT_USAGE, "--plugin: %s: it exports no %s; expected what scanbench.h describes",
                  path, symbol);
    return found;
}

/* Its version is first in every version. */
static bool read_head(struct scanbench_plugin *head, const void *exported, const char *path,
                      struct error *error)
{
    const struct scanbench_plugin *const theirs = exported;
    if (theirs->abi_version != SCANBENCH_ABI_VERSION)
        return error_set(error, EXIT_USAGE, "--plugin: %s: interface version %u; expected %d", path,
                         theirs->abi_version, SCANBENCH_ABI_VERSION);
    if (theirs->size < sizeof *head || theirs->implementation_size < FIRST_SIZE)
        return error_set(error, EXIT_USAGE,
                         "--plugin: %s: structures of %u and %zu bytes; expected at least %zu and %zu", path,
                         theirs->size, theirs->implementation_size, sizeof *head, (size_t)FIRST_SIZE);
    return declaration_copy(head, sizeof *head, exported, theirs->size) ||
           error_set(error, EXIT_USAGE, "--plugin: %s: it sets fields that this version does not support",
                     path);
}

static bool check_head(const struct scanbench_plugin *head, const char *path, struct error *error)
{
    if (!head->name || !text_is_label(head->name))
        return error_set(error, EXIT_USAGE, "--plugin: %s: name '%.64s'; expected a label", path,
                         head->name ? head->name : "null");
    if (!head->implementations || head->implementation_count == 0 ||
        head->implementation_count > IMPLEMENTATIONS)
        return error_set(error, EXIT_USAGE, "--plugin: %s: %zu implementations%s; expected 1 to %d", path,
                         head->implementation_count, head->implementations ? "" : " at null",
                         IMPLEMENTATIONS);
    return true;
}

static bool take_declarations(struct plugin *plugin, const struct scanbench_plugin *head, const char *path,
                              struct error *error)
{
    plugin->implementations = memory_array(head->implementation_count, sizeof *plugin->implementations);
    for (size_t i = 0; i < head->implementation_count; i++) {
        const char *const from = (const char *)head->implementations + i * head->implementation_size;
        struct adapted *const adapted = &plugin->implementations[i];
        struct error why = {0};
        if (!declaration_read(&adapted->declared, from, head->implementation_size, &why))
            return error_set(error, why.code, "--plugin: %s: implementation %zu: %s", path, i, why.text);
        adapter_fit(adapted);
    }
    plugin->count = head->implementation_count;
    return true;
}

bool plugin_open(struct plugin *plugin, const char *path, struct error *error)
{
    struct scanbench_plugin head;
    *plugin = (struct plugin){.file = basename(path)};
    if (!check_file(path, error) || !hash_file(plugin, path, error))
        return false;
    struct thread_state state;
    thread_state_take(
        &state); /* libraries built for fast arithmetic set their rounding when they are loaded */
    const void *const exported = load_symbol(path, error);
    thread_state_restore(&state, true);
    if (!exported || !read_head(&head, exported, path, error) || !check_head(&head, path, error))
        return false;
    plugin->name = head.name;
    plugin->version = head.version;
    plugin->build = head.build;
    if (take_declarations(plugin, &head, path, error))
        return true;
    plugin_close(plugin);
    return false;
}

void plugin_close(struct plugin *plugin)
{
    free(plugin->implementations);
    *plugin = (struct plugin){0};
}

const struct implementation *plugin_implementation(const struct plugin *plugin, size_t index)
{
    return &plugin->implementations[index].implementation;
}
