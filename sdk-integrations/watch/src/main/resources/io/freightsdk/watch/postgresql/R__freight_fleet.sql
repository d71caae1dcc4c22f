-- This script may run any number of times, whatever it made before.

-- Which process runs a fleet. Whoever leads counts up its beats; a term is one leadership. Changes
-- counts the loads that were added or removed.
CREATE TABLE IF NOT EXISTS freight_fleet (
  account  VARCHAR(64) NOT NULL,
  fleet    VARCHAR(64) NOT NULL,
  leader   VARCHAR(64),
  term     BIGINT NOT NULL,
  beats    BIGINT NOT NULL,
  changes  BIGINT NOT NULL,
  PRIMARY KEY (account, fleet)
);

-- The loads of fleets: FOLLOWED, OVER (all was told) or REMOVED. Reading is the last one that the
-- fleet has made, taken the one up to which its events were delivered. Times are microseconds since
-- 1970, by the clock of the process that wrote them.
CREATE TABLE IF NOT EXISTS freight_fleet_load (
  account      VARCHAR(64) NOT NULL,
  fleet        VARCHAR(64) NOT NULL,
  load_number  VARCHAR(128) NOT NULL,
  state        VARCHAR(16) NOT NULL,
  changed      BIGINT NOT NULL,
  added_us     BIGINT NOT NULL,
  known        TEXT NOT NULL,
  read_us      BIGINT,
  reading      TEXT,
  taken_us     BIGINT,
  taken        TEXT,
  left_us      BIGINT,
  PRIMARY KEY (account, fleet, load_number)
);
