/* SPDX-License-Identifier: MIT */
/* The text of all kernels as one program in OpenCL C, as the build has put it together. */

__asm__(".section .rodata\n"
        ".global opencl_source\n"
        "opencl_source:\n"
        ".incbin \"" OPENCL_SOURCE "\"\n"
        ".byte 0\n"
        ".previous\n");
