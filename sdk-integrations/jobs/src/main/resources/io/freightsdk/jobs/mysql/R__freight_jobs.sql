-- This script may run any number of times. Times are UTC.

-- An order. state is WAITING, SENDING, STOPPED, BOOKED or WITHDRAWN; waiting_for is BALANCE, LIMIT, OUTAGE or KEY.
-- reported: the listener has accepted its load or its stop. input and problems are JSON. task_id is its task in
-- freight_tasks.
CREATE TABLE IF NOT EXISTS freight_orders (
  jobs                      VARCHAR(64) NOT NULL,
  reference                 VARCHAR(255) NOT NULL,
  customer                  VARCHAR(255),
  state                     VARCHAR(20) NOT NULL,
  waiting_for               VARCHAR(20),
  waiting_since             DATETIME(3),
  reason                    LONGTEXT,
  problems                  LONGTEXT,
  load_number               VARCHAR(255),
  account                   VARCHAR(255),
  tracking_link             LONGTEXT,
  driver_web_link           LONGTEXT,
  driver_resolution         VARCHAR(40),
  origin                    VARCHAR(20),
  may_be_from_lost_attempt  BOOLEAN,
  input                     LONGTEXT NOT NULL,
  reported                  BOOLEAN NOT NULL,
  idempotency_key           VARCHAR(36) NOT NULL,
  key_sent_at               DATETIME(3),
  may_have_load             BOOLEAN NOT NULL,
  attempts                  INTEGER NOT NULL,
  gateway_refusals          INTEGER NOT NULL,
  task_id                   VARCHAR(36) NOT NULL,
  stored_at                 DATETIME(3) NOT NULL,
  changed_at                DATETIME(3) NOT NULL,
  INDEX freight_orders_state (jobs, state, reported, waiting_for),
  INDEX freight_orders_customer (jobs, customer, stored_at),
  PRIMARY KEY (jobs, reference)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

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
  position            LONGTEXT,
  read_at             DATETIME(3),
  next_read_at        DATETIME(3),
  place_at            DATETIME(3),
  read_count          INTEGER NOT NULL,
  lost_reads          INTEGER NOT NULL,
  given_up            LONGTEXT,
  ended_at            DATETIME(3),
  reported            BOOLEAN NOT NULL,
  read_id             VARCHAR(36) NOT NULL,
  accepted_events     INTEGER NOT NULL,
  reported_position   LONGTEXT,
  reported_read_at    DATETIME(3),
  followed_from       DATETIME(3) NOT NULL,
  news_expected_from  DATETIME(3) NOT NULL,
  task_id             VARCHAR(36) NOT NULL,
  changed_at          DATETIME(3) NOT NULL,
  UNIQUE (jobs, account, load_number),
  INDEX freight_loads_reported (jobs, reported, waiting_for),
  PRIMARY KEY (jobs, reference)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The table of db-scheduler, as that defines it. A task says that an order or a load needs a run; its data is the
-- reference.
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             VARCHAR(100) NOT NULL,
  task_instance         VARCHAR(100) NOT NULL,
  task_data             BLOB,
  execution_time        DATETIME(6) NOT NULL,
  picked                BOOLEAN NOT NULL,
  picked_by             VARCHAR(50),
  last_success          DATETIME(6),
  last_failure          DATETIME(6),
  consecutive_failures  INT,
  last_heartbeat        DATETIME(6),
  version               BIGINT NOT NULL,
  priority              SMALLINT,
  INDEX freight_tasks_due (execution_time),
  INDEX freight_tasks_beat (last_heartbeat),
  PRIMARY KEY (task_name, task_instance)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What reads may cost in a day, and when the next of them has its place.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  jobs           VARCHAR(64) NOT NULL,
  usd_per_day    VARCHAR(40) NOT NULL,
  next_place_at  DATETIME(3) NOT NULL,
  PRIMARY KEY (jobs)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
