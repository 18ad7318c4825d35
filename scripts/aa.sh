#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether verdicts can be trusted here: runs of the same program and config are compared, where nothing differs and where some
# algorithms do 2, 5, 10, 20 and 300 % of their work twice (tests/plugins/planted.c). Apart: each pair of RUNS runs. Interleaved:
# TURNS runs of each kind with --against.
# Usage: aa.sh PLUGIN [RUNS [TURNS]]   SCANBENCH: the program; EFFECTS: shares; SAMPLES, LAUNCHES: of each point; BESIDE: a
# command that disturbs meanwhile; OUT: a folder that is kept. About five minutes on a machine at rest.
set -eu

plugin=$1 runs=${2:-6} turns=${3:-2}
program=${SCANBENCH:-./scanbench} effects=${EFFECTS:-0.02 0.05 0.10 0.20 3.00} samples=${SAMPLES:-10} launches=${LAUNCHES:-10}
folder=${OUT:-$(mktemp -d)}
mkdir -p "$folder"
beside=
clean_up() {
    [ -z "$beside" ] || kill "$beside" 2>/dev/null || true
    [ -n "${OUT:-}" ] || rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM
cat >"$folder/planted.json" <<JSON
{ "name": "planted", "measure": { "samples": $((samples * launches)), "processes": $launches, "time": "${launches}s" },
  "machine": { "workers": 1 },
  "sweeps": [ { "primitive": "scan", "algorithm": ["same/*", "planted/*"], "dtype": "u32", "scan_mode": "inclusive",
                "sizes": [4096, 65536] } ] }
JSON
if [ -n "${BESIDE:-}" ]; then
    sh -c "exec $BESIDE" >/dev/null 2>&1 &
    beside=$!
fi

measure() { # SHARE FOLDER OPTION…
    share=$1 to=$2
    shift 2
    PLANTED_SHARE=$share "$program" run -q -c "$folder/planted.json" --plugin "$plugin" --format none -o "$to" "$@" >&2 || [ $? -eq 5 ]
}

# A line of counts: rows whose work is the same, those of them that are faster or slower; planted rows, those that are slower.
judge() { # BASE NEW
    "$program" compare -q --format csv "$1/planted.json" "$2/planted.json" 2>/dev/null | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["algorithm"] ~ /^same/ { same++; wrong += $at["verdict"] ~ /^(faster|slower)$/ }
        $at["algorithm"] ~ /^planted/ { planted++; found += $at["verdict"] == "slower"; other += $at["verdict"] == "faster" }
        END { print same + 0, wrong + 0, planted + 0, found + 0, other + 0 }'
}

# Where nothing is planted, a verdict on any row is false.
summarise() { # HOW SHARE
    awk -v how="$1" -v share="$2" '
        { pairs++; rows += $1 + (share ? 0 : $3); now = $2 + (share ? 0 : $4 + $5); wrong += now; bad += now > 0
          planted += $3; found += $4 }
        END {
            if (pairs)
                printf "| %s | %g %% | %d | %d | %d of %d | %s |\n", how, 100 * share, pairs, bad, wrong, rows,
                    share ? sprintf("%.2f", found / planted) : "-"
        }'
}

for run in $(seq "$runs"); do
    for share in 0 $effects; do
        measure "$share" "$folder/apart-$share-$run"
    done
done
echo '| runs | planted | pairs | with a false verdict | false rows | found |'
echo '|---|---|---|---|---|---|'
for share in 0 $effects; do
    for base in $(seq "$runs"); do
        for next in $(seq "$runs"); do
            if [ "$share" != 0 ] || [ "$base" -lt "$next" ]; then
                judge "$folder/apart-0-$base" "$folder/apart-$share-$next"
            fi
        done
    done | summarise apart "$share"
done
for share in 0 $effects; do
    # The other program is the one without the planted share.
    printf '#!/bin/sh\nPLANTED_SHARE=0 exec "%s" "$@"\n' "$(command -v "$program")" >"$folder/plain"
    chmod +x "$folder/plain"
    for turn in $(seq "$turns"); do
        measure "$share" "$folder/turns-$share-$turn" --against "$folder/plain"
        judge "$folder/turns-$share-$turn/against" "$folder/turns-$share-$turn"
    done | summarise interleaved "$share"
done
