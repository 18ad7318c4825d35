#!/bin/bash
# SPDX-License-Identifier: MIT
# Random configs through --dry-run --smoke: each ends within ten seconds with a plan, or with 2 or 3 and one line without control
# characters that says where. Prints those that do not, and how many there were; 1 when there was one.
# Usage: configs.sh SCANBENCH COUNT SEED
set -u

bench=$1 count=$2 seed=$3 number=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Why this end is not as it should be; nothing where it is.
fault() { # STATUS
    case $1 in
    0) [ ! -s "$work/stderr" ] || echo "a plan, and something on standard error" ;;
    2 | 3)
        if [ "$(wc -l <"$work/stderr")" -ne 1 ]; then
            echo "not one line"
        elif LC_ALL=C grep -q $'[\001-\011\013-\037\177]' "$work/stderr" || LC_ALL=C grep -q $'\302[\200-\237]' "$work/stderr"; then
            echo "control characters"
        elif ! grep -qE '^(stdin:[0-9]+:[0-9]+: error: |scanbench: error: ).{10}' "$work/stderr"; then
            echo "no place and no reason"
        fi
        ;;
    124 | 137) echo "no end within ten seconds" ;;
    *) echo "a crash" ;;
    esac
}

declare -A ends=()
while IFS= read -r config; do
    number=$((number + 1))
    timeout -k 1 10 "$bench" -c - --dry-run --smoke <<<"$config" >/dev/null 2>"$work/stderr"
    status=$?
    ends[$status]=$((${ends[$status]-0} + 1))
    why=$(fault "$status")
    [ -n "$why" ] || continue
    faults=$((${faults-0} + 1))
    printf '%s (seed %s, config %d, exit status %d): %s\n%s\n' "$why" "$seed" "$number" "$status" "$config" "$(cat -v "$work/stderr")"
done < <(awk -v seed="$seed" -v count="$count" -f "$(dirname "$0")/configs.awk")
for status in "${!ends[@]}"; do
    echo "exit status $status: ${ends[$status]}"
done
echo "$number configs, ${faults-0} faults"
[ "$number" -eq "$count" ] && [ "${faults-0}" -eq 0 ]
