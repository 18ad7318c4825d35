/* SPDX-License-Identifier: MIT */
/* Damaged records in a journal and in a result: each is refused with its place, and nothing of it is taken.
 */
#include "damaged_rows.h"
#include "journal_bed.h"
#include "results/result_file.h"

static void write_and_free(const char *path, char *text)
{
    struct error error = {0};
    assert_true(file_write(path, text, strlen(text), &error));
    free(text);
}

static void check_refusal(const struct error *error, const struct damaged_row *row, const char *path)
{
    if (error->code != EXIT_USAGE || !error->located ||
        !strstr(error->text, row->place ? row->place : row->pointer) ||
        strncmp(error->text, path, strlen(path)) != 0)
        fail_msg("%s %s: '%s'", row->pointer, row->value ? row->value : "gone", error->text);
}

TEST(a_journal_refuses)
{
    for (size_t i = 0; i < DAMAGED_ROWS; i++) {
        struct bed bed;
        struct results *launches;
        struct error error = {0};
        size_t length;
        bed_open(&bed, "damaged", 1);
        assert_true(create(&bed));
        finish(&bed, 0, 1);
        json_t *const line = journal_record(0, 1, &bed.launches[0].records[1]);
        damage(json_object_get(line, "result"), &damaged_rows[i]);
        char *const text = journal_line_make(line, &length);
        assert_int_equal(write(bed.journal.descriptor, text, length), length);
        free(text);
        journal_close(&bed.journal);
        read_back(&bed, &launches, &error);
        check_refusal(&error, &damaged_rows[i], bed.path);
        assert_int_equal(launches[0].records[1].status, STATUS_PENDING);
        launches_close(launches, 1);
        assert_int_equal(unlink(bed.path), 0);
        bed_close(&bed);
    }
}

TEST(a_result_refuses)
{
    for (size_t i = 0; i < DAMAGED_ROWS; i++) {
        struct bed bed;
        struct result_file file;
        struct error error = {0};
        bed_open(&bed, "result", 1);
        finish(&bed, 0, 1);
        char *const written = json_text(&bed.launches[0], &bed.fixture.context);
        json_t *const root = json_loads(written, 0, NULL);
        free(written);
        damage(json_array_get(json_object_get(root, "results"), 1), &damaged_rows[i]);
        write_and_free(bed.path, json_dumps(root, JSON_INDENT(1)));
        json_decref(root);
        const bool read = results_read(&file, bed.path, &error);
        assert_int_equal(read, damaged_rows[i].elsewhere);
        if (read)
            result_file_close(&file);
        else
            check_refusal(&error, &damaged_rows[i], bed.path);
        bed_close(&bed);
    }
}

AROUND_TESTS(make_folder, remove_folder)
