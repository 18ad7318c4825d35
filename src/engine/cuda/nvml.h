/* SPDX-License-Identifier: MIT */
/* What NVIDIA's management library says of a device beside what the driver does, where it can be loaded. */
#pragma once

#include "engine/engine.h"

struct nvml; /* opaque: the library, and a device in it */

/* What is not known is "", 0 or −1. */
struct nvml_facts {
    char driver[32];                /* its version: "580.65.06" */
    unsigned clock_mhz, memory_mhz; /* the highest that it allows */
    unsigned power_limit_w;         /* that it keeps to */
    unsigned others;                /* processes that compute on it beside this one */
    int ecc;                        /* whether its memory corrects errors */
};

/* Load the library that SCANBENCH_LIBNVML names, else libnvidia-ml.so.1, and find the device with this
 * address on the PCI bus. NULL where there is no such library, or it lacks a function that all have. Caller
 * closes. */
struct nvml *nvml_open(const char *pci_bus_id);
void nvml_close(struct nvml *nvml); /* NULL is nothing */

/* What it says of the device, or of NULL: nothing is known. */
void nvml_read(const struct nvml *nvml, struct nvml_facts *facts);
void nvml_look(const struct nvml *nvml, struct engine_condition *condition);
