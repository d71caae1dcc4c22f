#!/bin/sh
# Runs a command with a PostgreSQL, a pooler before it, and a MariaDB of its own: .ci/with-databases.sh mvn -Pslow -pl sdk-integrations/spend -am verify
#
# Installs Debian's postgresql, pgbouncer and mariadb-server where they are missing (needs root),
# starts throw-away servers on free loopback ports, and removes them afterwards. The command sees
#   FREIGHT_TEST_POSTGRES_URL, FREIGHT_TEST_MARIADB_URL   their JDBC URLs
#   FREIGHT_TEST_PGBOUNCER_URL                            PostgreSQL through pgbouncer, by transaction
#   FREIGHT_TEST_DATABASE_CONTROL                         a program that stops them hard:
#     control kill|start postgres|mariadb|primary|replica, control stop postgres, control promote replica
#     primary and replica: two more PostgreSQL, of which the second follows the first
# What they have committed is on the disk before they say so, so that a hard stop is an honest one.
set -eu

postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }
mariadb_server() { PATH="$PATH:/usr/sbin" command -v mariadbd || true; }

missing=""
[ -n "$(postgres_bin)" ] || missing="$missing postgresql"
[ -n "$(mariadb_server)" ] || missing="$missing mariadb-server"
PATH="$PATH:/usr/sbin" command -v pgbouncer >/dev/null || missing="$missing pgbouncer"
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
mkdir "$home/postgres" "$home/primary" "$home/replica" "$home/pgbouncer" "$home/mariadb"
control="$home/control"

# Neither server runs as root.
root=no
if [ "$(id -u)" = 0 ]; then
  root=yes
  chown postgres "$home/postgres" "$home/primary" "$home/replica" "$home/pgbouncer"
  chown mysql "$home/mariadb"
fi

cat >"$control" <<CONTROL
#!/bin/sh
# Stops or starts one of the servers: control kill|start postgres|mariadb|primary|replica
set -eu
home='$home'
root=$root
postgres_bin='$(postgres_bin)'
mariadb_server='$(mariadb_server)'
postgres_port=$(free_port)
primary_port=$(free_port)
replica_port=$(free_port)
pgbouncer_port=$(free_port)
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

pid_of_postgres() { head -n 1 "$home/$1/data/postmaster.pid" 2>/dev/null || true; }
pid_of_pgbouncer() { cat "$home/pgbouncer/pid" 2>/dev/null || true; }
pid_of_mariadb() { cat "$home/mariadb/pid" 2>/dev/null || true; }

# The name of its folder, and its port.
start_postgres() {
  (
    cd /
    as postgres "$postgres_bin/pg_ctl" -D "$home/$1/data" -w -t 60 -l "$home/$1/log" \
      -o "-p $2 -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300" \
      start >/dev/null 2>&1
  ) || { tail -n 30 "$home/$1/log" >&2; exit 1; }
}

kill_postgres() {
  kill_all "$(pid_of_postgres "$1")"
  # A dead process that nobody has waited for yet still has its number: its lock would be believed.
  rm -f "$home/$1/data/postmaster.pid"
}

new_postgres() {
  as postgres "$postgres_bin/initdb" -D "$home/$1/data" -U freight --auth=trust -E UTF8 \
    --no-sync >"$home/set-up.log" 2>&1 || { cat "$home/set-up.log" >&2; exit 1; }
}

# A copy of the primary as it is, which follows it from then on.
copy_primary() {
  rm -rf "$home/replica/data"
  as postgres "$postgres_bin/pg_basebackup" -D "$home/replica/data" -R -c fast -X stream --no-sync \
    -h 127.0.0.1 -p "$primary_port" -U freight >"$home/set-up.log" 2>&1 \
    || { cat "$home/set-up.log" >&2; exit 1; }
}

start_pgbouncer() {
  cat >"$home/pgbouncer/ini" <<INI
[databases]
postgres = host=127.0.0.1 port=$postgres_port user=freight
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pgbouncer_port
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
logfile = $home/pgbouncer/log
pidfile = $home/pgbouncer/pid
INI
  (cd / && as postgres /usr/sbin/pgbouncer -d "$home/pgbouncer/ini" >/dev/null 2>&1) \
    || { tail -n 30 "$home/pgbouncer/log" >&2; exit 1; }
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
  "new postgres") new_postgres postgres ;;
  "kill postgres" | "kill primary" | "kill replica") kill_postgres "$2" ;;
  "kill pgbouncer") kill_all "$(pid_of_pgbouncer)" ;;
  "kill mariadb") kill_all "$(pid_of_mariadb)" ;;
  "start postgres") start_postgres postgres "$postgres_port" ;;
  "start primary")
    [ -d "$home/primary/data" ] || new_postgres primary
    start_postgres primary "$primary_port"
    ;;
  "start replica")
    copy_primary
    start_postgres replica "$replica_port"
    ;;
  "stop postgres") (cd / && as postgres "$postgres_bin/pg_ctl" -D "$home/postgres/data" -w -m fast stop >/dev/null) ;;
  "promote replica") (cd / && as postgres "$postgres_bin/pg_ctl" -D "$home/replica/data" -w promote >/dev/null) ;;
  "start pgbouncer") start_pgbouncer ;;
  "start mariadb") start_mariadb ;;
  "port postgres") echo "$postgres_port" ;;
  "port primary") echo "$primary_port" ;;
  "port replica") echo "$replica_port" ;;
  "port pgbouncer") echo "$pgbouncer_port" ;;
  "port mariadb") echo "$mariadb_port" ;;
  *) echo "control: kill|start postgres|mariadb|primary|replica" >&2; exit 2 ;;
esac
CONTROL
chmod 755 "$control"

stop() {
  for server in pgbouncer postgres primary replica mariadb; do "$control" kill "$server" || true; done
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
  as mysql mariadb-install-db --no-defaults --datadir="$home/mariadb/data" --skip-test-db \
    --auth-root-authentication-method=normal >"$home/set-up.log" 2>&1
) || { cat "$home/set-up.log" >&2; exit 1; }
cat >"$home/mariadb/init.sql" <<'SQL'
CREATE DATABASE IF NOT EXISTS freight CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS 'freight'@'127.0.0.1';
GRANT ALL ON *.* TO 'freight'@'127.0.0.1';
SQL
"$control" new postgres
"$control" start postgres
"$control" start pgbouncer
"$control" start mariadb

FREIGHT_TEST_POSTGRES_URL="jdbc:postgresql://127.0.0.1:$("$control" port postgres)/postgres?user=freight"
FREIGHT_TEST_MARIADB_URL="jdbc:mariadb://127.0.0.1:$("$control" port mariadb)/freight?user=freight&sslMode=disable"
FREIGHT_TEST_PGBOUNCER_URL="jdbc:postgresql://127.0.0.1:$("$control" port pgbouncer)/postgres?user=freight"
FREIGHT_TEST_DATABASE_CONTROL="$control"
export FREIGHT_TEST_POSTGRES_URL FREIGHT_TEST_PGBOUNCER_URL FREIGHT_TEST_MARIADB_URL FREIGHT_TEST_DATABASE_CONTROL
echo "with-databases: $("$(postgres_bin)/postgres" --version) on 127.0.0.1:$("$control" port postgres)" >&2
echo "with-databases: $("$(mariadb_server)" --version) on 127.0.0.1:$("$control" port mariadb)" >&2
status=0
"$@" || status=$?
exit "$status"
