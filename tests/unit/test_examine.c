/* SPDX-License-Identifier: MIT */
/* What doctor says of machines that are made up: quiet ones, loud ones, and ones that tell nothing. */
#include "commands/commands.h"

#include "test.h"

static struct findings look(const char *topology, const struct environment *environment)
{
    struct error error = {0};
    struct machine machine = {
        .topology = topology_create(topology, &error),
        .clock = {.name = "CLOCK_MONOTONIC", .tick_s = 1e-9, .overhead_s = 2e-8},
        .environment = *environment,
    };
    struct findings findings = {.count = 0};
    assert_done(machine.topology, &error);
    examine_state(&findings, &machine);
    topology_destroy(machine.topology);
    return findings;
}

static const struct doctor_finding *get(const struct findings *findings, const char *topic)
{
    for (size_t i = 0; i < findings->count; i++)
        if (strcmp(findings->list[i].topic, topic) == 0)
            return &findings->list[i];
    fail_msg("nothing is said of %s", topic);
    return NULL;
}

static void assert_kind(const struct findings *findings, const char *topic, enum finding_kind kind)
{
    const struct doctor_finding *const finding = get(findings, topic);
    if (finding->kind != kind)
        fail_msg("%s: %s, not %s: %s", topic, finding_kind_names[finding->kind], finding_kind_names[kind],
                 finding->text);
}

TEST(quiet_machine)
{
    const struct environment quiet = {
        .governor = "performance", .boost = 0, .load_1min = 0.01, .clocksource = "tsc"};
    const struct findings findings = look("synthetic:core:4 pu:1", &quiet);
    for (size_t i = 0; i < findings.count; i++)
        if (strcmp(findings.list[i].topic, "caches") != 0)
            assert_kind(&findings, findings.list[i].topic, FINDING_OK);
}

TEST(loud_machine)
{
    const struct environment loud = {
        .governor = "powersave", .boost = 1, .load_1min = 3, .hypervisor = "kvm", .clocksource = "hpet"};
    const struct findings findings = look("synthetic:core:4 pu:2", &loud);
    static const char *const disturbing[] = {"governor", "boost", "load", "virtualisation"};
    for (size_t i = 0; i < sizeof disturbing / sizeof disturbing[0]; i++) {
        assert_kind(&findings, disturbing[i], FINDING_DISTURBS);
        assert_true(*get(&findings, disturbing[i])->advice);
    }
    assert_non_null(strstr(get(&findings, "governor")->advice, "tee"));
    assert_non_null(strstr(get(&findings, "smt")->advice, "smt/control"));
    assert_non_null(strstr(get(&findings, "virtualisation")->advice, "--against"));
}

TEST(silent_machine)
{
    const struct environment silent = {.boost = -1, .load_1min = -1};
    const struct findings findings = look("synthetic:core:2 pu:1", &silent);
    static const char *const unknown[] = {"governor", "boost", "load"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_kind(&findings, unknown[i], FINDING_MISSING);
}

TEST(rows_and_overflow)
{
    struct findings findings = {.count = 0};
    for (int i = 0; i < FINDINGS + 3; i++)
        findings_add(&findings, "topic", FINDING_NOTE, i ? "do it" : NULL, "number %d", i);
    assert_int_equal(findings.count, FINDINGS);
    struct relation relation = findings_relation(&findings);
    char *const csv = report_text(&(struct report){.relations = &relation, .count = 1}, PRINT_CSV, NULL);
    assert_non_null(strstr(csv, "topic,kind,text,advice\ntopic,note,number 0,\ntopic,note,number 1,do it\n"));
    free(csv);
}
