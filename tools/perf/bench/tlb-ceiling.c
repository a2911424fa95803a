// SPDX-License-Identifier: GPL-2.0
/*
 * x86/tlb_single_page_flush_ceiling of debugfs: up to so many pages are flushed one by one,
 * above it the whole TLB. It is the machine's, so it is set back whatever happens.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/file.h>
#include <api/fs/fs.h>
#include <linux/kernel.h>
#include "harness/size.h"
#include "tlb-ceiling.h"

/* Above all counts of pages that can be asked for. */
#define CEILING_RANGED	((u64)1 << 30)

/*
 * Where the ceiling has been changed and not yet set back: an exit on the way from anywhere
 * ends here. There is one such file on a machine, and one run that changes it in a process.
 */
static struct tlb_ceiling *changed;

/* Where debugfs is not mounted it stays so: the benchmark mounts nothing. */
static int open_file(void)
{
	const char *debugfs = debugfs__mountpoint();
	char path[256];
	int fd;

	if (!debugfs)
		return -ENOENT;
	snprintf(path, sizeof(path), "%s/x86/tlb_single_page_flush_ceiling", debugfs);
	fd = open(path, O_RDWR | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int read_value(int fd, u64 *value)
{
	char text[32];
	ssize_t len = pread(fd, text, sizeof(text) - 1, 0);

	if (len <= 0)
		return len ? -errno : -EIO;
	text[len] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return bench_count__parse(text, value);
}

static int write_value(int fd, u64 value)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%llu\n", (unsigned long long)value);
	ssize_t written = pwrite(fd, text, len, 0);

	if (written < 0)
		return -errno;
	return written == len ? 0 : -EIO;
}

static void set_back(void)
{
	struct tlb_ceiling *c = changed;

	if (!c)
		return;
	changed = NULL;
	if (c->now == c->found)
		return;
	if (write_value(c->fd, c->found))
		fprintf(stderr, "perf bench: the TLB flush ceiling could not be set back to %llu\n",
			(unsigned long long)c->found);
	c->now = c->found;
}

/**
 * tlb_ceiling__writable - whether the ceiling can be set here
 *
 * It takes root, debugfs, and a kernel that is not locked down, or it cannot be opened.
 * Nothing is written to find out: another run may be changing it.
 */
bool tlb_ceiling__writable(void)
{
	int fd = open_file();
	bool writable;
	u64 value = 0;

	if (fd < 0)
		return false;
	writable = !read_value(fd, &value);
	close(fd);
	return writable;
}

/**
 * tlb_ceiling__open - find the ceiling
 * @c: filled in; fd is -1 if it may not be set
 *
 * Until it is closed nobody else gets it here: two runs would take each other's values for
 * the machine's, and leave them behind.
 *
 * Return: 0, or a negative errno: why it may not be set. -EBUSY: another run has it, so that
 * its value means nothing either.
 */
int tlb_ceiling__open(struct tlb_ceiling *c)
{
	int ret;

	c->found = TLB_CEILING_DEFAULT;
	c->fd = open_file();
	ret = min(c->fd, 0);
	if (!ret && flock(c->fd, LOCK_EX | LOCK_NB))
		ret = errno == EWOULDBLOCK ? -EBUSY : -errno;
	if (!ret)
		ret = read_value(c->fd, &c->found);
	c->now = c->found;
	if (!ret)
		ret = write_value(c->fd, c->found);
	if (!ret)
		return 0;
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
	return ret;
}

/**
 * tlb_ceiling__is_left_over - was it found as only a run that was killed leaves it?
 * @c: from tlb_ceiling__open()
 *
 * Somebody may also want a ceiling of 0.
 */
bool tlb_ceiling__is_left_over(const struct tlb_ceiling *c)
{
	return c->found == CEILING_RANGED || !c->found;
}

/**
 * tlb_ceiling__set - have the kernel flush in a certain way
 * @c: from tlb_ceiling__open()
 * @how: the way; nothing is written if it is so already
 *
 * It is set back by tlb_ceiling__close(), or when the process exits.
 *
 * Return: 0 or a negative errno.
 */
int tlb_ceiling__set(struct tlb_ceiling *c, enum tlb_flush how)
{
	static bool at_exit;
	u64 want = c->found;
	int ret;

	if (how == TLB_FLUSH_RANGED)
		want = CEILING_RANGED;
	else if (how == TLB_FLUSH_FULL)
		want = 0;
	if (c->now == want)
		return 0;
	if (c->fd < 0)
		return -EPERM;
	if (!at_exit && atexit(set_back))
		return -ENOMEM;
	at_exit = true;
	changed = c;
	ret = write_value(c->fd, want);
	if (!ret)
		c->now = want;
	return ret;
}

/**
 * tlb_ceiling__close - set the ceiling back
 * @c: from tlb_ceiling__open()
 */
void tlb_ceiling__close(struct tlb_ceiling *c)
{
	set_back();
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}
