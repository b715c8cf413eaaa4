# Tablée in a small image: one process, not root, its data in /data. See docs/deploy.md.
#   docker build -t tablee . && docker run -p 127.0.0.1:8000:8000 -v tablee:/data tablee
ARG PYTHON=python:3.11-slim-bookworm
FROM ${PYTHON} AS build
WORKDIR /app
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt

FROM ${PYTHON}
RUN useradd --system --uid 10001 --home-dir /data --create-home tablee
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
COPY tablee tablee
COPY config config
COPY rules rules
COPY campaigns campaigns
COPY sheets sheets
COPY encounters encounters
COPY templates templates
COPY static static
COPY locale locale
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TABLEE_VAR=/data TABLEE_LOG=json
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=4s --start-period=40s --retries=3 \
    CMD ["/app/manage.py", "healthy"]
ENTRYPOINT ["/app/manage.py"]
CMD ["serve", "--host", "0.0.0.0", "--prepare"]
