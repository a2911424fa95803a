# SPDX-License-Identifier: GPL-2.0
# The BPF program of perf bench pagefault --kernel-time, where clang can compile for BPF,
# bpftool makes a skeleton of it, and perf has libbpf. Included by bench/Build.

pagefault-bpf	 := bench/pagefault-kernel-time
pagefault-system := -idirafter /usr/include/$(shell $(CC) -print-multiarch 2>/dev/null)
pagefault-clang	 := clang -g -O2 -target bpf $(pagefault-system)
pagefault-tool	 := $(shell PATH="$$PATH:/usr/sbin:/sbin" command -v bpftool)
pagefault-test	 := \#include <linux/bpf.h>\n\#include <bpf/bpf_helpers.h>\n\#include <bpf/bpf_tracing.h>\n

ifneq ($(pagefault-tool),)
ifeq ($(CONFIG_LIBBPF),y)
pagefault-has-bpf := $(shell printf '$(pagefault-test)' | \
			$(pagefault-clang) -x c -c - -o /dev/null 2>/dev/null && echo y)
endif
endif

ifeq ($(pagefault-has-bpf),y)
CFLAGS_pagefault-kernel-time.o += -DHAVE_PAGEFAULT_BPF -I$(OUTPUT)bench

$(OUTPUT)$(pagefault-bpf).o: $(OUTPUT)$(pagefault-bpf).skel.h

$(OUTPUT)$(pagefault-bpf).skel.h: $(pagefault-bpf).bpf.c $(pagefault-bpf)-bpf.h
	$(call rule_mkdir)
	$(Q)$(pagefault-clang) -c $< -o $(@:.skel.h=.bpf.o)
	$(Q)$(pagefault-tool) gen skeleton $(@:.skel.h=.bpf.o) name pagefault_kernel_time_bpf >$@.tmp
	$(Q)mv $@.tmp $@
endif
