-- This script may run any number of times, whatever it made before.
-- No second index begins with the columns by which one row is looked for: without statistics, as in
-- the first minute of an empty table, PostgreSQL takes any of them and reads all rows of the ledger.
-- Times are UTC. Amounts are USD; what ends in "nano" is billionths of it.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made. No reservation expires before first_expiry_at.
CREATE TABLE IF NOT EXISTS freight_book (
  book             VARCHAR(64) COLLATE "C" NOT NULL PRIMARY KEY,
  version          BIGINT NOT NULL,
  now_at           TIMESTAMP(6) NOT NULL,
  last_id          BIGINT NOT NULL,
  first_expiry_at  TIMESTAMP(6),
  opening          BIGINT NOT NULL,
  balance_usd      NUMERIC(19, 9) NOT NULL,
  opened_at        TIMESTAMP(6),
  out_before       TIMESTAMP(6),
  adjusted_usd     NUMERIC(19, 9) NOT NULL,
  compared_at      TIMESTAMP(6),
  comparison_id    BIGINT,
  swept_at         TIMESTAMP(6),
  began_at         TIMESTAMP(6)
) WITH (fillfactor = 50);
-- For tables that were made before there was this column.
ALTER TABLE freight_book ADD COLUMN IF NOT EXISTS began_at TIMESTAMP(6);

-- What the purchases of each scope add up to, so that a limit reads few rows: HELD by calls on their
-- way, CHARGED and UNKNOWN for ever, and both in each SECOND, MINUTE, HOUR and DAY (slot: when it
-- begins, in microseconds since 1970). For people there is the view below.
CREATE TABLE IF NOT EXISTS freight_sum (
  book   VARCHAR(64) COLLATE "C" NOT NULL,
  scope  VARCHAR(255) COLLATE "C" NOT NULL,
  kind   VARCHAR(8) COLLATE "C" NOT NULL,
  slot   BIGINT NOT NULL,
  nano   BIGINT NOT NULL,
  PRIMARY KEY (book, scope, kind, slot)
) WITH (fillfactor = 50);
-- For the slots that no window needs any more; an expression, so that no limit is read by it.
CREATE INDEX IF NOT EXISTS freight_sum_old ON freight_sum ((kind || ''), slot);

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
  book         VARCHAR(64) COLLATE "C" NOT NULL,
  purchase     VARCHAR(400) COLLATE "C" NOT NULL,
  id           VARCHAR(64) COLLATE "C" NOT NULL,
  scope        VARCHAR(255) COLLATE "C" NOT NULL,
  price_usd    NUMERIC(19, 9) NOT NULL,
  made_at      TIMESTAMP(6) NOT NULL,
  expires_at   TIMESTAMP(6) NOT NULL,
  state        VARCHAR(8) COLLATE "C" NOT NULL,
  said_at      TIMESTAMP(6),
  settled      BOOLEAN,
  load_number  VARCHAR(255) COLLATE "C",
  request_id   VARCHAR(255) COLLATE "C",
  PRIMARY KEY (book, purchase, id)
);
CREATE INDEX IF NOT EXISTS freight_reservation_pending ON freight_reservation (book, expires_at) WHERE state = 'PENDING';
CREATE INDEX IF NOT EXISTS freight_reservation_said ON freight_reservation (said_at) WHERE said_at IS NOT NULL;

-- What integrations remember, until a time.
CREATE TABLE IF NOT EXISTS freight_memory (
  book      VARCHAR(64) COLLATE "C" NOT NULL,
  name      VARCHAR(300) COLLATE "C" NOT NULL,
  body      TEXT NOT NULL,
  until_at  TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (book, name)
);

-- The ledger: a PURCHASE is what is paid at most once, and amount_usd is the most that it may have
-- cost, least_usd the least; it is open while nobody knows. An ADJUSTMENT is money that others moved:
-- amount_usd is above 0 for a top-up, below 0 for spending. A SETTLEMENT says what the purchase
-- entry_id is taken to have cost, and who said so and why; the purchase has the amount too. A
-- COMPARISON has the service's balance, the opening balance that it was compared with, what was
-- charged since at least and at most, and what that does not explain.
CREATE TABLE IF NOT EXISTS freight_ledger (
  book             VARCHAR(64) COLLATE "C" NOT NULL,
  id               BIGINT NOT NULL,
  kind             VARCHAR(12) NOT NULL,
  made_at          TIMESTAMP(6) NOT NULL,
  operation        VARCHAR(64),
  load_number      VARCHAR(255) COLLATE "C",
  customer_ref     VARCHAR(255) COLLATE "C",
  outcome          VARCHAR(8),
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  reserved_usd     NUMERIC(19, 9) NOT NULL,
  running          BOOLEAN NOT NULL,
  is_open          BOOLEAN NOT NULL,
  scopes           TEXT,
  said_by          VARCHAR(100),
  said_why         VARCHAR(1000),
  entry_id         BIGINT,
  balance_usd      NUMERIC(19, 9),
  opening_usd      NUMERIC(19, 9),
  unexplained_usd  NUMERIC(19, 9),
  settled          INTEGER,
  left_open        INTEGER,
  opened_anew      BOOLEAN,
  account          VARCHAR(64) COLLATE "C",
  idempotency_key  VARCHAR(255) COLLATE "C",
  request_id       VARCHAR(255) COLLATE "C",
  name             VARCHAR(400) COLLATE "C" NOT NULL,
  counts_at        TIMESTAMP(6),
  said_at          TIMESTAMP(6),
  lowest_usd       NUMERIC(19, 9),
  UNIQUE (name, book),
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_ledger_time ON freight_ledger (made_at, id);
CREATE INDEX IF NOT EXISTS freight_ledger_open ON freight_ledger (book, id) WHERE is_open;
CREATE INDEX IF NOT EXISTS freight_ledger_load ON freight_ledger (load_number) WHERE load_number IS NOT NULL;
CREATE INDEX IF NOT EXISTS freight_ledger_ref ON freight_ledger (customer_ref) WHERE customer_ref IS NOT NULL;
