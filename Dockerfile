# The site as a container; compose.yaml runs it. Only /data is written to.
ARG NODE=docker.io/library/node:24-bookworm-slim
ARG DEBIAN=docker.io/library/debian:12-slim

FROM $NODE AS build
WORKDIR /opt/site
COPY package.json package-lock.json .npmrc ./
COPY scripts/after-install scripts/refuse-old-node.cjs scripts/
RUN npm ci
COPY . .
RUN npm run build && npm exec -- node scripts/prune.ts && rm -rf pictures public

FROM $DEBIAN
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin site \
  && install -d -o site -g site -m 0700 /data
COPY --from=build /opt/site /opt/site
WORKDIR /opt/site
USER site
# Node comes with the packages.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PATH=/opt/site/node_modules/.bin:/usr/bin:/bin
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1048576
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "server.ts"]
