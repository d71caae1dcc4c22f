-- This script may run any number of times, whatever it made before.

-- One row for each order and each load, in the columns of db-scheduler, and stored_at. The data is JSON: UTF8TOSTRING(task_data).
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             VARCHAR_CASESENSITIVE(100) NOT NULL,
  task_instance         VARCHAR_CASESENSITIVE(100) NOT NULL,
  task_data             BINARY LARGE OBJECT,
  execution_time        TIMESTAMP(9) WITH TIME ZONE NOT NULL,
  stored_at             TIMESTAMP(9) WITH TIME ZONE,
  picked                BOOLEAN NOT NULL,
  picked_by             VARCHAR_CASESENSITIVE(50),
  last_success          TIMESTAMP(9) WITH TIME ZONE,
  last_failure          TIMESTAMP(9) WITH TIME ZONE,
  consecutive_failures  INTEGER,
  last_heartbeat        TIMESTAMP(9) WITH TIME ZONE,
  version               BIGINT NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS freight_tasks_due ON freight_tasks (execution_time);
CREATE INDEX IF NOT EXISTS freight_tasks_beat ON freight_tasks (last_heartbeat);

-- The budget of a day in USD, and the first free place in its queue, in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  name        VARCHAR_CASESENSITIVE(100) NOT NULL PRIMARY KEY,
  per_day     VARCHAR(40) NOT NULL,
  next_place  BIGINT NOT NULL
);
