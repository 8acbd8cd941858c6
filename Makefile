# Every task has one command here. `make help` lists them.

# The Ruby that benchmarks, the demo and the fuzzer compare with.
REFERENCE ?= $(firstword $(shell command -v ruby3.4) $(shell command -v ruby))
# The folder that holds set.rb; `make stdlib` fetches the default one.
RUTILE_STDLIB ?= $(shell script/fetch-stdlib --folder)
export RUTILE_STDLIB := $(RUTILE_STDLIB)
export PREFIX DESTDIR AS_RUBY DEBUG_INFO
RELEASE := target/release/rutile
DEBUG := target/debug/rutile
# Ends each instruction of the interpreter with a jump of its own to the next: the compiler would
# make one jump of them all, which the processor foretells badly. The last crate compiles all (LTO).
CODEGEN := -C llvm-args=-tail-dup-pred-size=10000 -C llvm-args=-tail-dup-succ-size=10000
# Lays the functions of a start side by side, so that a process maps little of the text.
LAYOUT := -C linker=$(CURDIR)/script/link-ordered
# Counts of what a Rutile does, by which a release is optimised: made where there is none. `PROFILE=` does without.
PROFILE ?= build/profile/rutile.profdata
# The order of a release's functions, as another build of it left it (target/release/rutile.order): with it and that build's profile the
# same bytes are built. Without, programs are run to find one.
ORDER ?=
MODE ?= RUTILE_GC_STRESS
SECONDS ?= 60

# Where Rust is installed for one user, whether the shell knows it yet or not.
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help tools build release profile cross cross-packages stdlib applications gems demo install packages check-packages release-check uninstall test lint miri sanitize specs stress reference-specs bench suites conformance fuzz fuzz-caches fuzz-crashes fuzz-calls fuzz-regexps fuzz-inputs

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

tools: ## install what the build needs and this machine lacks; NO_INSTALL=1 only names it
	@if [ -n "$(NO_INSTALL)" ]; then script/require-tools --quiet; else script/install-tools; fi

build: tools ## build for development: target/debug/rutile
	cargo build -p rutile

release: tools stdlib ## build for use: target/release/rutile, optimised by PROFILE=build/profile/rutile.profdata; `PROFILE=` builds sooner
	@[ -z "$(PROFILE)" ] || [ -e "$(PROFILE)" ] || script/train "$(PROFILE)"
	cargo build -p rutile-startup-order
	@[ ! -e "$(PROFILE)" ] || echo "by the counts of $(PROFILE), which \`make profile\` makes anew:"
	@echo "building $(RELEASE): its last crate, rutile, takes minutes, as all of them are optimised as one there"
	STARTUP_ORDER=$(CURDIR)/target/debug/rutile-startup-order ORDER=$(abspath $(ORDER)) PROFILE=$(PROFILE) script/without-paths cargo rustc --release -p rutile --bin rutile -- $(CODEGEN) $(LAYOUT)

profile: tools stdlib ## count anew what a Rutile does where programs run: build/profile/rutile.profdata
	@script/train build/profile/rutile.profdata

# A demonstration or a fuzzer is run without waiting for a training.
demo fuzz fuzz-caches fuzz-regexps fuzz-inputs fuzz-calls: PROFILE := $(wildcard $(PROFILE))

stdlib: ## fetch the pinned standard library into build/stdlib
	@script/fetch-stdlib

cross: stdlib ## build for another processor, TARGET=aarch64-unknown-linux-gnu, and run spec, or SPECS="paths", there by qemu
	@TARGET="$(TARGET)" script/cross build
	@TARGET="$(TARGET)" script/cross specs $(SPECS)

cross-packages: stdlib ## build a release for TARGET=aarch64-unknown-linux-gnu, and pack it: build/packages-TARGET
	@TARGET="$(TARGET)" script/cross release $(CODEGEN)
	@TARGET="$(TARGET)" script/cross packages

demo: release stdlib ## run the demonstration: forked workers, 100,000 fibers, the server, what they cost
	demo/run --rutile $(RELEASE) $(if $(REFERENCE),--reference $(REFERENCE))

install: | $(RELEASE) stdlib ## install what `make release` built into PREFIX=/usr/local, below DESTDIR= for a package; AS_RUBY=yes as `ruby` too
	@script/install $(RELEASE)

$(RELEASE):
	@$(MAKE) release

packages: | $(RELEASE) stdlib ## pack what `make release` built into build/packages: archive, Debian packages, image, ruby-build's file
	@script/packages $(RELEASE) build/packages

check-packages: packages ## install each package in a new Debian system as docs/INSTALL.md says, and try it there
	@script/check-packages $(RELEASE) build/packages

release-check: ## make a release's files from a clean clone of what is committed, and check them: build/release
	@script/release

uninstall: ## take away from PREFIX=/usr/local what `make install` put there, and nothing else
	@script/install --uninstall

test: tools stdlib ## check everything; ends with `N passed, N failed`
	@script/test

miri: ## run what Rust tests can be run so under miri, which notices undefined behaviour
	@script/miri

sanitize: tools stdlib ## run specs of foreign functions and sockets, or SPECS="paths", under the address sanitizer
	@script/sanitize $(SPECS)

lint: build stdlib ## check the licences and sources of dependencies, their advisories where cargo-deny is, and what clippy says
	@script/lint

specs: build stdlib ## run spec, or SPECS="paths", under the debug build
	script/run-specs $(DEBUG) $(SPECS)

stress: build stdlib ## run spec, or SPECS="paths", with MODE=RUTILE_GC_STRESS switched on
	$(MODE)=1 RUTILE_SPEC_TIMEOUT=600 script/run-specs $(DEBUG) $(SPECS)

reference-specs: ## run spec, or SPECS="paths", under the reference: a spec it fails is wrong
	script/run-specs "$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path))" $(SPECS)

bench: release stdlib ## compare with REFERENCE=ruby3.4; ROWS="fib nbody" for some, PAIRS=5; PUMA="ruby -S puma" for the server
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) bench/run \
	  --rutile $(RELEASE) --reference $(REFERENCE) $(if $(PAIRS),--pairs $(PAIRS)) $(ROWS)
	$(if $(PUMA),$(REFERENCE) bench/server --rutile $(RELEASE) --puma "$(PUMA)")
	$(if $(PUMA),$(REFERENCE) bench/server_memory --rutile $(RELEASE) --puma "$(PUMA)")

suites: release stdlib ## compare with REFERENCE, and with its compiler, on libraries, pages and expressions, and on CRUBY=, RUBY_BENCH=, OPTCARROT=checkout; SUITES="libraries pages", BELOW=0.7, ROUNDS=3
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) bench/suites \
	  --rutile $(RELEASE) --reference $(REFERENCE) $(if $(BELOW),--below $(BELOW)) $(if $(ROUNDS),--rounds $(ROUNDS)) $(SUITES)

applications: | $(RELEASE) stdlib ## run programs that are not ours under REFERENCE=ruby3.4 too, APPLICATIONS=folder of checkouts: docs/COMPATIBILITY.md
	script/applications $(RELEASE) $(if $(REFERENCE),--reference "$(REFERENCE)") --page docs/COMPATIBILITY.md $(NAMES)

gems: | $(RELEASE) stdlib ## build gems with extensions from the sources in APPLICATIONS=folder, run their suites under REFERENCE=ruby3.4 too: docs/COMPATIBILITY.md
	script/applications $(RELEASE) $(if $(REFERENCE),--reference "$(REFERENCE)") --list gems --page docs/COMPATIBILITY.md $(NAMES)

conformance: build stdlib ## ask public collections of requests what they have against `rutile serve`; CONFORMANCE=folder of their repositories
	script/check-http1 $(DEBUG) $(or $(CONFORMANCE),build/conformance)
	script/check-http2 $(DEBUG)

fuzz: release stdlib ## compare random programs with the reference for SECONDS=60; SEED=n repeats
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) fuzz/run \
	  --rutile $(RELEASE) --reference $(REFERENCE) --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

fuzz-caches: release ## compare COUNT=20000 sequences of changes to what caches rely on with the reference; SEED=n repeats
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) fuzz/caches --rutile $(RELEASE) \
	  --reference $(REFERENCE) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

fuzz-regexps: release ## compare COUNT=20000 random patterns with the reference; SEED=n repeats
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) fuzz/regexps --rutile $(RELEASE) \
	  --reference $(REFERENCE) --count $(or $(COUNT),20000) $(if $(SEED),--seed $(SEED))

fuzz-inputs: release stdlib ## compare what parsers make of COUNT=20000 random inputs each with the reference; SEED=n repeats, KIND=json,yaml
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) fuzz/inputs --rutile $(RELEASE) \
	  --reference $(REFERENCE) --count $(or $(COUNT),20000) $(if $(SEED),--seed $(SEED)) $(if $(KIND),--kind $(KIND))

fuzz-crashes: ## run COUNT=20000 mutated programs in one machine; SEED=n repeats. What breaks it is kept in build/fuzz
	cargo build -p rutile-fuzz
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) fuzz/programs --count $(or $(COUNT),20000) \
	  $(if $(SEED),--seed $(SEED)) spec core $(RUBY_SPEC_ROOT) | target/debug/rutile-fuzz

fuzz-calls: release ## compare ROUNDS=20 times 2,000 random calls of core methods with the reference; SEED=n repeats
	$(or $(REFERENCE),$(error no reference Ruby: make $@ REFERENCE=path)) fuzz/agree --rutile $(RELEASE) \
	  --reference $(REFERENCE) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED)) $(if $(KIND),--kind $(KIND))
