/* SPDX-License-Identifier: MIT */
/* Fields as JSON, and back; nothing of the text is believed. */
#pragma once

#include "results/field.h"
#include "json/node.h"

#include <jansson.h>

/* Add the fields of a group to an object. */
void fields_add(json_t *object, enum field_group group, const struct record *record);

/* The names of flags as a list. */
json_t *flags_json(unsigned flags);

/* Read what fields_add wrote of all groups into a record. False, with the place and what was expected, when
 * one is not of its kind.
 *
 * Without `described` the record is of a known point, and each of its members must be there. With it, the
 * result may come from another version or lack implementations that this program has: then the parameters go
 * to the record's point and to `described`, which the point refers to and whose name is borrowed from the
 * JSON; a member that the text lacks stays as it is, and a flag or a name that nobody here knows is left out.
 */
bool fields_read(const struct json_node *result, struct record *record, struct implementation *described);

/* Read the parameters alone, of an object that has them as its members, into a record's point and what it
 * refers to. */
bool fields_read_parameters(const struct json_node *object, struct record *record,
                            struct implementation *described);

/* The bits of a list of names of flags; with `lenient` names that nobody here knows are left out. */
bool flags_read(const struct json_node *list, bool lenient, unsigned *flags);
