-- This script may run any number of times.

-- An order. state is WAITING, SENDING, STOPPED, BOOKED or WITHDRAWN; waiting_for is BALANCE, LIMIT, OUTAGE or KEY.
-- reported: the listener has accepted its load or its stop. input and problems are JSON. task_id is its task in
-- freight_tasks.
CREATE TABLE IF NOT EXISTS freight_orders (
  jobs                      VARCHAR(64) NOT NULL,
  reference                 VARCHAR(255) NOT NULL,
  customer                  VARCHAR(255),
  state                     VARCHAR(20) NOT NULL,
  waiting_for               VARCHAR(20),
  waiting_since             TIMESTAMP(3) WITH TIME ZONE,
  reason                    CHARACTER LARGE OBJECT,
  problems                  CHARACTER LARGE OBJECT,
  load_number               VARCHAR(255),
  account                   VARCHAR(255),
  tracking_link             CHARACTER LARGE OBJECT,
  driver_web_link           CHARACTER LARGE OBJECT,
  driver_resolution         VARCHAR(40),
  origin                    VARCHAR(20),
  may_be_from_lost_attempt  BOOLEAN,
  input                     CHARACTER LARGE OBJECT NOT NULL,
  reported                  BOOLEAN NOT NULL,
  idempotency_key           VARCHAR(36) NOT NULL,
  key_sent_at               TIMESTAMP(3) WITH TIME ZONE,
  may_have_load             BOOLEAN NOT NULL,
  attempts                  INTEGER NOT NULL,
  gateway_refusals          INTEGER NOT NULL,
  task_id                   VARCHAR(36) NOT NULL,
  stored_at                 TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  changed_at                TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  PRIMARY KEY (jobs, reference)
);
CREATE INDEX IF NOT EXISTS freight_orders_state ON freight_orders (jobs, state, reported, waiting_for);
CREATE INDEX IF NOT EXISTS freight_orders_customer ON freight_orders (jobs, customer, stored_at);

-- A load that is or was followed. position is JSON: the latest position. The first and the last fix of its gpsTrack are
-- the latest fix; fixes between them only prove that the phone was silent. reported: the listener has accepted all
-- events of that position; until then reported_position is the position before, and accepted_events counts the accepted
-- ones. ended_at: it is not followed any more.
CREATE TABLE IF NOT EXISTS freight_loads (
  jobs                VARCHAR(64) NOT NULL,
  reference           VARCHAR(255) NOT NULL,
  customer            VARCHAR(255),
  account             VARCHAR(255) NOT NULL,
  load_number         VARCHAR(255) NOT NULL,
  status              VARCHAR(40),
  waiting_for         VARCHAR(20),
  position            CHARACTER LARGE OBJECT,
  read_at             TIMESTAMP(3) WITH TIME ZONE,
  next_read_at        TIMESTAMP(3) WITH TIME ZONE,
  place_at            TIMESTAMP(3) WITH TIME ZONE,
  read_count          INTEGER NOT NULL,
  lost_reads          INTEGER NOT NULL,
  given_up            CHARACTER LARGE OBJECT,
  ended_at            TIMESTAMP(3) WITH TIME ZONE,
  reported            BOOLEAN NOT NULL,
  read_id             VARCHAR(36) NOT NULL,
  accepted_events     INTEGER NOT NULL,
  reported_position   CHARACTER LARGE OBJECT,
  reported_read_at    TIMESTAMP(3) WITH TIME ZONE,
  followed_from       TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  news_expected_from  TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  task_id             VARCHAR(36) NOT NULL,
  changed_at          TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  UNIQUE (jobs, account, load_number),
  PRIMARY KEY (jobs, reference)
);
CREATE INDEX IF NOT EXISTS freight_loads_reported ON freight_loads (jobs, reported, waiting_for);

-- The table of db-scheduler, as that defines it. A task says that an order or a load needs a run; its data is the
-- reference.
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             VARCHAR(100) NOT NULL,
  task_instance         VARCHAR(100) NOT NULL,
  task_data             BINARY LARGE OBJECT,
  execution_time        TIMESTAMP WITH TIME ZONE NOT NULL,
  picked                BOOLEAN NOT NULL,
  picked_by             VARCHAR(100),
  last_success          TIMESTAMP WITH TIME ZONE,
  last_failure          TIMESTAMP WITH TIME ZONE,
  consecutive_failures  INT,
  last_heartbeat        TIMESTAMP WITH TIME ZONE,
  version               BIGINT NOT NULL,
  priority              SMALLINT,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS freight_tasks_due ON freight_tasks (execution_time);
CREATE INDEX IF NOT EXISTS freight_tasks_beat ON freight_tasks (last_heartbeat);

-- What reads may cost in a day, and when the next of them has its place.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  jobs           VARCHAR(64) NOT NULL,
  usd_per_day    VARCHAR(40) NOT NULL,
  next_place_at  TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  PRIMARY KEY (jobs)
);
