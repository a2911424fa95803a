// SPDX-License-Identifier: GPL-2.0
/*
 * The text of -e as a list of single events. Each is parsed by itself later, since
 * perf's parser drops the whole list for one name that it does not know.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include "counters-events.h"

/* All letters that perf's parser takes as modifiers in any of its versions. */
#define MODIFIERS	"ukhpPGHSDIWebR"

/* The bytes up to the next comma that stands outside of {} and of //. */
static size_t item_len(const char *text)
{
	/* mem:ADDR/LEN:w has one slash, and no terms. */
	bool breakpoint = !strncmp(text, "mem:", 4);
	bool terms = false;
	int depth = 0;
	const char *p;

	for (p = text; *p; p++) {
		if (*p == '/' && !breakpoint)
			terms = !terms;
		else if (*p == '{' && !terms)
			depth++;
		else if (*p == '}' && !terms)
			depth--;
		else if (*p == ',' && !terms && depth <= 0)
			break;
	}
	return p - text;
}

/**
 * bench_event__bare_len - the length of an event's text without its modifiers
 * @text: "cycles:u", "cpu/event=1/pp", "sched:sched_switch", "mem:0x1000:w"
 *
 * Return: bytes before the colon, or up to and with the slash, that modifiers follow;
 * all of the text if there are none.
 */
size_t bench_event__bare_len(const char *text)
{
	size_t len = strlen(text);
	size_t mods = len;

	while (mods > 0 && strchr(MODIFIERS, text[mods - 1]))
		mods--;
	if (mods == 0 || mods == len)
		return len;
	if (text[mods - 1] == '/')
		return mods;
	return text[mods - 1] == ':' ? mods - 1 : len;
}

/**
 * bench_event__add_modifiers - the text of an event with more modifiers
 * @text: an event
 * @modifiers: letters, may be empty
 *
 * Return: a new string, or NULL without memory.
 */
char *bench_event__add_modifiers(const char *text, const char *modifiers)
{
	size_t len = strlen(text);
	const char *colon = ":";
	char *res;

	if (!*modifiers)
		return strdup(text);
	if (bench_event__bare_len(text) < len || (len && text[len - 1] == '/'))
		colon = "";
	return asprintf(&res, "%s%s%s", text, colon, modifiers) < 0 ? NULL : res;
}

static int add_text(struct bench_event_texts *texts, const char *text, size_t textlen,
		    const char *modifiers, int braces, char *err, size_t len)
{
	char *copy, *full;

	while (textlen && *text == ' ') {
		text++;
		textlen--;
	}
	while (textlen && text[textlen - 1] == ' ')
		textlen--;
	if (!textlen) {
		snprintf(err, len, "empty event name");
		return -EINVAL;
	}
	/* One is kept for the cycles of -c. */
	if (texts->nr == BENCH_EVENTS_MAX - 1) {
		snprintf(err, len, "more than %d events", BENCH_EVENTS_MAX - 1);
		return -E2BIG;
	}
	copy = strndup(text, textlen);
	full = copy ? bench_event__add_modifiers(copy, modifiers) : NULL;
	free(copy);
	if (!full) {
		snprintf(err, len, "out of memory");
		return -ENOMEM;
	}
	texts->v[texts->nr].text = full;
	texts->v[texts->nr++].braces = braces;
	return 0;
}

/* "{a,b}:u" becomes "a:u" and "b:u", which know that they belong together. */
static int add_braces(struct bench_event_texts *texts, const char *item, size_t itemlen,
		      int braces, char *err, size_t len)
{
	const char *end = memrchr(item, '}', itemlen);
	char *inner, *modifiers;
	const char *p;
	int ret = -ENOMEM;

	if (!end) {
		snprintf(err, len, "'%.*s' lacks a '}'", (int)itemlen, item);
		return -EINVAL;
	}
	inner = strndup(item + 1, end - item - 1);
	modifiers = strndup(end + 1, item + itemlen - end - 1);
	if (!inner || !modifiers) {
		snprintf(err, len, "out of memory");
		goto out;
	}
	if (*modifiers == ':')
		memmove(modifiers, modifiers + 1, strlen(modifiers));
	if (modifiers[strspn(modifiers, MODIFIERS)]) {
		snprintf(err, len, "'%.*s' has bad modifiers behind the '}'", (int)itemlen, item);
		ret = -EINVAL;
		goto out;
	}
	for (p = inner;; p++) {
		size_t n = item_len(p);

		ret = add_text(texts, p, n, modifiers, braces, err, len);
		p += n;
		if (ret || !*p)
			break;
	}
out:
	free(inner);
	free(modifiers);
	return ret;
}

/**
 * bench_event_texts__split - split the text of -e
 * @texts: filled; to be freed with bench_event_texts__exit() also after an error
 * @list: events with commas between them; commas inside {} and // do not count
 * @err: says what is wrong
 * @len: room in @err
 *
 * Return: 0, -EINVAL, -E2BIG or -ENOMEM.
 */
int bench_event_texts__split(struct bench_event_texts *texts, const char *list,
			     char *err, size_t len)
{
	int braces = 0;
	const char *p;
	int ret;

	texts->nr = 0;
	for (p = list;; p++) {
		size_t n;

		p += strspn(p, " ");
		n = item_len(p);
		if (*p == '{')
			ret = add_braces(texts, p, n, ++braces, err, len);
		else
			ret = add_text(texts, p, n, "", 0, err, len);
		p += n;
		if (ret || !*p)
			break;
	}
	return ret;
}

/**
 * bench_event_texts__exit - free the texts
 * @texts: from bench_event_texts__split()
 */
void bench_event_texts__exit(struct bench_event_texts *texts)
{
	while (texts->nr)
		zfree(&texts->v[--texts->nr].text);
}
