// SPDX-License-Identifier: GPL-2.0
/* Texts that nobody vouches for. */
#include <stddef.h>
#include "text.h"

/* Length of the UTF-8 character at s, 0 if there is none that a terminal should see. */
static size_t printable_length(const unsigned char *s)
{
	static const unsigned int least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned int code;
	size_t len, i;

	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f;
	if (s[0] >= 0xc2 && s[0] < 0xe0)
		len = 2;
	else if ((s[0] & 0xf0) == 0xe0)
		len = 3;
	else if (s[0] >= 0xf0 && s[0] < 0xf5)
		len = 4;
	else
		return 0;

	code = s[0] & (0x7f >> len);
	for (i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	/* Overlong forms, C1 controls, surrogates, and what lies beyond Unicode. */
	if (code < least[len] || code < 0xa0 || (code >= 0xd800 && code < 0xe000) ||
	    code > 0x10ffff)
		return 0;
	return len;
}

/**
 * bench_text__make_printable - make a text from a file fit for terminals, tables and scripts
 * @text: changed in place; NULL is fine
 *
 * Control characters (escape sequences and line ends among them) and bytes that are
 * not UTF-8 become '?'.
 */
void bench_text__make_printable(char *text)
{
	size_t len;

	while (text && *text) {
		len = printable_length((unsigned char *)text);
		if (!len) {
			*text = '?';
			len = 1;
		}
		text += len;
	}
}
