# drainlint. "make" lists the targets.
BIN     := bin/drainlint
GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The linker writes page by page, and Linux then caches and maps the file in small pages; written in one piece it is kept in
# large ones, and a start takes half the page faults.
build: ## build bin/drainlint
	$(GO) build -ldflags '-s -w' -o $(BIN).linked ./cmd/drainlint
	dd if=$(BIN).linked of=$(BIN).new bs=134217728 2>/dev/null && chmod 755 $(BIN).new && mv $(BIN).new $(BIN)

demo: build ## build, then scan the bundled sample and print the findings
	$(BIN) scan testdata/demo --fail-on never

test: ## run all tests
	$(GO) test ./...

test-rule: docs ## test one rule: make test-rule RULE=my-rule
	$(GO) test -count=1 -run 'TestTypes|TestRego/$(subst -,_,$(RULE))_test' ./rego
	$(GO) test -count=1 -run 'TestRules/$(RULE)/' ./analyzer/analyzertest

lint: ## gofmt, vet, staticcheck, and the format and types of every Rego file
	@out=$$(gofmt -l cmd loaders analyzer rego); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test -count=1 -run 'TestFormat|TestTypes|TestIndex' ./rego

fmt: ## format Go and Rego
	gofmt -w cmd loaders analyzer rego
	$(GO) run ./cmd/rulekit fmt

docs: ## regenerate docs/rules and the JSON Schemas
	$(GO) run ./cmd/rulekit docs

golden: ## rewrite the golden files of tests after an intended change
	$(GO) test ./analyzer/report ./analyzer/timeline ./cmd/drainlint -update

check-generated: docs ## fail when something generated is out of date
	git diff --exit-code -- docs analyzer/facts/schema.json rego/metadata

test-browser: ## open timelines in headless Chromium (needs chromium): errors of the page, missing lanes, covered text
	@browser=$$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "test-browser needs chromium"; exit 1; }; \
	DRAINLINT_BROWSER=$$browser $(GO) test -count=1 -run TestBrowser ./analyzer/timeline

sarif: build ## validate SARIF of all kinds of input with the multitool (needs npm)
	.ci/sarif-inputs.sh $(BIN) bin/sarif
	.ci/sarif-validate.sh bin/sarif/*.sarif

bench: build ## time the whole process on small and large inputs, with CORPUS=DIR also on the charts below a folder
	$(GO) run ./cmd/rulekit bench $(BIN)
	@if [ -n "$(CORPUS)" ]; then $(GO) run ./cmd/rulekit bench $(BIN) $(CORPUS); fi
	$(GO) test -run '^$$' -bench . -benchmem ./loaders/... ./analyzer/... ./rego/...

corpus: ## render all charts and overlays below CORPUS=DIR, compare with Helm and kustomize, test the values keys
	$(GO) run ./cmd/rulekit prove $(CORPUS) 3
	$(GO) run ./cmd/rulekit overlays $(CORPUS)
	$(GO) run ./cmd/rulekit corpus $(CORPUS)

new-rule: ## stubs of a new rule: make new-rule AREA=termination NAME=my-rule
	$(GO) run ./cmd/rulekit new $(AREA) $(NAME)

man: build ## write the manual page to bin/drainlint.1
	$(BIN) man > bin/drainlint.1

fuzz: ## fuzz the parsers for a minute each
	$(GO) test -run '^$$' -fuzz FuzzParse -fuzztime 60s ./loaders/manifest

dist: ## release binaries for all platforms in dist/, with checksums and SBOMs: make dist VERSION=v1.2.3
	GO="$(GO)" .ci/dist.sh dist "$(VERSION)" $(PLATFORMS)

dist-check: ## build one platform twice, in different folders, and compare; check the image and the SBOM
	GO="$(GO)" .ci/dist-check.sh

clean: ## remove what was built
	rm -rf bin dist

.PHONY: help build demo test test-rule test-browser lint fmt docs golden check-generated sarif bench corpus new-rule man fuzz dist dist-check clean
