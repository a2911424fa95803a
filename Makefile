# SPDX-License-Identifier: GPL-2.0
# All is in Makefile.perf; the targets and variables given go there as they are.

MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := all

%: force
	@$(MAKE) -f Makefile.perf $@

# Not a target to be made by the rule above.
Makefile: ;

.PHONY: force
force:
