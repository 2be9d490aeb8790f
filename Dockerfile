FROM python:3.13-slim

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore \
    PYTHONUNBUFFERED=1

RUN useradd --system --uid 10001 --user-group --home-dir /data --no-create-home slowtrain \
    && install --directory --owner=slowtrain --group=slowtrain --mode=0700 /data

WORKDIR /app

# The libraries first: this layer is made again only when they change.
COPY pyproject.toml constraints.txt ./
RUN python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" \
        > /tmp/requirements.txt \
    && pip install -c constraints.txt -r /tmp/requirements.txt \
    && rm /tmp/requirements.txt

# The project runs from its source tree: data/ and docs/ are read from beside the packages.
COPY README.md LICENSE ./
COPY games games
COPY renderers renderers
COPY bot bot
COPY data data
COPY docs docs
RUN pip install --no-deps -e . \
    && python -m compileall -q bot games renderers

USER slowtrain
ENV SLOWTRAIN_DATABASE=/data/slowtrain.sqlite3
VOLUME /data

HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 \
    CMD ["slowtrain", "health"]

CMD ["slowtrain", "run"]
