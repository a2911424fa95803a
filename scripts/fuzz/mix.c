// SPDX-License-Identifier: GPL-2.0
/* The file of "perf bench mem clear_user --sizes-from". */
#include <string.h>
#include "bench/mem-clear-user.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz_file file;
	struct clear_user_mix mix;
	u64 bytes = 0, max = 0;
	const char *err;
	u32 i;
	int ret;

	memset(&mix, 0, sizeof(mix));
	fuzz_file__write(&file, data, size);
	fuzz_output__catch();
	ret = clear_user_mix__read(&mix, file.path);
	err = fuzz_output__release();

	fuzz_need(ret == 0 || ret == 129, "returned %d", ret);
	fuzz_need((ret == 129) == !!*err, "returned %d: %s", ret, err);
	for (i = 0; !ret && i < mix.nr; i++) {
		fuzz_need(mix.sizes[i], "size %u is 0", i);
		bytes += mix.sizes[i];
		max = mix.sizes[i] > max ? mix.sizes[i] : max;
	}
	if (!ret) {
		fuzz_need(mix.nr && mix.bytes == bytes && mix.max == max, "%u sizes", mix.nr);
		fuzz_need(fuzz_is_line(mix.text), "%s", mix.text);
	}
	clear_user_mix__exit(&mix);
	return 0;
}
