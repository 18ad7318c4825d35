/* SPDX-License-Identifier: MIT */
/* The fixed text of the HTML report: style and script. */
#ifndef SCANBENCH_HTML_PAGE_H
#define SCANBENCH_HTML_PAGE_H

extern const char html_page_style[], html_page_script[];

#endif
