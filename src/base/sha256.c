/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4); names of variables are the standard's. */
#include "base/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 64

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static void schedule(uint32_t W[64], const unsigned char *block)
{
    for (size_t t = 0; t < 16; t++) {
        const unsigned char *const word = block + 4 * t;
        W[t] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | word[3];
    }
    for (size_t t = 16; t < 64; t++) {
        const uint32_t sigma0 = rotate(W[t - 15], 7) ^ rotate(W[t - 15], 18) ^ W[t - 15] >> 3;
        const uint32_t sigma1 = rotate(W[t - 2], 17) ^ rotate(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = sigma1 + W[t - 7] + sigma0 + W[t - 16];
    }
}

static void compress(uint32_t H[8], const unsigned char *block)
{
    uint32_t W[64], v[8];
    schedule(W, block);
    memcpy(v, H, sizeof v);
    for (size_t t = 0; t < 64; t++) {
        const uint32_t a = v[0], e = v[4];
        const uint32_t sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        const uint32_t choice = (e & v[5]) ^ (~e & v[6]);
        const uint32_t T1 = v[7] + sum1 + choice + K[t] + W[t];
        const uint32_t sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        const uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += T1;
        v[0] = T1 + sum0 + majority;
    }
    for (size_t i = 0; i < 8; i++)
        H[i] += v[i];
}

/* The rest of the message, a one bit, zeros, and the length in bits: one block, or two. */
static void finish(uint32_t H[8], const unsigned char *rest, size_t length, uint64_t total_bytes)
{
    unsigned char last[2 * BLOCK] = {0};
    const size_t size = length + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    if (length > 0)
        memcpy(last, rest, length);
    last[length] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[size - 1 - i] = (unsigned char)(total_bytes * 8 >> 8 * i);
    for (size_t at = 0; at < size; at += BLOCK)
        compress(H, last + at);
}

static void digest(const void *data, size_t bytes, uint32_t H[8])
{
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *at = data;
    size_t left = bytes;
    memcpy(H, initial, sizeof initial);
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK)
        compress(H, at);
    finish(H, at, left, bytes);
}

void sha256_hex(const void *data, size_t bytes, char hex[65])
{
    uint32_t H[8];
    digest(data, bytes, H);
    for (size_t i = 0; i < 8; i++)
        snprintf(hex + 8 * i, 9, "%08x", H[i]);
}

void sha256_base64(const void *data, size_t bytes, char base64[45])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t H[9];
    digest(data, bytes, H);
    H[8] = 0;
    /* 256 bits and two zeros are 43 letters of six. */
    for (size_t i = 0; i < 43; i++) {
        const size_t word = 6 * i / 32, start = 6 * i % 32;
        const uint64_t two = (uint64_t)H[word] << 32 | H[word + 1];
        base64[i] = letters[two >> (58 - start) & 63];
    }
    strcpy(base64 + 43, "=");
}
