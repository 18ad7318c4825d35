/* SPDX-License-Identifier: MIT */
/* What doctor looks at, and what it found: a list for people and for programs. */
#pragma once

#include "machine/machine.h"
#include "report/relation.h"

enum finding_kind {
    FINDING_OK,       /* as it should be */
    FINDING_NOTE,     /* good to know */
    FINDING_DISTURBS, /* makes numbers vary */
    FINDING_MISSING,  /* cannot be measured here */
    FINDING_KINDS,
};
extern const char *const finding_kind_names[FINDING_KINDS];

struct doctor_finding {
    const char *topic; /* one word */
    enum finding_kind kind;
    char text[256];
    char advice[256]; /* a command that the user may type, or what to do; "" for none */
};

enum { FINDINGS = 48 };

struct findings {
    struct doctor_finding list[FINDINGS];
    size_t count;
};

/* advice may be NULL. What no longer fits is left out. */
void findings_add(struct findings *findings, const char *topic, enum finding_kind kind, const char *advice,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A row per finding; the findings are borrowed. */
struct relation findings_relation(const struct findings *findings);

/* ---- Looking at the machine, its state, and what could be better (doctor_examine.c) */

/* Open the devices of engines, each in a process of its own, which a driver may take a second for. */
void examine_devices(struct findings *findings);

/* Look at what is known of the machine already. */
void examine_state(struct findings *findings, const struct machine *machine);

/* Look at the kernel's settings, and try what only shows when it is tried: workers, counters, interruptions.
 * Changes nothing; takes less than a second. */
void examine_trial(struct findings *findings, const struct machine *machine);
