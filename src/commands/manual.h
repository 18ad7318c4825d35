/* SPDX-License-Identifier: MIT */
/* What the manual pages list, from the tables. */
#pragma once

/* Print @options@, @columns@ and @members@, each followed by its list in the language of such pages, for
 * scripts/man_page.sh. */
void manual_print(void);
