-- This script may run any number of times, whatever it made before.

-- One row for each book. Every change locks it first, so that changes of one book follow each other,
-- in however many processes they are made. No row of the book ends before ends_us.
CREATE TABLE IF NOT EXISTS freight_book (
  book     VARCHAR(64) NOT NULL PRIMARY KEY,
  version  BIGINT NOT NULL,
  ends_us  BIGINT NOT NULL,
  head     MEDIUMTEXT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What scopes, windows and idempotency keys count: rows that only the client understands and
-- people can read. Times are microseconds since 1970 by the clock of the database, amounts USD.
CREATE TABLE IF NOT EXISTS freight_cell (
  book     VARCHAR(64) NOT NULL,
  id       VARCHAR(512) NOT NULL,
  ends_us  BIGINT,
  body     MEDIUMTEXT NOT NULL,
  INDEX freight_cell_ends (ends_us),
  PRIMARY KEY (book, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The ledger: one row for each paid attempt. amount_usd is the most that it may have cost, least_usd
-- the least; is_open is 1 while they differ.
CREATE TABLE IF NOT EXISTS freight_ledger (
  book             VARCHAR(64) NOT NULL,
  id               BIGINT NOT NULL,
  token            VARCHAR(64) NOT NULL,
  attempt          INTEGER NOT NULL,
  at_us            BIGINT NOT NULL,
  operation        VARCHAR(64) NOT NULL,
  load_number      VARCHAR(255),
  idempotency_key  VARCHAR(255),
  request_id       VARCHAR(255),
  outcome          VARCHAR(16) NOT NULL,
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  scope            VARCHAR(255) NOT NULL,
  held_after       BIGINT NOT NULL,
  is_open          INTEGER NOT NULL,
  UNIQUE (token, attempt),
  INDEX freight_ledger_open (book, is_open),
  INDEX freight_ledger_load (load_number),
  INDEX freight_ledger_at (book, at_us),
  PRIMARY KEY (book, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
