-- This script may run any number of times, whatever it made before.

-- One row for each order and each load, in the columns of db-scheduler, and stored_at. The data is JSON: convert_from(task_data, 'UTF8').
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             VARCHAR(100) COLLATE "C" NOT NULL,
  task_instance         VARCHAR(100) COLLATE "C" NOT NULL,
  task_data             BYTEA,
  execution_time        TIMESTAMP WITH TIME ZONE NOT NULL,
  stored_at             TIMESTAMP WITH TIME ZONE,
  picked                BOOLEAN NOT NULL,
  picked_by             VARCHAR(50),
  last_success          TIMESTAMP WITH TIME ZONE,
  last_failure          TIMESTAMP WITH TIME ZONE,
  consecutive_failures  INTEGER,
  last_heartbeat        TIMESTAMP WITH TIME ZONE,
  version               BIGINT NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS freight_tasks_due ON freight_tasks (execution_time);
CREATE INDEX IF NOT EXISTS freight_tasks_beat ON freight_tasks (last_heartbeat);

-- The budget of a day in USD, and the first free place in its line, in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS freight_read_line (
  name        VARCHAR(100) COLLATE "C" NOT NULL PRIMARY KEY,
  per_day     VARCHAR(40) NOT NULL,
  next_place  BIGINT NOT NULL
);
