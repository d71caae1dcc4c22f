#!/bin/sh
# Runs a command with a PostgreSQL and a MariaDB of its own: with-databases.sh mvn -pl sdk-integrations/freight-jdbc -am verify
#
# Installs Debian's postgresql and mariadb-server where they are missing (needs root), starts
# throw-away servers on free loopback ports, and removes them afterwards. The command sees
#   FREIGHT_TEST_POSTGRES_URL, FREIGHT_TEST_MARIADB_URL   their JDBC URLs
#   FREIGHT_TEST_DATABASE_CONTROL                         a program that stops them hard:
#     control kill|start postgres|mariadb
# What they have committed is on the disk before they say so, so that a hard stop is an honest one.
set -eu

postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }
mariadb_server() { PATH="$PATH:/usr/sbin" command -v mariadbd || true; }

missing=""
[ -n "$(postgres_bin)" ] || missing="$missing postgresql"
[ -n "$(mariadb_server)" ] || missing="$missing mariadb-server"
if [ -n "$missing" ]; then
  echo "with-databases: installing Debian's$missing" >&2
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
fi

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

home="$(mktemp -d "${TMPDIR:-/tmp}/freight-databases.XXXXXX")"
chmod 755 "$home"
mkdir "$home/postgres" "$home/mariadb"
control="$home/control"

# Neither server runs as root.
root=no
if [ "$(id -u)" = 0 ]; then
  root=yes
  chown postgres "$home/postgres"
  chown mysql "$home/mariadb"
fi

cat >"$control" <<CONTROL
#!/bin/sh
# Stops or starts one of the servers: control kill|start postgres|mariadb
set -eu
home='$home'
root=$root
postgres_bin='$(postgres_bin)'
mariadb_server='$(mariadb_server)'
postgres_port=$(free_port)
mariadb_port=$(free_port)
CONTROL
cat >>"$control" <<'CONTROL'
as() {
  user=$1
  shift
  if [ "$root" = yes ]; then runuser -u "$user" -- "$@"; else "$@"; fi
}

# SIGKILL to the server and to every process it has started; returns when none is left.
kill_all() {
  [ -n "$1" ] || return 0
  pids="$1 $(ps -o pid= --ppid "$1" | tr '\n' ' ')"
  # shellcheck disable=SC2086
  kill -KILL $pids 2>/dev/null || true
  for pid in $pids; do
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ "$(ps -o stat= -p "$pid" | cut -c1)" != Z ]; do
      tries=$((tries + 1))
      [ "$tries" -lt 500 ] || { echo "control: process $pid does not end" >&2; exit 1; }
      sleep 0.02
    done
  done
}

pid_of_postgres() { head -n 1 "$home/postgres/data/postmaster.pid" 2>/dev/null || true; }
pid_of_mariadb() { cat "$home/mariadb/pid" 2>/dev/null || true; }

start_postgres() {
  (
    cd /
    as postgres "$postgres_bin/pg_ctl" -D "$home/postgres/data" -w -t 60 -l "$home/postgres/log" \
      -o "-p $postgres_port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300" \
      start >/dev/null 2>&1
  ) || { tail -n 30 "$home/postgres/log" >&2; exit 1; }
}

start_mariadb() {
  rm -f "$home/mariadb/pid"
  (
    cd /
    # A session of its own: it lives on when whoever started it again ends.
    as mysql setsid "$mariadb_server" --no-defaults --datadir="$home/mariadb/data" \
      --port="$mariadb_port" --bind-address=127.0.0.1 --socket="$home/mariadb/socket" \
      --pid-file="$home/mariadb/pid" --skip-name-resolve --max-connections=300 \
      --innodb-flush-log-at-trx-commit=1 --innodb-buffer-pool-size=256M \
      --init-file="$home/mariadb/init.sql" </dev/null >>"$home/mariadb/log" 2>&1 &
  )
  tries=0
  until mariadb-admin --no-defaults --protocol=tcp -h 127.0.0.1 -P "$mariadb_port" -u freight ping >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -ge 600 ]; then
      tail -n 30 "$home/mariadb/log" >&2
      exit 1
    fi
    sleep 0.1
  done
}

case "$1 $2" in
  "kill postgres")
    kill_all "$(pid_of_postgres)"
    # A dead process that nobody has waited for yet still has its number: its lock would be believed.
    rm -f "$home/postgres/data/postmaster.pid"
    ;;
  "kill mariadb") kill_all "$(pid_of_mariadb)" ;;
  "start postgres") start_postgres ;;
  "start mariadb") start_mariadb ;;
  "port postgres") echo "$postgres_port" ;;
  "port mariadb") echo "$mariadb_port" ;;
  *) echo "control: kill|start postgres|mariadb" >&2; exit 2 ;;
esac
CONTROL
chmod 755 "$control"

stop() {
  "$control" kill postgres || true
  "$control" kill mariadb || true
  rm -rf "$home"
}
trap stop EXIT
trap 'exit 130' INT TERM

as() {
  user=$1
  shift
  if [ "$root" = yes ]; then runuser -u "$user" -- "$@"; else "$@"; fi
}
(
  cd /
  as postgres "$(postgres_bin)/initdb" -D "$home/postgres/data" -U freight --auth=trust -E UTF8 \
    --no-sync >"$home/set-up.log" 2>&1
  as mysql mariadb-install-db --no-defaults --datadir="$home/mariadb/data" --skip-test-db \
    --auth-root-authentication-method=normal >>"$home/set-up.log" 2>&1
) || { cat "$home/set-up.log" >&2; exit 1; }
cat >"$home/mariadb/init.sql" <<'SQL'
CREATE DATABASE IF NOT EXISTS freight CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS 'freight'@'127.0.0.1';
GRANT ALL ON *.* TO 'freight'@'127.0.0.1';
SQL
"$control" start postgres
"$control" start mariadb

FREIGHT_TEST_POSTGRES_URL="jdbc:postgresql://127.0.0.1:$("$control" port postgres)/postgres?user=freight"
FREIGHT_TEST_MARIADB_URL="jdbc:mariadb://127.0.0.1:$("$control" port mariadb)/freight?user=freight"
FREIGHT_TEST_DATABASE_CONTROL="$control"
export FREIGHT_TEST_POSTGRES_URL FREIGHT_TEST_MARIADB_URL FREIGHT_TEST_DATABASE_CONTROL
echo "with-databases: $("$(postgres_bin)/postgres" --version) on 127.0.0.1:$("$control" port postgres)" >&2
echo "with-databases: $("$(mariadb_server)" --version) on 127.0.0.1:$("$control" port mariadb)" >&2
status=0
"$@" || status=$?
exit "$status"
