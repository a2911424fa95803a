/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TESTS_TEST_POOL_H
#define TESTS_TEST_POOL_H

/*
 * The real pool of 2MB pages, for tests that need root and leave it as it was. They take turns
 * under a lock, and read the pool their own way.
 */

#define TEST_POOL_SIZE	(2 * 1048576ULL)
#define TEST_POOL	"/sys/kernel/mm/hugepages/hugepages-2048kB/"

long test_pool__file(const char *file);
long test_pool__nr(void);
int test_pool__in_turn(int (*fn)(void));

#endif /* TESTS_TEST_POOL_H */
