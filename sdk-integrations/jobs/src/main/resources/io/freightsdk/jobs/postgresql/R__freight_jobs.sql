-- This script may run any number of times, whatever it made before.
-- Indexes are looked for before they are created: CREATE INDEX IF NOT EXISTS locks its table first, so it would wait
-- for each open transaction, and everyone else who uses the table would wait behind it. What is missing waits two
-- seconds at most, then the script fails and may run again. A block is in quotes because some tools know no other.

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
DO '
BEGIN
  SET LOCAL lock_timeout = ''2s'';
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_tasks''::regclass AND relname = ''freight_tasks_due'') THEN
    CREATE INDEX IF NOT EXISTS freight_tasks_due ON freight_tasks (execution_time);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_tasks''::regclass AND relname = ''freight_tasks_beat'') THEN
    CREATE INDEX IF NOT EXISTS freight_tasks_beat ON freight_tasks (last_heartbeat);
  END IF;
END';

-- The budget of a day in USD, and the first free place in its queue, in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  name        VARCHAR(100) COLLATE "C" NOT NULL PRIMARY KEY,
  per_day     VARCHAR(40) NOT NULL,
  next_place  BIGINT NOT NULL
);
