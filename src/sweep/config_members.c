/* SPDX-License-Identifier: MIT */
/* Objects of a config, read by tables: a row a member, with its kind, its range and where its value goes. */
#include "sweep/config_members.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

enum { KEYS = 64 };

static bool parse_text(const struct json_node *node, const struct config_member *member, char *to)
{
    const char *text;
    if (!node_string(node, &text))
        return false;
    if ((member->size && strlen(text) >= member->size) || (member->valid && !member->valid(text)))
        return node_unexpected(node, member->expected);
    if (member->size)
        strcpy(to, text);
    return true;
}

static bool parse_word(const struct json_node *node, const struct config_member *member, void *to)
{
    size_t index;
    if (!node_word(node, member->what ? member->what : member->key, member->words, member->word_count,
                   &index))
        return false;
    if (member->kind == MEMBER_NAME)
        memcpy(to, &member->words[index], sizeof member->words[index]);
    else
        memory_set_whole(to, member->size, member->first + index);
    return true;
}

size_t values_count(const struct json_node *node)
{
    return json_is_array(node->value) ? json_array_size(node->value) : 1;
}

struct json_node value_at(const struct json_node *node, size_t index)
{
    return json_is_array(node->value) ? node_item(node, index) : *node;
}

static bool parse_words(const struct json_node *node, const struct config_member *member, unsigned *to)
{
    const size_t count = values_count(node);
    size_t index;
    *to = 0;
    for (size_t i = 0; i < count; i++) {
        const struct json_node item = value_at(node, i);
        if (!node_word(&item, member->what ? member->what : member->key, member->words, member->word_count,
                       &index))
            return false;
        *to |= 1u << (member->first + index);
    }
    return count >= member->minimum || node_unexpected(node, "a list that is not empty");
}

static bool parse_count(const struct json_node *node, const struct config_member *member, void *to)
{
    uint64_t count;
    if (member->expected && json_is_array(node->value))
        return node_unexpected(node, member->expected);
    const bool ok = node_count(node, member->minimum, member->maximum, &count);
    if (ok)
        memory_set_whole(to, member->size, count);
    return ok;
}

static bool parse_number(const struct json_node *node, const struct config_member *member, double *to)
{
    *to = json_number_value(node->value);
    return (json_is_number(node->value) && *to >= member->least && *to <= member->most) ||
           node_unexpected(node, member->expected);
}

static bool parse_time(const struct json_node *node, const struct config_member *member, double *to)
{
    struct error ignored = {0};
    const char *const text = json_string_value(node->value);
    return (text && text_parse_duration(text, to, &ignored) && (*to > 0 || !member->least)) ||
           node_unexpected(node, member->expected);
}

static bool parse_truth(const struct json_node *node, bool *to)
{
    const json_type type = json_typeof(node->value);
    *to = type == JSON_TRUE;
    return *to || type == JSON_FALSE || node_unexpected(node, "true or false");
}

const char *member_key(const struct config_member *member)
{
    return member->key ? member->key : axis_key(member->axis);
}

const char *member_help(const struct config_member *member)
{
    return member->help ? member->help : axis_info[member->axis].help;
}

static bool parse_list(const struct json_node *node, const struct config_member *member, char *filled)
{
    size_t *const count = (size_t *)(filled + member->counted);
    const size_t size = json_array_size(node->value);
    if (member->expected ? !json_is_array(node->value) || size > member->maximum
                         : !node_list(node, member->maximum))
        return member->expected && node_unexpected(node, member->expected);
    char *const items = memory_array(size + 1, member->item_bytes);
    memcpy(filled + member->place, &items, sizeof items);
    while (*count < size) {
        const struct json_node item = node_item(node, *count);
        if (!member->parse(&item, items + (*count)++ * member->item_bytes))
            return false;
    }
    return true;
}

bool member_parse(const struct json_node *node, const struct config_member *member, void *filled)
{
    void *const to = (char *)filled + member->place;
    if (member->parse && member->kind != MEMBER_LIST)
        return member->parse(node, filled);
    switch (member->kind) {
    case MEMBER_OBJECT:
        return members_parse(node, member->table, filled);
    case MEMBER_TEXT:
        return parse_text(node, member, to);
    case MEMBER_WORD:
    case MEMBER_NAME:
        return parse_word(node, member, to);
    case MEMBER_WORDS:
        return parse_words(node, member, to);
    case MEMBER_COUNT:
        return parse_count(node, member, to);
    case MEMBER_NUMBER:
        return parse_number(node, member, to);
    case MEMBER_TIME:
        return parse_time(node, member, to);
    case MEMBER_TRUTH:
        return parse_truth(node, to);
    case MEMBER_AXIS:
        return axis_parse(node, member->axis, to);
    case MEMBER_CONDITIONS:
        return conditions_parse(node, to, false);
    case MEMBER_LIST:
        return parse_list(node, member, filled);
    case MEMBER_TEXTS:
    case MEMBER_FORMULA:
    case MEMBER_QUOTIENT:
    case MEMBER_ZIP:
    case MEMBER_NAMES:
        break;
    }
    return false; /* these have parse */
}

static bool check_keys(const struct json_node *object, const struct member_table *table)
{
    const char *keys[KEYS];
    for (size_t i = 0; i < table->count; i++)
        keys[i] = member_key(&table->members[i]);
    return node_keys(object, keys, table->count);
}

bool members_parse(const struct json_node *object, const struct member_table *table, void *to)
{
    if (!node_object(object) || !check_keys(object, table))
        return false;
    for (size_t i = 0; i < table->count; i++) {
        const struct config_member *const member = &table->members[i];
        const struct json_node node = node_member(object, member_key(member));
        if (member->given)
            *((bool *)to + member->given) = node.value != NULL;
        if ((node.value || member->required) && !member_parse(&node, member, to))
            return false;
    }
    return true;
}
