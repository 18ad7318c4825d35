/* SPDX-License-Identifier: MIT */
/* Hashes of whole outputs: any byte that differs is seen, by one worker and by several. */
#include "measure/digest.h"
#include "problem/problem.h"

#include "test.h"

enum { WORKERS = 3, FEW = 70, MANY = 300001 };

static struct team *make_team(void)
{
    struct error error = {0};
    struct team *const team = team_create(NULL, WORKERS, &error);
    assert_non_null(team);
    return team;
}

static void assert_differs_in(unsigned char *output, size_t bytes, size_t at, struct team *team)
{
    const struct written written = {output, bytes, 0, WORKERS};
    const uint64_t before = digest_output(&written, team);
    assert_int_equal(digest_output(&written, team), before);
    output[at] ^= 1;
    assert_int_not_equal(digest_output(&written, team), before);
    output[at] ^= 1;
}

static void every_byte_is_in_the_digest(void **state)
{
    static unsigned char output[MANY];
    struct team *const team = make_team();
    (void)state;
    for (size_t bytes = 1; bytes <= FEW; bytes++)
        for (size_t at = 0; at < bytes; at++)
            assert_differs_in(output, bytes, at, team);
    for (size_t at = 0; at < MANY; at += 1021)
        assert_differs_in(output, MANY, at, team);
    assert_differs_in(output, MANY, MANY - 1, team);
    team_destroy(team);
}

static void what_is_written_beside_counts_and_workers_do_not(void **state)
{
    static unsigned char output[MANY];
    struct team *const team = make_team();
    const struct written one = {output, MANY, 5, 1}, several = {output, MANY, 5, WORKERS},
                         other = {output, MANY, 6, 1}, shorter = {output, MANY - 1, 5, 1};
    (void)state;
    output[7] = 1;
    const uint64_t digest = digest_output(&one, team);
    assert_int_equal(digest_output(&several, team), digest);
    assert_int_not_equal(digest_output(&other, team), digest);
    assert_int_not_equal(digest_output(&shorter, team), digest);
    output[7] = 0;
    output[7 + 4096] = 1; /* at the same place of another part */
    assert_int_not_equal(digest_output(&one, team), digest);
    team_destroy(team);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_in_the_digest),
        cmocka_unit_test(what_is_written_beside_counts_and_workers_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
