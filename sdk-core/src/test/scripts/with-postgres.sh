#!/bin/sh
# Runs a command with a PostgreSQL of its own: with-postgres.sh mvn -pl sdk-core -am verify
#
# Installs Debian's postgresql where it is missing (needs root), starts a throw-away cluster on a
# free loopback port, tells its JDBC URL in FREIGHT_TEST_POSTGRES_URL, and removes it afterwards.
set -eu

bin_of() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

if [ -z "$(bin_of)" ]; then
  echo "with-postgres: installing Debian's postgresql" >&2
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
fi
bin="$(bin_of)"

# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then as() { runuser -u postgres -- "$@"; }; else as() { "$@"; }; fi

home="$(as mktemp -d "${TMPDIR:-/tmp}/freight-postgres.XXXXXX")"
stop() {
  (cd / && as "$bin/pg_ctl" -D "$home/data" -m immediate -w stop >/dev/null 2>&1) || true
  rm -rf "$home"
}
trap stop EXIT
trap 'exit 130' INT TERM

port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
(
  cd /
  as "$bin/initdb" -D "$home/data" -U freight --auth=trust -E UTF8 --no-sync >"$home.log" 2>&1
  as "$bin/pg_ctl" -D "$home/data" -w -l "$home/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$home -c fsync=off" \
    start >>"$home.log" 2>&1
) || { cat "$home.log" >&2; rm -f "$home.log"; exit 1; }
rm -f "$home.log"

FREIGHT_TEST_POSTGRES_URL="jdbc:postgresql://127.0.0.1:$port/postgres?user=freight"
export FREIGHT_TEST_POSTGRES_URL
echo "with-postgres: $("$bin/postgres" --version) on 127.0.0.1:$port" >&2
status=0
"$@" || status=$?
exit "$status"
