-- This script may run any number of times, whatever it made before.
-- Times are UTC. Amounts are USD; what ends in "nano" is billionths of it.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made. No reservation expires before first_expiry_at.
CREATE TABLE IF NOT EXISTS freight_book (
  book             VARCHAR(64) NOT NULL PRIMARY KEY,
  version          BIGINT NOT NULL,
  now_at           DATETIME(6) NOT NULL,
  last_id          BIGINT NOT NULL,
  first_expiry_at  DATETIME(6),
  opening          BIGINT NOT NULL,
  balance_usd      NUMERIC(19, 9) NOT NULL,
  opened_at        DATETIME(6),
  out_before       DATETIME(6),
  adjusted_usd     NUMERIC(19, 9) NOT NULL,
  compared_at      DATETIME(6),
  comparison_id    BIGINT,
  swept_at         DATETIME(6),
  began_at         DATETIME(6)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
-- For tables that were made before there was this column; MySQL does not know the words, and reads
-- none of the comment.
ALTER TABLE freight_book /*M! ADD COLUMN IF NOT EXISTS began_at DATETIME(6) */;

-- What the purchases of each scope add up to, so that a limit reads few rows: HELD by calls on their
-- way, CHARGED and UNKNOWN for ever, and both in each SECOND, MINUTE, HOUR and DAY (slot: when it
-- begins, in microseconds since 1970). For people there is the view below.
CREATE TABLE IF NOT EXISTS freight_sum (
  book   VARCHAR(64) NOT NULL,
  scope  VARCHAR(255) NOT NULL,
  kind   VARCHAR(8) NOT NULL,
  slot   BIGINT NOT NULL,
  nano   BIGINT NOT NULL,
  INDEX freight_sum_slot (book, kind, slot),
  PRIMARY KEY (book, scope, kind, slot)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What each scope, with all that is inside it, was charged, may have been charged, and holds for
-- calls on their way.
CREATE OR REPLACE VIEW freight_scope_spend AS
SELECT
  book,
  scope,
  CAST(SUM(CASE WHEN kind = 'CHARGED' THEN nano ELSE 0 END) * 0.000000001 AS DECIMAL(19, 9)) AS charged_usd,
  CAST(SUM(CASE WHEN kind = 'UNKNOWN' THEN nano ELSE 0 END) * 0.000000001 AS DECIMAL(19, 9)) AS unknown_usd,
  CAST(SUM(CASE WHEN kind = 'HELD' THEN nano ELSE 0 END) * 0.000000001 AS DECIMAL(19, 9)) AS reserved_usd
FROM freight_sum
WHERE kind IN ('CHARGED', 'UNKNOWN', 'HELD')
GROUP BY book, scope;

-- Money that is or was set aside for a call: what the outcome of a purchase is computed from.
CREATE TABLE IF NOT EXISTS freight_reservation (
  book         VARCHAR(64) NOT NULL,
  purchase     VARCHAR(400) NOT NULL,
  id           VARCHAR(64) NOT NULL,
  scope        VARCHAR(255) NOT NULL,
  price_usd    NUMERIC(19, 9) NOT NULL,
  made_at      DATETIME(6) NOT NULL,
  expires_at   DATETIME(6) NOT NULL,
  state        VARCHAR(8) NOT NULL,
  said_at      DATETIME(6),
  settled      BOOLEAN,
  load_number  VARCHAR(255),
  request_id   VARCHAR(255),
  INDEX freight_reservation_pending (book, state, expires_at),
  INDEX freight_reservation_said (said_at),
  PRIMARY KEY (book, purchase, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What integrations remember, until a time.
CREATE TABLE IF NOT EXISTS freight_memory (
  book      VARCHAR(64) NOT NULL,
  name      VARCHAR(300) NOT NULL,
  body      MEDIUMTEXT NOT NULL,
  until_at  DATETIME(6) NOT NULL,
  PRIMARY KEY (book, name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The ledger: a PURCHASE is what is paid at most once, and amount_usd is the most that it may have
-- cost, least_usd the least; it is open while nobody knows. An ADJUSTMENT is money that others moved:
-- amount_usd is above 0 for a top-up, below 0 for spending. A SETTLEMENT says what the purchase
-- entry_id is taken to have cost, and who said so and why; the purchase has the amount too. A
-- COMPARISON has the service's balance, the opening balance that it was compared with, what was
-- charged since at least and at most, and what that does not explain.
CREATE TABLE IF NOT EXISTS freight_ledger (
  book             VARCHAR(64) NOT NULL,
  id               BIGINT NOT NULL,
  kind             VARCHAR(12) NOT NULL,
  made_at          DATETIME(6) NOT NULL,
  operation        VARCHAR(64),
  load_number      VARCHAR(255),
  customer_ref     VARCHAR(255),
  outcome          VARCHAR(8),
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  reserved_usd     NUMERIC(19, 9) NOT NULL,
  running          BOOLEAN NOT NULL,
  is_open          BOOLEAN NOT NULL,
  scopes           MEDIUMTEXT,
  said_by          VARCHAR(100),
  said_why         VARCHAR(1000),
  entry_id         BIGINT,
  balance_usd      NUMERIC(19, 9),
  opening_usd      NUMERIC(19, 9),
  unexplained_usd  NUMERIC(19, 9),
  settled          INTEGER,
  left_open        INTEGER,
  opened_anew      BOOLEAN,
  account          VARCHAR(64),
  idempotency_key  VARCHAR(255),
  request_id       VARCHAR(255),
  name             VARCHAR(400) NOT NULL,
  counts_at        DATETIME(6),
  said_at          DATETIME(6),
  lowest_usd       NUMERIC(19, 9),
  UNIQUE (book, name),
  INDEX freight_ledger_made (book, made_at),
  INDEX freight_ledger_open (book, is_open),
  INDEX freight_ledger_load (load_number),
  INDEX freight_ledger_ref (customer_ref),
  PRIMARY KEY (book, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
