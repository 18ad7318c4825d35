/* SPDX-License-Identifier: MIT */
/* What the manual pages list, from the tables. */
#include "commands/manual.h"

#include "commands/line/options.h"
#include "results/field.h"

#include <ctype.h>
#include <stdio.h>

static void print_options(void)
{
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        char help[HELP_BYTES];
        option_help(row, COMMAND_COUNT, help);
        printf(".It ");
        if (row->letter)
            printf("Fl %c , ", row->letter);
        printf("Fl -%s%s%s\n%c%s", row->name, row->argument ? " Ns = Ns Ar " : "",
               row->argument ? row->argument : "", toupper((unsigned char)help[0]), help + 1);
        for (enum command c = 0; c < COMMAND_HELP && !(row->commands & 1u << COMMAND_VERSION); c++)
            if (row->commands & 1u << c)
                printf("%s%s", row->commands & ((1u << c) - 1) ? ", " : ".\nOf ", command_rows[c].name);
        puts(".");
    }
}

/* The columns of CSV, or the members that JSON alone has of a point. Axes have a page of their own. */
static void print_fields(bool json_alone)
{
    for (size_t i = 0; i < field_count; i++) {
        const struct field *const field = &fields[i];
        const char *const group = json_alone ? field_groups[field->group].name : NULL;
        if (!field->description || field->json_alone != json_alone)
            continue;
        printf(".It Cm %s%s%s", group ? group : "", group ? "." : "",
               json_alone ? field_key(field) : field->name);
        if (*field->unit)
            printf(" Pq %s", field->unit);
        printf("\n%s\n", field->description);
    }
}

/* The names of the columns of axes. */
static void print_axes(void)
{
    const char *before = ".It Cm ";
    for (size_t i = 0; i < field_count; i++)
        if (!fields[i].description) {
            printf("%s%s", before, fields[i].name);
            before = " , ";
        }
    puts("\nThe parameters of the point, see\n.Xr scanbench-config 5 ;\nmissing where the algorithm does not "
         "have "
         "them.");
}

void manual_print(void)
{
    puts("@options@\n.Bl -tag -width Ds");
    print_options();
    puts(".El\n@columns@\n.Bl -tag -width Ds -compact");
    print_axes();
    print_fields(false);
    puts(".El\n@members@\n.Bl -tag -width Ds -compact");
    print_fields(true);
    puts(".El");
}
