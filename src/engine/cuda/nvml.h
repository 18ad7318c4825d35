/* SPDX-License-Identifier: MIT */
/* What NVIDIA's management library says of a device beside what the driver does, where it can be loaded. */
#ifndef SCANBENCH_NVML_H
#define SCANBENCH_NVML_H

/* What is not known is "", 0 or −1. */
struct nvml_facts {
    char driver[32];                /* its version: "580.65.06" */
    unsigned clock_mhz, memory_mhz; /* the highest that it allows */
    unsigned power_limit_w;         /* that it keeps to */
    unsigned others;                /* processes that compute on it beside this one */
    int ecc;                        /* whether its memory corrects errors */
};

/* Ask the library that SCANBENCH_LIBNVML names, else libnvidia-ml.so.1, for the device with this address on
 * the PCI bus. Where there is none, or it lacks a function, nothing is known. */
void nvml_read(const char *pci_bus_id, struct nvml_facts *facts);

#endif
