// SPDX-License-Identifier: GPL-2.0
/* What the workers do between samples: memory, and the workload's verbs. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include "page.h"
#include "plan.h"
#include "sampler.h"
#include "sampler-jobs.h"
#include "size.h"

/* madvise() agrees where THP is off too; only the page tables tell what came of it. */
static int look_for_huge(struct bench_worker *w)
{
	char size[BENCH_SIZE_STR_MAX];

	w->mem_huge = bench_region__huge_bytes(&w->region);
	if (w->mem_huge)
		return 0;
	return bench_worker__fail(w, -EOPNOTSUPP,
				  "page thp: none of %s came in huge pages: THP is off, or memory is fragmented",
				  bench_size__str(w->region.len, size, sizeof(size)));
}

/**
 * bench_job__map - map a worker's region, in place of the one it had, and fault it in
 * @w: the calling worker, w->c tells the page kind
 * @job: its @arg is the length in bytes, 0: none is wanted
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int bench_job__map(struct bench_worker *w, const struct bench_job *job)
{
	char err[sizeof(w->error)] = "";
	int ret;

	bench_region__unmap(&w->region);
	w->mem = NULL;
	w->mem_len = 0;
	w->mem_huge = 0;
	if (!job->arg)
		return 0;
	ret = bench_region__map(&w->region, job->arg, w->c->axis[BENCH_AXIS_PAGE],
				w->plan->node, err, sizeof(err));
	if (ret)
		return bench_worker__fail(w, ret, "%s", err);
	/* From here on a SIGBUS is told with the worker's own region. */
	w->mem = w->region.addr;
	w->mem_len = w->region.len;
	ret = bench_region__fault_in(&w->region, err, sizeof(err));
	if (!ret && w->plan->node >= 0)
		ret = bench_region__verify_node(&w->region, err, sizeof(err));
	if (ret)
		return bench_worker__fail(w, ret, "%s", err);
	return bench_page__kind(w->c->axis[BENCH_AXIS_PAGE]) == BENCH_PAGE_THP ?
	       look_for_huge(w) : 0;
}

/**
 * bench_job__prepare - the workload's prepare() of a case
 * @w: the calling worker
 * @job: unused
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int bench_job__prepare(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	const struct bench_workload *wl = w->plan->w;
	int ret = 0;

	if (!w->privs) {
		w->privs = calloc(w->plan->nr_cases, sizeof(*w->privs));
		if (!w->privs)
			return bench_worker__fail(w, -ENOMEM, "out of memory");
	}
	w->priv = NULL;
	if (wl->prepare)
		ret = wl->prepare(w);
	w->privs[w->c->index] = w->priv;
	return ret;
}

/**
 * bench_job__check - the workload's check() of a case that is prepared
 * @w: the calling worker
 * @job: its @arg is the sampler
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int bench_job__check(struct bench_worker *w, const struct bench_job *job)
{
	w->interrupted = ((const struct bench_sampler *)(uintptr_t)job->arg)->stop;
	w->priv = w->privs[w->c->index];
	return w->plan->w->check(w);
}

/**
 * bench_job__finish - the workload's finish() of a case
 * @w: the calling worker
 * @job: unused
 *
 * Return: 0.
 */
int bench_job__finish(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	if (!w->privs)
		return 0;
	w->priv = w->privs[w->c->index];
	if (w->plan->w->finish)
		w->plan->w->finish(w);
	w->privs[w->c->index] = NULL;
	return 0;
}

/**
 * bench_job__unmap - give back the worker's region
 * @w: the calling worker
 * @job: unused
 *
 * Return: 0.
 */
int bench_job__unmap(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	bench_region__unmap(&w->region);
	w->mem = NULL;
	w->mem_len = 0;
	free(w->privs);
	w->privs = NULL;
	return 0;
}
