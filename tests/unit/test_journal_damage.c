/* SPDX-License-Identifier: MIT */
/* Damaged journals: a line costs itself, a head that is lost is refused. */
#include "journal_bed.h"

#include <fcntl.h>

/* Flip a bit of a file. */
static void flip(const char *path, size_t byte, unsigned bit)
{
    unsigned char value;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(pread(file, &value, 1, (off_t)byte), 1);
    value ^= (unsigned char)(1u << bit);
    assert_int_equal(pwrite(file, &value, 1, (off_t)byte), 1);
    assert_int_equal(close(file), 0);
}

static size_t count_lines(const char *path)
{
    char *text;
    size_t length, lines = 0;
    struct error error = {0};
    assert_true(file_read(path, 1 << 20, &text, &length, &error));
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    free(text);
    return lines;
}

/* What a journal says with a bit flipped: whatever is read of it is what was written. Returns how many
 * points. */
static size_t check_flipped(struct bed *bed, char **damage)
{
    struct results *launches;
    struct error error = {0};
    const size_t count = read_damaged(bed, &launches, damage, &error);
    if (error.code != EXIT_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < POINTS; i++)
        if (launches[0].records[i].status != STATUS_PENDING)
            assert_same(&launches[0].records[i], &bed->launches[0].records[i]);
    launches_close(launches, 1);
    return count;
}

/* Each bit of it: the point is to be measured again, the others are there. A newline that is none any more
 * joins two lines, and one that comes to be ends the file within a line. */
TEST(a_damaged_line_costs_itself)
{
    struct bed bed;
    write_journal(&bed, "flipped", 3);
    const size_t lines = count_lines(bed.path), length = (size_t)size_of(bed.path);
    assert_int_equal(lines, JOURNAL_HEADS + 3);
    for (size_t byte = 0; byte < length; byte += 5) {
        char *damage;
        flip(bed.path, byte, byte / 5 % 8);
        const size_t left = count_lines(bed.path), count = check_flipped(&bed, &damage);
        const bool in_head = damage && strstr(damage, "the first is line 1:");
        const bool torn = byte > length - 2;
        assert_true(damage || torn);
        assert_true(torn || strstr(damage, bed.path));
        assert_true(torn || left > lines || strstr(damage, "1 of its lines is damaged"));
        assert_in_range(count, left < lines ? 1 : 2, 3);
        if (in_head && left == lines)
            assert_int_equal(count, 3);
        free(damage);
        flip(bed.path, byte, byte / 5 % 8);
    }
    char *damage;
    assert_int_equal(check_flipped(&bed, &damage), 3);
    assert_null(damage);
    bed_close(&bed);
}

/* One can go on in a journal with a damaged line, and that line stays what it is. */
TEST(goes_on_after_damage)
{
    struct bed bed;
    write_journal(&bed, "beyond", 3);
    replace(bed.path, "{\"launch\":0,\"index\":1", "{\"launch\":0;\"index\":1");
    go_on(&bed);
    assert_true(add(&bed, 0, 1));
    journal_close(&bed.journal);
    assert_int_equal(count_lines(bed.path), JOURNAL_HEADS + 4);
    char *damage;
    assert_int_equal(check_flipped(&bed, &damage), 3);
    assert_non_null(strstr(damage, "1 of its lines is damaged, the first is line 5:"));
    free(damage);
    bed_close(&bed);
}

static void check_head_refused(const char *text, const char *why)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    bed_open(&bed, "headless", 1);
    put_file(folder, "/headless.journal", text);
    read_back(&bed, &launches, &error);
    assert_int_equal(error.code, EXIT_USAGE);
    if (!strstr(error.text, why) || !strstr(error.text, bed.path))
        fail_msg("%s", error.text);
    launches_close(launches, 1);
    bed_close(&bed);
}

TEST(a_journal_without_a_head_is_refused)
{
    check_head_refused("", "killed before its first line");
    check_head_refused("{\"schema\":\"scanbench-journal\",\"schema_version\":1,\"tool\":{}}\n",
                       "a journal of version 1; expected 3");
    check_head_refused("{\"schema\":\"scanbench-journal\",\"schema_version\":3,\"tool\":{}}\n",
                       "are damaged");
    check_head_refused("{\"schema\":\"scanbench-jour", "not the journal of a run");
}

AROUND_TESTS(make_folder, remove_folder)
