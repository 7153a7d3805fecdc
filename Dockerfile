# One image for web processes, workers and commands. See docs/operate.md.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# Packages are installed again only when one of these files changes.
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY prisma/schema prisma/schema
COPY scripts/setup.mjs scripts/
COPY scripts/setup scripts/setup
RUN node --eval "import('/app/scripts/setup.mjs').then(({ setUp }) => setUp({ needs_dev: false }))"
COPY . .
# Then only what runs stays: most packages only made the pages.
RUN npm run build && node scripts/image.mjs && mkdir /data /backups

# Node alone, without npm.
FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production DATA_DIR=/data
# PostgreSQL, built in or not, is reached by a user that has a name. The numbers are those of the user "node" in the base image.
RUN getent passwd 1000 || useradd --uid 1000 --user-group --create-home node
WORKDIR /app
# The code belongs to root: the process can read it and cannot change it.
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /data /data
# For BACKUP_DIR. A new volume takes its owner from here.
COPY --from=build --chown=1000:1000 /backups /backups
USER 1000:1000
# Images of creators, unless S3_BUCKET is set; without DATABASE_URL and SECRET_KEY also the built-in database and the secret key.
VOLUME /data
EXPOSE 3000
# Ready means that the database answers. A worker serves no HTTP: switch the check off for it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--no-demo"]
