-- This script may run any number of times, whatever it made before.

-- Positions that one process read and others share. Times are microseconds since 1970, by the clock
-- of the reader.
CREATE TABLE IF NOT EXISTS freight_position (
  name     VARCHAR(255) NOT NULL,
  read_us  BIGINT NOT NULL,
  reading  TEXT NOT NULL,
  PRIMARY KEY (name)
);
