// SPDX-License-Identifier: GPL-2.0
/* Texts that nobody vouches for. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include "text.h"

/**
 * bench_text__utf8 - read a UTF-8 character
 * @text: bytes, the last of which is 0
 * @code: set to the character's number, if there is one
 *
 * RFC 3629: no overlong forms, no surrogates, nothing beyond Unicode.
 *
 * Return: its length in bytes, 0 if there is none.
 */
size_t bench_text__utf8(const char *text, unsigned int *code)
{
	static const unsigned int least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *s = (const unsigned char *)text;
	size_t len, i;

	*code = s[0];
	if (s[0] < 0x80)
		return 1;
	if (s[0] >= 0xc2 && s[0] < 0xe0)
		len = 2;
	else if ((s[0] & 0xf0) == 0xe0)
		len = 3;
	else if (s[0] >= 0xf0 && s[0] < 0xf5)
		len = 4;
	else
		return 0;

	*code = s[0] & (0x7f >> len);
	for (i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3f);
	}
	if (*code < least[len] || (*code >= 0xd800 && *code < 0xe000) || *code > 0x10ffff)
		return 0;
	return len;
}

static bool is_control(unsigned int code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/**
 * bench_text__has_ending - whether a file's name ends so, and is more than that
 * @name: the name
 * @ending: ".csv", in any case
 */
bool bench_text__has_ending(const char *name, const char *ending)
{
	size_t n = strlen(name), len = strlen(ending);

	return n > len && !strcasecmp(name + n - len, ending);
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
	unsigned int code;
	size_t len;

	while (text && *text) {
		len = bench_text__utf8(text, &code);
		if (len && is_control(code)) {
			memset(text, '?', len);
		} else if (!len) {
			*text = '?';
			len = 1;
		}
		text += len;
	}
}
