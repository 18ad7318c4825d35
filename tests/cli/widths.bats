# SPDX-License-Identifier: MIT
# Elements of a width that there is no code for do not compile.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

preprocess() { # BITS BYTES FILE
    "${CC:-cc}" -std=gnu17 -E -Isrc -DISA=avx2 -DVECTOR_BYTES="$2" -DELEM="u$1" -DELEM_BITS="$1" -DELEM_KIND=UNSIGNED \
        -DELEM_ACCUMULATOR="u$1" -mavx2 -o /dev/null "$3"
}

@test "widths: a row of 16 bits is refused in every file of kernels, with registers of each size" {
    [ "$(uname -m)" = x86_64 ] || skip "the flags are those of x86-64"
    for file in src/cpu/*.elem.c; do
        for bytes in 16 32; do
            run -0 preprocess 32 "$bytes" "$file"
            run preprocess 16 "$bytes" "$file"
            echo "$file $bytes: $output"
            [ "$status" -ne 0 ]
            [[ "$output" == *"no code for elements of this width"* ]]
        done
    done
}

# Files of src/cpu have an error for whatever asks for a width, those of engines and exports where they choose between widths.
@test "widths: code for one width or another ends in an error for all others" {
    run find src/cpu src/engine src/export src/kernels src/group '(' -name '*.[ch]' -o -name '*.in' ')' -exec awk '
        /^#if/ { depth++; asks[depth] = 0; last[depth] = "" }
        /^#(el)?if.*(ELEM_BYTES|ELEM_BITS)/ && (FILENAME ~ /cpu/ || !/&&|\|\||defined/) { asks[depth]++ }
        /^#else/ { last[depth] = "else" }
        /^#error/ && last[depth] == "else" { last[depth] = "error" }
        /^#endif/ {
            if (asks[depth] && last[depth] != "error" && (last[depth] == "else" || asks[depth] > 1 || FILENAME ~ /cpu/)) {
                print FILENAME ":" FNR
                failed = 1
            }
            depth--
        }
        END { exit failed }' {} +
    echo "$output"
    [ "$status" -eq 0 ]
}
