-- This script may run any number of times.
-- Times are microseconds since 1970, by the clock of the process that read.

-- Positions that one process has paid for and others take, as JSON.
CREATE TABLE IF NOT EXISTS freight_position (
  name            TEXT NOT NULL PRIMARY KEY,
  read_at_micros  BIGINT NOT NULL,
  reading         TEXT NOT NULL
);
