# One image for every node. Build: docker build -t lmt . (or buildah, podman). Run: see compose.yaml.
ARG NODE_IMAGE=docker.io/library/node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/localnet/package.json packages/localnet/
COPY packages/proof/package.json packages/proof/
RUN npm ci --omit=dev
COPY . .
RUN npm run build && node deploy/runtime-packages.mjs /runtime

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5173 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown 1000:1000 /data
COPY --from=build /runtime/node_modules node_modules
COPY package.json ./
COPY migrations migrations
COPY help help
COPY docs/RUNBOOKS.md docs/
COPY --from=build /app/dist dist
USER 1000:1000
VOLUME /data
EXPOSE 5173
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
