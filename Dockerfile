# The service and nothing else: no compiler, no pip, no root, and no path it has to write to.
#
# Everything that goes in is pinned: the base by its digest, the packages by theirs in the requirements.
# `make image` builds, inspects and runs it; PYTHON_IMAGE may name a mirror's copy or a newer release.

ARG PYTHON_IMAGE=python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

# --- What is shipped, put together ---------------------------------------------------------------

FROM ${PYTHON_IMAGE} AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_ROOT_USER_ACTION=ignore

WORKDIR /build

# Two environments: the tools stay behind with this stage, what is shipped does not even have pip.
RUN python -m venv /opt/tools && \
    python -m venv --without-pip /opt/loba

# tooling/otel/requirements.txt is the same and what LOBA_TRACING needs.
ARG REQUIREMENTS=requirements.txt
COPY ${REQUIREMENTS} tooling/image/requirements-build.txt ./
RUN --mount=type=cache,target=/root/.cache/pip \
    /opt/tools/bin/pip install --require-hashes --requirement requirements-build.txt && \
    /opt/tools/bin/pip --python /opt/loba/bin/python install --no-compile --require-hashes \
      --requirement requirements.txt

# Only from here on does a change of the source show: the layers above come from the cache.
COPY LICENSE README.md openapi.yaml pyproject.toml ./
COPY service service
RUN /opt/tools/bin/pip wheel --no-deps --no-index --no-build-isolation --wheel-dir dist . && \
    /opt/tools/bin/pip --python /opt/loba/bin/python install --no-compile --no-deps --no-index dist/*.whl

# Bytecode is made once, here, and trusted at run time: nobody can write it there anyway.
COPY tooling/image/trim.py ./
COPY tooling/image/healthcheck.py /opt/loba/
RUN python trim.py /opt/loba && \
    python -m compileall -q --invalidation-mode unchecked-hash /opt/loba/lib && \
    ln -s /opt/loba/lib/python3.*/site-packages/loba/gunicorn.conf.py /opt/loba/

# --- The image -----------------------------------------------------------------------------------

FROM ${PYTHON_IMAGE}

# The base brings pip, twice. Nothing is installed from here on, so neither copy has any use but to an intruder.
RUN rm -rf /usr/local/bin/pip* /usr/local/lib/python3.*/ensurepip /usr/local/lib/python3.*/site-packages/pip*

COPY --from=build /opt/loba /opt/loba

# Two workers, whatever the number of processors: a container sees those of its host, not its own share. And two
# pools of memory for all threads of each: with one for every thread, as is the default, much lies idle in them.
ENV PATH=/opt/loba/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONFAULTHANDLER=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    LOBA_WORKERS=2

WORKDIR /opt/loba
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python", "/opt/loba/healthcheck.py"]

ENTRYPOINT ["gunicorn", "--config", "/opt/loba/gunicorn.conf.py"]

# Last, as they change with every build and nothing above should have to be built again for that.
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG PYTHON_IMAGE
LABEL org.opencontainers.image.title="loba" \
      org.opencontainers.image.description="A stateless referee for the Loba family of rummy games" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.authors="the loba authors" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="${PYTHON_IMAGE}"
