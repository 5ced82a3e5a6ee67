# Debian's PgBouncer, the version that the tests run on, with deploy/pgbouncer/pgbouncer.ini and the addresses of
# deploy/compose:
#
#   docker build -f deploy/container/pgbouncer.Dockerfile -t marque-pgbouncer deploy
FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
COPY pgbouncer/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
RUN sed -i -e "s/^listen_addr = .*/listen_addr = */" -e "s/host=127[.]0[.]0[.]1/host=postgres/" /etc/pgbouncer/pgbouncer.ini
USER postgres
EXPOSE 6432
STOPSIGNAL SIGINT
ENTRYPOINT ["/usr/sbin/pgbouncer", "/etc/pgbouncer/pgbouncer.ini"]
