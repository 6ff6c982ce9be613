# The version that package.json pins (a test compares them). The image brings Node itself: the package of it belongs to no
# workspace, and so is not in the last stage.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY cli/package.json cli/

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
COPY cli cli
RUN node web/build.ts

FROM manifests AS dependencies
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace contract --workspace server

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/app/node_modules/.cache/clipline
WORKDIR /app
COPY --from=dependencies /app ./
COPY contract/src contract/src
COPY server/src server/src
COPY server/start.mjs server/compile.mjs server/
COPY --from=build /app/web/dist web/dist
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
# What Node compiles goes into the image: without it each start takes twice as long, and 25 MB more.
RUN node server/compile.mjs
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "const { HOST, PORT } = process.env, host = HOST || '0.0.0.0'; fetch(`http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
