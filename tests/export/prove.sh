#!/bin/sh
# SPDX-License-Identifier: MIT
# Export one C file and prove it: it compiles alone with two compilers, its self test is right under the sanitizers, and as
# a plugin it is verified.
# Usage: prove.sh FOLDER SCANBENCH PRIMITIVE ALGORITHM OPTION…   Prints what failed; 1 then.
set -eu
folder=$1/$(echo "$*" | tr -c 'a-zA-Z0-9\n' '_' | tail -c 100)
scanbench=$2
shift 2
fail() { # WHAT FILE
    echo "$*: $(head -c 400 "$folder/log")"
    exit 1
}
mkdir -p "$folder"
file=$("$scanbench" export "$@" -o "$folder" 2>"$folder/log") || fail "export $*"
strict='-std=c17 -Wall -Wextra -Wpedantic -Werror'
# shellcheck disable=SC2086 # words
gcc $strict -O1 -DSELF_TEST -fsanitize=address,undefined -fno-sanitize-recover "$file" -o "$folder/test" -lpthread >"$folder/log" 2>&1 || fail "gcc $*"
"$folder/test" >"$folder/log" 2>&1 || fail "self test $*"
if command -v clang >"$folder/log"; then
    # shellcheck disable=SC2086 # words
    clang $strict -O1 -c "$file" -o "$folder/object.o" >"$folder/log" 2>&1 || fail "clang $*"
fi
# shellcheck disable=SC2086 # words
gcc $strict -O1 -shared -fPIC -DSCANBENCH_PLUGIN -Isrc/plugin "$file" -o "$folder/plugin.so" >"$folder/log" 2>&1 || fail "plugin $*"
"$scanbench" check 'exported/*' --plugin "$folder/plugin.so" >"$folder/log" 2>&1 || fail "check $*"
rm -r "$folder"
