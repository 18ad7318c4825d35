# SPDX-License-Identifier: MIT
# What the tests of faults share: `load faults`, after helpers. $bench runs $config into $out.

setup() {
    begin_small 30 1s '{"from": 1, "to": "4Ki", "multiply": 4}'
}

# The points that a journal has finished, and their samples.
finished() { # JOURNAL
    tail -n +2 "$1" | sed -n 's/.*"key":"\([^"]*\)".*"samples_s":\(\[[^]]*\]\).*}$/\1 \2/p'
}

# Run, and kill it when it has a journal where so many points have finished; $journal is what it left. It fails where the run
# had ended by then.
killed_with() { # POINTS ARGUMENT…
    local points=$1
    shift
    "$bench" "$@" -q --format none &
    run=$!
    while alive "$run" && ! has_finished "$points"; do sleep 0.001; done
    kill -9 "$run" 2>/dev/null || true
    wait "$run" 2>/dev/null || true
    journal=$(ls "$out"/*.journal 2>/dev/null)
}

has_finished() { # POINTS: in the journal in $out, which is there
    local lines
    lines=$(cat "$out"/*.journal 2>/dev/null) || return
    [ "$(grep -c '^{"launch".*}$' <<<"$lines")" -ge "$1" ]
}
