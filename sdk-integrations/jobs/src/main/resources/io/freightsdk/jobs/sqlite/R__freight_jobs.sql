-- This script may run any number of times, whatever it made before.

-- One row for each order and each load, in the columns of db-scheduler, and stored_at. The data is JSON: CAST(task_data AS TEXT).
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             TEXT NOT NULL,
  task_instance         TEXT NOT NULL,
  task_data             BLOB,
  execution_time        TIMESTAMP NOT NULL,
  stored_at             TIMESTAMP,
  picked                BOOLEAN NOT NULL,
  picked_by             TEXT,
  last_success          TIMESTAMP,
  last_failure          TIMESTAMP,
  consecutive_failures  INTEGER,
  last_heartbeat        TIMESTAMP,
  version               INTEGER NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS freight_tasks_due ON freight_tasks (execution_time);
CREATE INDEX IF NOT EXISTS freight_tasks_beat ON freight_tasks (last_heartbeat);

-- The budget of a day in USD, and the first free place in its queue, in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  name        TEXT NOT NULL PRIMARY KEY,
  per_day     TEXT NOT NULL,
  next_place  INTEGER NOT NULL
);
