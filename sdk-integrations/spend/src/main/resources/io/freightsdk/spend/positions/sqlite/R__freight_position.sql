-- This script may run any number of times.
-- Times are UTC, as texts of one length, by the clock of the process that read.

-- Positions that one process has paid for and others take, as JSON.
CREATE TABLE IF NOT EXISTS freight_position (
  name     TEXT NOT NULL PRIMARY KEY,
  read_at  TEXT NOT NULL,
  reading  TEXT NOT NULL
);
