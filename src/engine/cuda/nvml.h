/* SPDX-License-Identifier: MIT */
/* What NVIDIA's management library says of a device beside what the driver does, where it can be loaded. */
#pragma once

#include "engine/engine.h"

struct nvml; /* opaque: the library, and a device in it */

/* Load the library that SCANBENCH_LIBNVML names, else libnvidia-ml.so.1, and find the device with this
 * address on the PCI bus. NULL where there is no such library, or it lacks a function that all have. Caller
 * closes. */
struct nvml *nvml_open(const char *pci_bus_id);
void nvml_close(struct nvml *nvml); /* NULL is nothing */

/* What it says of the device, or of NULL: nothing is known. Of facts the version of the driver, the highest
 * clocks, the power limit, ecc and others. */
void nvml_read(const struct nvml *nvml, struct engine_facts *facts);
void nvml_look(const struct nvml *nvml, struct engine_condition *condition);
