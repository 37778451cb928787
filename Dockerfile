# syntax=docker/dockerfile:1
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches patches
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The page is made here, last: the program's own folder cannot be written once it runs, and a page older than what it is made of
# would be made again.
RUN npm run build

FROM node:24.11.1-bookworm-slim AS run
ENV NODE_ENV=production \
    PARAPH_HOST=0.0.0.0 \
    PARAPH_STATUS_PORT=4690 \
    PARAPH_DATA=/data
# A new volume takes over owner and rights of the folder it is mounted on.
RUN install --directory --owner=node --group=node --mode=0755 /data
WORKDIR /app
COPY --from=build /app /app
USER 1000:1000
VOLUME /data
EXPOSE 4680 4690
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --retries=3 --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PARAPH_STATUS_PORT + '/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "cli/paraph.ts"]
CMD ["start"]
