# SPDX-License-Identifier: MIT
# The lists that C reads too as variables of make, a semicolon behind each: instruction sets, element types, operators.
# Usage: awk -f lists.awk isa.def dtypes.def operators.def
function set(variable, value) {
    print variable " := " value ";"
}
/^#define / { list = $2 }
/^ +(DO|ROW)\(/, /__VA_ARGS__\)/ { row = row $0 }
row !~ /__VA_ARGS__\)/ { next } # it goes on in the next line
{
    gsub(/^ +(DO|ROW)\(| *\\ *|"/, "", row)
    split(row, column, /, */)
    row = ""
    name = column[2]
}
list ~ /^FOR_EACH_ISA/ { # the flags are those of the rows above of its architecture as well
    isas[column[3]] = isas[column[3]] " " name
    flags[column[3]] = flags[column[3]] " " column[5]
    set("FLAGS_" name, flags[column[3]])
    set("BYTES_" name, column[4])
}
list ~ /^FOR_EACH_DTYPE/ {
    elements = elements " " name
    if (column[5] != "SIGNED") # who goes by the kernels of groups for the unsigned ones of its width
        grouped = grouped " " name
    set("DEFINES_" name, "-DELEM=" name " -DELEM_BITS=" column[4] " -DELEM_KIND=" column[5] " -DELEM_ACCUMULATOR=" column[7])
}
list ~ /^FOR_EACH_CONVERTED_DTYPE/ { # built as its accumulator, with what its elements are in arrays
    converted = converted " " name
    set("DEFINES_" name, "$(DEFINES_" column[8] ") -DCONVERTED=" name " -DIN_ELEM=" column[4] " -DOUT_ELEM=" column[11])
}
list ~ /^FOR_EACH_OPERATOR/ {
    set("DEFINES_" name, "-DOPERATOR=OP_" column[1] " -DOPERATOR_IS_" name " -DOPERATOR_WORD=" name)
    pairs = grouped
    gsub(/[^ ]+/, "&-" name, pairs)
    if (name != "max") # which goes by the kernels for min
        operations = operations pairs
}
END {
    for (architecture in isas)
        set("ISAS_OF_" architecture, isas[architecture])
    set("ELEMENTS", elements)
    set("CONVERTED", converted)
    set("OPERATIONS", operations)
}
