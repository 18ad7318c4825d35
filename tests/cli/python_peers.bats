# SPDX-License-Identifier: MIT
# scripts/python_peers.py: rows of Python's libraries beside those of a result.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    echo '{ "name": "r", "measure": { "processes": 1, "samples": 8, "time": "20ms" }, "sweeps": [
        { "primitive": ["scan", "reduce"], "algorithm": ["serial", "serial/strict"], "dtype": ["u32", "u8-u32"], "sizes": 1000,
          "scan_mode": ["inclusive", "exclusive"], "row_length": [0, 7] } ] }' |
        "${SCANBENCH:-./scanbench}" -q -c - -o "$BATS_FILE_TMPDIR" --format none
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    for python in python3 /usr/bin/python3 ''; do
        [ -n "$python" ] && "$python" -c 'import numpy' 2>/dev/null && break
    done
    [ -n "$python" ] || skip "numpy is not installed"
    work=$(mktemp -d)
    cp -L "$BATS_FILE_TMPDIR/r.json" "$work/r.json"
}

teardown() {
    rm -rf "${work:-}"
}

# The problem and the flags of each row of an algorithm.
rows() { # ALGORITHM
    "$scanbench" show --format csv --columns all "$work/r-python.json" 2>/dev/null |
        "$python" -c 'import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["algorithm"] == sys.argv[1]:
        print(*(row[key] or "-" for key in ("primitive", "dtype", "scan_mode", "row_length", "status", "warnings")))' "$1" | sort
}

# A torch of numpy, whose sums have something added to them.
stub() { # NUMBER
    cat >"$work/torch.py" <<END
import numpy
from numpy import uint8, int32
class cuda:
    is_available = staticmethod(lambda: False)
class Tensor(numpy.ndarray):
    to = lambda self, device: self
    cpu = lambda self: self
    numpy = lambda self: numpy.asarray(self)
def from_numpy(array):
    assert array.dtype in (uint8, int32)
    return array.view(Tensor)
def set_num_threads(count):
    assert count == 1
def cumsum(x, axis, dtype):
    return numpy.cumsum(x, axis=axis, dtype=dtype) + dtype($1)
def sum(x, axis, dtype):
    return numpy.sum(x, axis=axis, dtype=dtype) + dtype($1)
END
}

@test "a library gets a row for each inclusive problem, which says that scanbench has not verified it" {
    stub 0
    PYTHONPATH="$work" run -0 "$python" scripts/python_peers.py "$work/r.json" torch numpy
    [ "$output" = "$work/r-python.json" ]
    for library in torch numpy; do
        diff <(rows "python/$library") - <<'END'
reduce u32 - - ok foreign
reduce u32 - 7 ok foreign
reduce u8-u32 - - ok foreign
reduce u8-u32 - 7 ok foreign
scan u32 inclusive - ok foreign
scan u32 inclusive 7 ok foreign
scan u8-u32 inclusive - ok foreign
scan u8-u32 inclusive 7 ok foreign
END
    done
    run "$scanbench" show "$work/r-python.json"
    [[ $output == *"r-python.json was edited after scanbench wrote it"* ]]
    run "$scanbench" plot -q --kind rows-heatmap --filter family=plugin --format csv "$work/r-python.json"
    [[ $output =~ @winner,python/(numpy|torch),0, ]]
}

@test "a library whose sums are others gets no row" {
    stub 0
    PYTHONPATH=$work run -0 "$python" scripts/python_peers.py "$work/r.json" torch
    [ "$(rows python/torch | wc -l)" -eq 8 ]
    stub 1
    PYTHONPATH=$work run -0 "$python" scripts/python_peers.py "$work/r.json" torch
    [ "$(grep -c 'torch: .*: its sums are others' <<<"$output")" -eq 8 ]
    [ "$(rows python/torch | wc -l)" -eq 0 ]
}
