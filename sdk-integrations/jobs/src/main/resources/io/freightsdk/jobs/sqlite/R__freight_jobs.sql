-- This script may run any number of times. Times are UTC.

-- An order. state is WAITING, SENDING, STOPPED, BOOKED or WITHDRAWN; waiting_for is BALANCE, LIMIT, OUTAGE or KEY.
-- reported: the listener has accepted its load or its stop. input and problems are JSON. task_id is its task in
-- freight_tasks.
CREATE TABLE IF NOT EXISTS freight_orders (
  jobs                      TEXT NOT NULL,
  reference                 TEXT NOT NULL,
  customer                  TEXT,
  state                     TEXT NOT NULL,
  waiting_for               TEXT,
  waiting_since             TEXT,
  reason                    TEXT,
  problems                  TEXT,
  load_number               TEXT,
  account                   TEXT,
  tracking_link             TEXT,
  driver_web_link           TEXT,
  driver_resolution         TEXT,
  origin                    TEXT,
  may_be_from_lost_attempt  BOOLEAN,
  input                     TEXT NOT NULL,
  reported                  BOOLEAN NOT NULL,
  idempotency_key           TEXT NOT NULL,
  key_sent_at               TEXT,
  may_have_load             BOOLEAN NOT NULL,
  attempts                  INTEGER NOT NULL,
  gateway_refusals          INTEGER NOT NULL,
  task_id                   TEXT NOT NULL,
  stored_at                 TEXT NOT NULL,
  changed_at                TEXT NOT NULL,
  PRIMARY KEY (jobs, reference)
);
CREATE INDEX IF NOT EXISTS freight_orders_state ON freight_orders (jobs, state, reported, waiting_for);
CREATE INDEX IF NOT EXISTS freight_orders_customer ON freight_orders (jobs, customer, stored_at);

-- A load that is or was followed. position is JSON: the latest position. The first and the last fix of its gpsTrack are
-- the latest fix; fixes between them only prove that the phone was silent. reported: the listener has accepted all
-- events of that position; until then reported_position is the position before, and accepted_events counts the accepted
-- ones. ended_at: it is not followed any more.
CREATE TABLE IF NOT EXISTS freight_loads (
  jobs                TEXT NOT NULL,
  reference           TEXT NOT NULL,
  customer            TEXT,
  account             TEXT NOT NULL,
  load_number         TEXT NOT NULL,
  status              TEXT,
  waiting_for         TEXT,
  position            TEXT,
  read_at             TEXT,
  next_read_at        TEXT,
  place_at            TEXT,
  read_count          INTEGER NOT NULL,
  lost_reads          INTEGER NOT NULL,
  given_up            TEXT,
  ended_at            TEXT,
  reported            BOOLEAN NOT NULL,
  read_id             TEXT NOT NULL,
  accepted_events     INTEGER NOT NULL,
  reported_position   TEXT,
  reported_read_at    TEXT,
  followed_from       TEXT NOT NULL,
  news_expected_from  TEXT NOT NULL,
  task_id             TEXT NOT NULL,
  changed_at          TEXT NOT NULL,
  UNIQUE (jobs, account, load_number),
  PRIMARY KEY (jobs, reference)
);
CREATE INDEX IF NOT EXISTS freight_loads_reported ON freight_loads (jobs, reported, waiting_for);

-- The table of db-scheduler, as that defines it. A task says that an order or a load needs a run; its data is the
-- reference.
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             TEXT NOT NULL,
  task_instance         TEXT NOT NULL,
  task_data             BLOB,
  execution_time        TIMESTAMP NOT NULL,
  picked                BOOLEAN NOT NULL,
  picked_by             TEXT,
  last_success          TIMESTAMP,
  last_failure          TIMESTAMP,
  consecutive_failures  INT,
  last_heartbeat        TIMESTAMP,
  version               BIGINT NOT NULL,
  priority              SMALLINT,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS freight_tasks_due ON freight_tasks (execution_time);
CREATE INDEX IF NOT EXISTS freight_tasks_beat ON freight_tasks (last_heartbeat);

-- What reads may cost in a day, and when the next of them has its place.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  jobs           TEXT NOT NULL,
  usd_per_day    TEXT NOT NULL,
  next_place_at  TEXT NOT NULL,
  PRIMARY KEY (jobs)
);
