#!/bin/sh
# SPDX-License-Identifier: MIT
# From a fresh clone to a chart: install what is missing, build, measure, draw.
set -eu
cd "$(dirname "$0")/.."

scripts/packages.sh install build plot
echo "Building ./scanbench for this CPU"
"${MAKE:-make}" --no-print-directory -s -j"$(nproc)" BUILD=build ISAS="${ISAS:-native}" all
echo "Measuring configs/quick.json"
./scanbench --config configs/quick.json
./scanbench plot results/quick.json

echo
echo "Results and charts:"
ls results/quick.csv results/quick.json results/quick*.svg results/quick*.png
echo "Next: ./scanbench list, configs/quick.json, README.md; \`make check\` runs the tests."
