-- This script may run any number of times, whatever it made before.

-- One row for each book. Every change locks it first, so that changes of one book follow each other,
-- in however many processes they are made. No row of the book ends before ends_us.
CREATE TABLE IF NOT EXISTS freight_book (
  book     VARCHAR_CASESENSITIVE(64) NOT NULL PRIMARY KEY,
  version  BIGINT NOT NULL,
  ends_us  BIGINT NOT NULL,
  head     VARCHAR_CASESENSITIVE(1000000) NOT NULL
);

-- What scopes, windows and idempotency keys count: rows that only the client understands and
-- people can read. Times are microseconds since 1970 by the clock of the database, amounts USD.
CREATE TABLE IF NOT EXISTS freight_cell (
  book     VARCHAR_CASESENSITIVE(64) NOT NULL,
  id       VARCHAR_CASESENSITIVE(512) NOT NULL,
  ends_us  BIGINT,
  body     VARCHAR_CASESENSITIVE(1000000) NOT NULL,
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_cell_ends ON freight_cell (ends_us);

-- The ledger: one row for each paid attempt. amount_usd is the most that it may have cost, least_usd
-- the least; is_open is 1 while they differ.
CREATE TABLE IF NOT EXISTS freight_ledger (
  book             VARCHAR_CASESENSITIVE(64) NOT NULL,
  id               BIGINT NOT NULL,
  token            VARCHAR_CASESENSITIVE(64) NOT NULL,
  attempt          INTEGER NOT NULL,
  at_us            BIGINT NOT NULL,
  operation        VARCHAR_CASESENSITIVE(64) NOT NULL,
  load_number      VARCHAR_CASESENSITIVE(255),
  idempotency_key  VARCHAR_CASESENSITIVE(255),
  request_id       VARCHAR_CASESENSITIVE(255),
  outcome          VARCHAR_CASESENSITIVE(16) NOT NULL,
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  scope            VARCHAR_CASESENSITIVE(255) NOT NULL,
  held_after       BIGINT NOT NULL,
  is_open          INTEGER NOT NULL,
  UNIQUE (token, attempt),
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_ledger_open ON freight_ledger (book, is_open);
CREATE INDEX IF NOT EXISTS freight_ledger_load ON freight_ledger (load_number);
CREATE INDEX IF NOT EXISTS freight_ledger_at ON freight_ledger (book, at_us);
