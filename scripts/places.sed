# SPDX-License-Identifier: MIT
# The parameters of each kernel once more in its body, KERNEL(…) { PLACES(…), for a dialect whose buffers come with an
# offset.
/^KERNEL(/{
:more
/)$/!{
N
b more
}
h
n
G
s/\nKERNEL(/\nPLACES(/
}
