-- This script may run any number of times, whatever it made before.

-- One row for each creation. Times are microseconds since 1970 by the clock of the process.
CREATE TABLE IF NOT EXISTS freight_outbox (
  outbox           VARCHAR(64) NOT NULL,
  reference        VARCHAR(255) NOT NULL,
  customer         VARCHAR(255),
  input            MEDIUMTEXT NOT NULL,
  idempotency_key  VARCHAR(255) NOT NULL,
  state            VARCHAR(16) NOT NULL,
  booked_us        BIGINT NOT NULL,
  due_us           BIGINT NOT NULL,
  lease_us         BIGINT NOT NULL,
  attempts         INTEGER NOT NULL,
  load_number      VARCHAR(255),
  tracking_link    VARCHAR(1000),
  failure          VARCHAR(1000),
  next_step        VARCHAR(32),
  -- When listeners are told what became of it; null while it is open, and when they were told.
  tell_us          BIGINT,
  tells            INTEGER NOT NULL,
  INDEX freight_outbox_due (outbox, state, due_us),
  INDEX freight_outbox_listed (outbox, state, booked_us, reference),
  INDEX freight_outbox_untold (outbox, tell_us),
  PRIMARY KEY (outbox, reference)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

