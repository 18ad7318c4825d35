#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure and draw the published figures, then print what was claimed of them and holds here.
# Usage: figures.sh SCANBENCH CONFIG… [-- OPTION…]   Options are those of `scanbench run`, as --filter 'n<=1M'.
# A config whose claims are about counts or verdicts is counted by the model instead. DEVICE: where groups run, a word or
# a list as cpu,cuda:0; default what the configs say, which is cpu. PEERS: plugins for configs that compare with
# peers, which are left out where there are none.
# The folder FIGURES (default results/figures) also gets each figure's table, NAME.txt, and all claims, as claims.txt and
# claims.md. 1 when a figure failed.
set -u
scanbench=$1
shift
configs=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    configs="$configs $1" # names of ours, without spaces
    shift
done
[ $# -eq 0 ] || shift
folder=${FIGURES:-results/figures}
mkdir -p "$folder" || exit 4

case ${DEVICE-} in
*[!a-z0-9:,]*)
    echo "figures.sh: DEVICE='$DEVICE'; expected devices, as cpu,cuda:0" >&2
    exit 2
    ;;
?*) set -- --set "machine.device=[\"$(echo "$DEVICE" | sed 's/,/","/g')\"]" "$@" ;;
esac

status=0
results= # that say something of claims
figure() { # CONFIG OPTION…: measure and draw one
    name=$(basename "$1" .json)
    config=$1
    shift
    if grep -qs '"peer/' "$config" && [ -z "${PEERS-}" ]; then
        echo "== $name: left out: it compares with a peer, which \`make peers\` builds where its packages are"
        return
    fi
    echo "== $name"
    written=$name
    if grep -qsE '"(counts|verdict)": "' "$config"; then
        written=$name-counts
        "$scanbench" counts --config "$config" --output "$folder" --quiet >"$folder/$name.txt"
    else
        for peer in $(peers_of "$config"); do
            set -- --plugin "$peer" "$@"
        done
        "$scanbench" --config "$config" --output "$folder" "$@" >"$folder/$name.txt"
    fi
    code=$?
    [ $code -eq 0 ] || status=1
    [ $code -eq 0 ] || [ $code -eq 1 ] || [ $code -eq 5 ] || return # nothing new to draw
    results="$results $folder/$written.json"
    draw "$config" "$folder/$written"
}

peers_of() { # CONFIG: the plugins it wants, a word each
    ! grep -qs '"peer/' "$1" || echo "${PEERS-}"
}

draw() { # CONFIG RESULT: what the config asks for; verdicts alone have no chart
    ! grep -qs '"kind": "' "$1" || "$scanbench" plot "$2.json" || status=1
}

for config in $configs; do
    figure "$config" "$@"
done

echo
echo "What the published figures claim, on this machine:"
print_claims() { # OPTION…
    # shellcheck disable=SC2086 # names without spaces
    [ -z "$results" ] || "$scanbench" show --claims $results "$@" || status=1
}
print_claims >"$folder/claims.txt"
print_claims --format markdown >"$folder/claims.md"
cat "$folder/claims.txt" 2>/dev/null
exit $status
