/* SPDX-License-Identifier: MIT */
/* What is chosen for a kernel by number. */
#pragma once

/* How a subgroup scans its lanes: adds and depth for 32 are 129 and 5, 80 and 5, 57 and 9, 80 and 6. */
enum network {
    NETWORK_NONE, /* the default, Kogge–Stone */
    NETWORK_KOGGE_STONE,
    NETWORK_SKLANSKY,
    NETWORK_BRENT_KUNG,
    NETWORK_HAN_CARLSON,
};

/* Which elements of a tile a thread owns: consecutive ones, or equally spaced ones. */
enum layout {
    LAYOUT_NONE,
    LAYOUT_BLOCKED,
    LAYOUT_STRIPED,
};
