/* SPDX-License-Identifier: MIT */
/* Where the time of a run went, as JSON, and back. */
#include "results/effort_json.h"

#include "json/json_values.h"

json_t *effort_json(const struct effort *effort)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "wall_s", number_json(effort->wall_s), "sampled_s",
                     number_json(effort->sampled_s), "untimed_s", number_json(effort->untimed_s), "evicted_s",
                     number_json(effort->evicted_s), "warmed_s", number_json(effort->warmed_s));
}

static double time_of(const json_t *value, const char *name)
{
    const double time_s = json_number_value(json_object_get(value, name));
    return time_s > 0 ? time_s : 0;
}

struct effort effort_read(const json_t *value)
{
    return (struct effort){
        .wall_s = time_of(value, "wall_s"),
        .sampled_s = time_of(value, "sampled_s"),
        .untimed_s = time_of(value, "untimed_s"),
        .evicted_s = time_of(value, "evicted_s"),
        .warmed_s = time_of(value, "warmed_s"),
    };
}
