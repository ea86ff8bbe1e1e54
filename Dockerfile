# The program with long-term memory's server; what it serves is told by compose.yaml.
FROM python:3.11-slim

WORKDIR /app
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgomp1 \
    && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY scenarios scenarios
COPY memory memory
COPY agents agents
COPY dispatch dispatch
RUN pip install --no-cache-dir --constraint constraints.txt '.[embed,mcp,postgres]' \
    && useradd --create-home dispatch
USER dispatch
ENTRYPOINT ["dispatch"]
CMD ["memory", "serve", "--transport", "stdio"]
