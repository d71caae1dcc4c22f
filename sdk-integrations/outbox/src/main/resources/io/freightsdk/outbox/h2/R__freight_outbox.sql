-- This script may run any number of times, whatever it made before.

-- One row for each creation. Times are microseconds since 1970 by the clock of the process.
CREATE TABLE IF NOT EXISTS freight_outbox (
  outbox           VARCHAR_CASESENSITIVE(64) NOT NULL,
  reference        VARCHAR_CASESENSITIVE(255) NOT NULL,
  customer         VARCHAR_CASESENSITIVE(255),
  input            VARCHAR_CASESENSITIVE(1000000) NOT NULL,
  idempotency_key  VARCHAR_CASESENSITIVE(255) NOT NULL,
  state            VARCHAR_CASESENSITIVE(16) NOT NULL,
  booked_us        BIGINT NOT NULL,
  due_us           BIGINT NOT NULL,
  lease_us         BIGINT NOT NULL,
  attempts         INTEGER NOT NULL,
  load_number      VARCHAR_CASESENSITIVE(255),
  tracking_link    VARCHAR_CASESENSITIVE(1000),
  failure          VARCHAR_CASESENSITIVE(1000),
  next_step        VARCHAR_CASESENSITIVE(32),
  -- When listeners are told what became of it; null while it is open, and when they were told.
  tell_us          BIGINT,
  tells            INTEGER NOT NULL,
  -- The indexes, in the statement of the table: neither is ever without the other.
  CONSTRAINT freight_outbox_due UNIQUE (outbox, state, due_us, reference),
  CONSTRAINT freight_outbox_listed UNIQUE (outbox, state, booked_us, reference),
  CONSTRAINT freight_outbox_untold UNIQUE (outbox, tell_us, reference),
  PRIMARY KEY (outbox, reference)
);
