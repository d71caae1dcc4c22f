-- This script may run any number of times, whatever it made before.

-- One row for each order and each load, in the columns of db-scheduler, and stored_at. Times are UTC. The data is JSON: CONVERT(task_data USING utf8mb4).
CREATE TABLE IF NOT EXISTS freight_tasks (
  task_name             VARCHAR(100) NOT NULL,
  task_instance         VARCHAR(100) NOT NULL,
  task_data             MEDIUMBLOB,
  execution_time        DATETIME(6) NOT NULL,
  stored_at             DATETIME(6),
  picked                BOOLEAN NOT NULL,
  picked_by             VARCHAR(50),
  last_success          DATETIME(6),
  last_failure          DATETIME(6),
  consecutive_failures  INTEGER,
  last_heartbeat        DATETIME(6),
  version               BIGINT NOT NULL,
  INDEX freight_tasks_due (execution_time),
  INDEX freight_tasks_beat (last_heartbeat),
  PRIMARY KEY (task_name, task_instance)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The budget of a day in USD, and the first free place in its queue, in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS freight_read_queue (
  name        VARCHAR(100) NOT NULL PRIMARY KEY,
  per_day     VARCHAR(40) NOT NULL,
  next_place  BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
