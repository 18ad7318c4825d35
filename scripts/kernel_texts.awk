# SPDX-License-Identifier: MIT
# An include for each file of kernels, src/NAME. Where ONE_IS_CHOSEN is defined a file with kernels counts only when one of them is
# chosen, by CHOSEN_name, or one that calls a part of the file: a compiler at run time need not read the others.
FNR == 1 { name[++files] = substr(FILENAME, 5) }
/^KERNEL\(/ { split($0, part, /[(,]/); own[files] = own[files] " || defined CHOSEN_" part[2] }
/^(SIZED_)?PART\(/ { split($0, part, /[(,]/); home[part[2]] = files }
/CALL_PART\(/ { sub(/.*CALL_PART\(/, ""); sub(/,.*/, ""); calls[files, $0] }
END {
    for (file = 1; file <= files; file++) {
        wanted = own[file]
        for (caller = 1; caller <= files; caller++) {
            found = 0
            for (shared in home)
                found = found || (home[shared] == file && caller != file && (caller, shared) in calls)
            wanted = wanted (found ? own[caller] : "")
        }
        print own[file] ? "#if !defined ONE_IS_CHOSEN" wanted "\n#include \"" name[file] "\"\n#endif" : "#include \"" name[file] "\""
    }
}
