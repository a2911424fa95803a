// SPDX-License-Identifier: GPL-2.0
/* A file that somebody names to a JSON tree, within limits. What it means is not looked at. */
#ifdef HAVE_JSON_C_SUPPORT
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <json-c/json.h>
#include "json-reader.h"

/* Objects in arrays in objects: results take six levels. */
#define DEPTH_MAX	32

struct loader {
	struct json_reader	*r;
	struct json_tokener	*tok;
	struct json_object	*tree;
	size_t			bytes;
	size_t			values;
	size_t			line;
};

static void fail_line(struct loader *l, const char *what)
{
	json_reader__fail(l->r, "line %zu: not JSON: %s", l->line, what);
}

static size_t count(const char *buf, size_t len, const char *bytes)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++)
		n += buf[i] && strchr(bytes, buf[i]);
	return n;
}

/* Bytes behind the end of the tree: blanks only. */
static void check_rest(struct loader *l, const char *buf, size_t len)
{
	size_t blanks = 0;

	while (blanks < len && buf[blanks] && strchr(" \t\r\n", buf[blanks]))
		blanks++;
	l->line += count(buf, blanks, "\n");
	if (blanks < len)
		fail_line(l, "text after the end");
}

static void feed(struct loader *l, const char *buf, size_t len)
{
	enum json_tokener_error state;
	size_t used;

	l->bytes += len;
	/* A value takes far more memory than text: "0," is two bytes, and fifty in the tree. */
	l->values += count(buf, len, ",[{");
	if (l->bytes > JSON_READER_BYTES_MAX) {
		json_reader__fail(l->r, "larger than %lu bytes, not read", JSON_READER_BYTES_MAX);
		return;
	}
	if (l->values > JSON_READER_VALUES_MAX) {
		json_reader__fail(l->r, "more than %lu values, not read", JSON_READER_VALUES_MAX);
		return;
	}
	if (l->tree) {
		check_rest(l, buf, len);
		return;
	}

	l->tree = json_tokener_parse_ex(l->tok, buf, len);
	state = json_tokener_get_error(l->tok);
	used = state == json_tokener_continue ? len : json_tokener_get_parse_end(l->tok);
	l->line += count(buf, used, "\n");
	if (state == json_tokener_continue)
		return;
	if (state != json_tokener_success)
		fail_line(l, state == json_tokener_error_parse_eof ? "NUL byte" :
			     json_tokener_error_desc(state));
	else if (!json_object_is_type(l->tree, json_type_object))
		json_reader__fail(l->r, "no JSON object");
	else
		check_rest(l, buf + used, len - used);
}

static void feed_all(struct loader *l, int fd)
{
	char buf[65536];
	ssize_t n;

	do {
		n = read(fd, buf, sizeof(buf));
		if (n > 0)
			feed(l, buf, n);
		else if (n < 0 && errno != EINTR)
			json_reader__fail(l->r, "%s", strerror(errno));
	} while (n && !l->r->failed);

	if (l->r->failed || l->tree)
		return;
	if (!l->bytes) {
		json_reader__fail(l->r, "empty");
		return;
	}
	/* A number alone has no end but the end of the file. */
	l->tree = json_tokener_parse_ex(l->tok, "", 1);
	if (json_tokener_get_error(l->tok) == json_tokener_success)
		json_reader__fail(l->r, "no JSON object");
	else
		fail_line(l, "ends too early, the file may be truncated");
}

/**
 * json_reader__open - read a JSON file whose top is an object
 * @r: the reader, at that object, unless @r->failed
 * @path: its name, "-": standard input; must stay
 * @err: where the text of a failure goes; must stay
 * @len: room there
 */
void json_reader__open(struct json_reader *r, const char *path, char *err, size_t len)
{
	bool from_stdin = !strcmp(path, "-");
	struct loader l = { .r = r, .line = 1 };
	int fd;

	memset(r, 0, sizeof(*r));
	r->name = from_stdin ? "standard input" : path;
	r->err = err;
	r->len = len;

	fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		json_reader__fail(r, "%s", strerror(errno));
		return;
	}
	l.tok = json_tokener_new_ex(DEPTH_MAX);
	if (l.tok) {
		json_tokener_set_flags(l.tok, JSON_TOKENER_STRICT);
		feed_all(&l, fd);
		json_tokener_free(l.tok);
	} else {
		json_reader__no_memory(r);
	}
	if (!from_stdin)
		close(fd);
	r->root = l.tree;
	r->obj = l.tree;
}

/**
 * json_reader__close - free the tree
 * @r: the reader
 */
void json_reader__close(struct json_reader *r)
{
	json_object_put(r->root);
	r->root = NULL;
	r->obj = NULL;
}
#endif /* HAVE_JSON_C_SUPPORT */
