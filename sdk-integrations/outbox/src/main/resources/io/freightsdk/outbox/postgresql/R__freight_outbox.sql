-- This script may run any number of times, whatever it made before.

-- One row for each creation. Times are microseconds since 1970 by the clock of the process.
CREATE TABLE IF NOT EXISTS freight_outbox (
  outbox           VARCHAR(64) NOT NULL,
  reference        VARCHAR(255) NOT NULL,
  customer         VARCHAR(255),
  input            TEXT NOT NULL,
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
  -- The indexes, in the statement of the table: neither is ever without the other.
  -- None begins with the outbox, because PostgreSQL would look for orders by that while the table has no statistics.
  CONSTRAINT freight_outbox_due UNIQUE (state, outbox, due_us, reference),
  CONSTRAINT freight_outbox_listed UNIQUE (state, outbox, booked_us, reference),
  CONSTRAINT freight_outbox_untold UNIQUE (tell_us, outbox, reference),
  PRIMARY KEY (outbox, reference)
);
