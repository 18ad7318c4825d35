# SPDX-License-Identifier: MIT
# What the tests of the command line share: `load helpers`.
bats_require_minimum_version 1.5.0

# What most tests begin with: in the tree, with the program, the path of a config that is to be written, and a folder for
# results.
begin() { # NAME OF THE CONFIG
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
    config="$BATS_TEST_TMPDIR/$1.json"
    out="$BATS_TEST_TMPDIR/out"
}

# The same with a config of two algorithms of the CPU.
begin_small() { # SAMPLES TIME SIZES
    begin small
    cat >"$config" <<JSON
{
  "name": "small",
  "measure": { "processes": 1, "samples": $1, "time": "$2" },
  "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [
    { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "dtype": "u32", "scan_mode": "inclusive",
      "sizes": $3, "unroll": 4 }
  ]
}
JSON
}

# Fail where the command succeeds: under `set -e` a `! command` never fails. Fail also where it could not look: it is not
# there, or says so by more than 1.
refute() { # COMMAND ARGUMENT…
    local ended=0
    "$@" || ended=$?
    case "$ended $1" in
    0\ *) echo "this should have failed: $*" ;;
    12[67]\ * | [2-9]\ grep | [2-9]\ pgrep | [2-9]\ jq | [2-9]\ diff | [2-9]\ cmp) echo "this could not look: $*" ;;
    *) return 0 ;;
    esac
    return 1
}

# Whether a process runs or is stopped; one that has ended and that nobody has waited for does not.
alive() { # PID
    grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null
}

# Until a run has a journal in $out: from then on it ends in order.
await_journal() { # PID
    until ls "$out"/*.journal >/dev/null 2>&1; do
        alive "$1" || return 1
        sleep 0.02
    done
}

# Stand-ins for NVIDIA's libraries, in $BATS_FILE_TMPDIR: once a file.
make_stand_ins() {
    for library in libcuda libnvrtc libnvml libnccl; do
        ${CC:-cc} -O1 -D_GNU_SOURCE -DFAKE_INCLUDES="\"$PWD/tests/cuda/cpu\"" \
            -DFAKE_READ_BEFORE="\"$PWD/build/tests/cuda\"" -fPIC -shared -o "$BATS_FILE_TMPDIR/$library.so" "tests/cuda/fake_$library.c"
    done
}

# For each test: kernels are compiled for the CPU.
use_stand_ins() {
    own_bus
    export SCANBENCH_LIBCUDA="$BATS_FILE_TMPDIR/libcuda.so" SCANBENCH_LIBNVRTC="$BATS_FILE_TMPDIR/libnvrtc.so"
    export SCANBENCH_LIBNCCL="$BATS_FILE_TMPDIR/libnccl.so"
    export XDG_CACHE_HOME="$BATS_FILE_TMPDIR/cache" FAKE_CUDA=compile=1 SCANBENCH_LIBNVML="$BATS_TEST_TMPDIR/absent.so"
}

# The same for one test, without NCCL.
make_gpu() {
    for library in libcuda libnvrtc; do
        ${CC:-cc} -O1 -D_GNU_SOURCE -DFAKE_INCLUDES="\"$PWD/tests/cuda/cpu\"" -fPIC -shared \
            -o "$BATS_TEST_TMPDIR/$library.so" "tests/cuda/fake_$library.c"
    done
    own_bus
    export SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/libcuda.so" SCANBENCH_LIBNVRTC="$BATS_TEST_TMPDIR/libnvrtc.so"
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache" FAKE_CUDA=compile=1 SCANBENCH_LIBNVML="$BATS_TEST_TMPDIR/absent.so"
}

needs_compiler() {
    "${CXX:-c++}" --version >/dev/null 2>&1 || skip "no C++ compiler for the stand-in of a GPU"
}

# The stand-in for a GPU is on a bus of this test's own, so that no other test that runs now shares it.
own_bus() {
    export FAKE_CUDA_DOMAIN=$(printf %04x $(($$ % 65536)))
}

# Run, keeping $stdout and $stderr apart; $status is what it ended with. As bats' run: fail where that is not STATUS.
separately() { # [-STATUS] COMMAND ARGUMENT…
    local wanted=
    if [[ $1 == -* ]]; then
        wanted=${1#-}
        shift
    fi
    status=0
    "$@" >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" || status=$?
    stdout=$(cat "$BATS_TEST_TMPDIR/stdout")
    stderr=$(cat "$BATS_TEST_TMPDIR/stderr")
    [ "$status" -eq "${wanted:-$status}" ] || {
        echo "$status and not $wanted: $*: $stdout $stderr"
        return 1
    }
}

# The values of a column of a CSV, a line each; it fails where there is no such column.
column() { # NAME CSV
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next } { print $at }' "$2"
}

# The values of several columns, with commas between them.
columns() { # CSV NAME…
    local csv=$1 name
    shift
    for name in "$@"; do
        column "$name" "$csv" >"$BATS_TEST_TMPDIR/column-$name" || return 1
    done
    paste -d, "${@/#/$BATS_TEST_TMPDIR/column-}"
}
