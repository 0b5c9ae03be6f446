# Targets list themselves: make help
GO ?= go
PKGS = ./...
RACE = ./store/... ./engine/... ./project/... ./server/... ./testdb/... ./remote/...

.PHONY: help clients build test lint race fuzz bench long generate demo

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

build: ## the keywright binary, in ./keywright
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o keywright ./cmd/keywright

test: lint ## the whole gate: format, vet, staticcheck, tests, race, generated files
	$(GO) test $(PKGS)
	$(GO) test -race -short $(RACE)
	@echo "make test: all passed"

lint: ## gofmt, go vet, staticcheck
	@out=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	  if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet $(PKGS)
	$(GO) tool staticcheck $(PKGS)

clients: ## the JavaScript clients that the server's tests run
	cd server/testdata/clients && npm install --no-package-lock --no-audit --no-fund --loglevel error

race: ## the race detector on everything, without -short
	$(GO) test -race $(PKGS)

fuzz: ## each fuzz target for FUZZTIME (30s)
	@./bench/fuzz.sh $${FUZZTIME:-30s}

bench: ## benchmarks, five runs each; see bench/README.md
	$(GO) test -run '^$$' -bench . -benchmem -count 5 ./bench/... ./plan/... ./attr/... ./expr/... ./store/...

long: ## the long runs: 20,000 instances of the brute force, 10 seeds of 1,000 worlds
	$(GO) test ./plan -run TestBruteForce -instances 20000 -timeout 2h
	$(GO) test ./prove -run TestRightDesigns -worlds 1000 -seeds 10 -timeout 2h
	$(GO) test ./model -run AgainstSQLite -oracle.runs 20000 -timeout 1h

generate: ## rewrite what is derived: goldens, docs, examples' designs
	$(GO) generate $(PKGS)

demo: ## plan and prove the leaderboard and the tournament
	$(GO) run ./cmd/keywright demo
