/* SPDX-License-Identifier: MIT */
/* A stand-in for NVIDIA's management library: it knows one device, at 07:00.0 of a bus. */
#include "fake_cuda.h"

#include <time.h>

#define FUNCTION(symbol, parameters)   \
    FAKE_EXPORT int symbol parameters; \
    FAKE_EXPORT int symbol parameters

#pragma GCC diagnostic ignored "-Wunused-parameter"
FUNCTION(nvmlInit_v2, (void))
{
    FAIL_AS_ASKED(nvmlInit_v2);
    return 0;
}

FUNCTION(nvmlShutdown, (void))
{
    return 0;
}

FUNCTION(nvmlSystemGetDriverVersion, (char *text, unsigned bytes))
{
    FAIL_AS_ASKED(nvmlSystemGetDriverVersion);
    snprintf(text, bytes, "580.65.06");
    return 0;
}

FUNCTION(nvmlDeviceGetHandleByPciBusId_v2, (const char *pci_bus_id, void **device))
{
    static int handle;
    FAIL_AS_ASKED(nvmlDeviceGetHandleByPciBusId_v2);
    *device = &handle;
    return strcmp(strchr(pci_bus_id, ':'), ":07:00.0") == 0 ? 0 : 6;
}

/* This one among them, and there is room for none. */
FUNCTION(nvmlDeviceGetComputeRunningProcesses_v3, (void *device, unsigned *count, void *processes))
{
    FAIL_AS_ASKED(nvmlDeviceGetComputeRunningProcesses_v3);
    *count = (unsigned)fake_number("processes", 1);
    return *count ? 7 : 0;
}

FUNCTION(nvmlDeviceGetMaxClockInfo, (void *device, int clock, unsigned *mhz))
{
    FAIL_AS_ASKED(nvmlDeviceGetMaxClockInfo);
    *mhz = clock == 1 ? (unsigned)fake_number("mhz", 1980) : 3201;
    return 0;
}

FUNCTION(nvmlDeviceGetEccMode, (void *device, int *now, int *after_restart))
{
    FAIL_AS_ASKED(nvmlDeviceGetEccMode);
    *now = *after_restart = 1;
    return 0;
}

FUNCTION(nvmlDeviceGetPowerManagementLimit, (void *device, unsigned *milliwatts))
{
    FAIL_AS_ASKED(nvmlDeviceGetPowerManagementLimit);
    *milliwatts = 700000;
    return 0;
}

FUNCTION(nvmlDeviceGetCurrentClocksThrottleReasons, (void *device, unsigned long long *reasons))
{
    FAIL_AS_ASKED(nvmlDeviceGetCurrentClocksThrottleReasons);
    *reasons = (unsigned long long)fake_number("reasons", 0);
    return 0;
}

FUNCTION(nvmlDeviceGetTemperature, (void *device, int sensor, unsigned *celsius))
{
    *celsius = 41;
    FAIL_AS_ASKED(nvmlDeviceGetTemperature);
    return 0;
}

FUNCTION(nvmlDeviceGetClockInfo, (void *device, int clock, unsigned *mhz))
{
    *mhz = 1755;
    FAIL_AS_ASKED(nvmlDeviceGetClockInfo);
    return 0;
}

/* 100 W, in steps of a tenth of a second. */
FUNCTION(nvmlDeviceGetTotalEnergyConsumption, (void *device, unsigned long long *millijoules))
{
    struct timespec now;
    FAIL_AS_ASKED(nvmlDeviceGetTotalEnergyConsumption);
    clock_gettime(CLOCK_MONOTONIC, &now);
    *millijoules =
        10000ull * (10ull * (unsigned long long)now.tv_sec + (unsigned long long)now.tv_nsec / 100000000);
    return 0;
}

/* Of power alone, and more each time that it is asked. */
FUNCTION(nvmlDeviceGetViolationStatus, (void *device, int policy, unsigned long long times[2]))
{
    static unsigned long long slowed_ns;
    FAIL_AS_ASKED(nvmlDeviceGetViolationStatus);
    slowed_ns += policy == 0 ? (unsigned long long)fake_number("violation", 0) : 0;
    times[0] = 0;
    times[1] = policy == 0 ? slowed_ns : 0;
    return 0;
}
