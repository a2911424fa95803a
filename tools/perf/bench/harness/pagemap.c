// SPDX-License-Identifier: GPL-2.0
/*
 * What the page tables say of a piece of memory, by the PAGEMAP_SCAN ioctl of Linux 6.7.
 * It takes a microsecond or two and leaves the caches alone, where formatting and parsing
 * smaps takes hundreds and makes the next fault find nothing in them.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include "pagemap.h"

/* The kernel's interface, which the headers of older trees lack. */
#define SCAN_IS_PFNZERO		BIT_ULL(5)
#define SCAN_IS_HUGE		BIT_ULL(6)
#define SCAN_REGIONS		64

struct scan_region {
	u64	start;
	u64	end;
	u64	categories;
};

struct scan_arg {
	u64	size;
	u64	flags;
	u64	start;
	u64	end;
	u64	walk_end;
	u64	vec;
	u64	vec_len;
	u64	max_pages;
	u64	category_inverted;
	u64	category_mask;
	u64	category_anyof_mask;
	u64	return_mask;
};

#define SCAN_IOCTL		_IOWR('f', 16, struct scan_arg)

/**
 * bench_pagemap__huge_bytes - how much of a range is mapped by huge pages
 * @addr: its start, aligned to the base page
 * @len: its length in bytes
 * @bytes: set to the answer; the huge zero page does not count
 *
 * Return: 0, -ENOTTY or another -errno where the kernel cannot tell.
 */
int bench_pagemap__huge_bytes(const void *addr, size_t len, u64 *bytes)
{
	struct scan_region regions[SCAN_REGIONS];
	struct scan_arg arg = {
		.size			= sizeof(arg),
		.start			= (unsigned long)addr,
		.end			= (unsigned long)addr + len,
		.vec			= (unsigned long)regions,
		.vec_len		= SCAN_REGIONS,
		.category_inverted	= SCAN_IS_PFNZERO,
		.category_mask		= SCAN_IS_HUGE | SCAN_IS_PFNZERO,
		.return_mask		= SCAN_IS_HUGE,
	};
	int fd, i, nr, ret = 0;

	fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	*bytes = 0;
	while (arg.start < arg.end) {
		nr = ioctl(fd, SCAN_IOCTL, &arg);
		if (nr < 0) {
			ret = -errno;
			break;
		}
		for (i = 0; i < nr; i++)
			*bytes += regions[i].end - regions[i].start;
		if (arg.walk_end <= arg.start)
			break;
		arg.start = arg.walk_end;
	}
	close(fd);
	return ret;
}
