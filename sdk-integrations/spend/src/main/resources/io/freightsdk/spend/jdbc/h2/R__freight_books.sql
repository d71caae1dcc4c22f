-- This script may run any number of times, whatever it made before.
-- Times are UTC. Amounts are USD; what ends in "nano" is billionths of it.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made. No reservation expires before first_expiry_at.
CREATE TABLE IF NOT EXISTS freight_book (
  book             VARCHAR_CASESENSITIVE(64) NOT NULL PRIMARY KEY,
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
);
-- For tables that were made before there was this column.
ALTER TABLE freight_book ADD COLUMN IF NOT EXISTS began_at TIMESTAMP(6);

-- What the purchases of each scope add up to, so that a limit reads few rows: HELD by calls on their
-- way, CHARGED and UNKNOWN for ever, and both in each SECOND, MINUTE, HOUR and DAY (slot: when it
-- begins, in microseconds since 1970). For people there is the view below.
CREATE TABLE IF NOT EXISTS freight_sum (
  book   VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope  VARCHAR_CASESENSITIVE(255) NOT NULL,
  kind   VARCHAR_CASESENSITIVE(8) NOT NULL,
  slot   BIGINT NOT NULL,
  nano   BIGINT NOT NULL,
  PRIMARY KEY (book, scope, kind, slot)
);
CREATE INDEX IF NOT EXISTS freight_sum_slot ON freight_sum (book, kind, slot);

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
  book         VARCHAR_CASESENSITIVE(64) NOT NULL,
  purchase     VARCHAR_CASESENSITIVE(400) NOT NULL,
  id           VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope        VARCHAR_CASESENSITIVE(255) NOT NULL,
  price_usd    NUMERIC(19, 9) NOT NULL,
  made_at      TIMESTAMP(6) NOT NULL,
  expires_at   TIMESTAMP(6) NOT NULL,
  state        VARCHAR_CASESENSITIVE(8) NOT NULL,
  said_at      TIMESTAMP(6),
  settled      BOOLEAN,
  load_number  VARCHAR_CASESENSITIVE(255),
  request_id   VARCHAR_CASESENSITIVE(255),
  PRIMARY KEY (book, purchase, id)
);
CREATE INDEX IF NOT EXISTS freight_reservation_pending ON freight_reservation (book, state, expires_at);
CREATE INDEX IF NOT EXISTS freight_reservation_said ON freight_reservation (said_at);

-- What integrations remember, until a time.
CREATE TABLE IF NOT EXISTS freight_memory (
  book      VARCHAR_CASESENSITIVE(64) NOT NULL,
  name      VARCHAR_CASESENSITIVE(300) NOT NULL,
  body      VARCHAR_CASESENSITIVE(1000000) NOT NULL,
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
  book             VARCHAR_CASESENSITIVE(64) NOT NULL,
  id               BIGINT NOT NULL,
  kind             VARCHAR_CASESENSITIVE(12) NOT NULL,
  made_at          TIMESTAMP(6) NOT NULL,
  operation        VARCHAR_CASESENSITIVE(64),
  load_number      VARCHAR_CASESENSITIVE(255),
  customer_ref     VARCHAR_CASESENSITIVE(255),
  outcome          VARCHAR_CASESENSITIVE(8),
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  reserved_usd     NUMERIC(19, 9) NOT NULL,
  running          BOOLEAN NOT NULL,
  is_open          BOOLEAN NOT NULL,
  scopes           VARCHAR_CASESENSITIVE(1000000),
  said_by          VARCHAR_CASESENSITIVE(100),
  said_why         VARCHAR_CASESENSITIVE(1000),
  entry_id         BIGINT,
  balance_usd      NUMERIC(19, 9),
  opening_usd      NUMERIC(19, 9),
  unexplained_usd  NUMERIC(19, 9),
  settled          INTEGER,
  left_open        INTEGER,
  opened_anew      BOOLEAN,
  account          VARCHAR_CASESENSITIVE(64),
  idempotency_key  VARCHAR_CASESENSITIVE(255),
  request_id       VARCHAR_CASESENSITIVE(255),
  name             VARCHAR_CASESENSITIVE(400) NOT NULL,
  counts_at        TIMESTAMP(6),
  said_at          TIMESTAMP(6),
  lowest_usd       NUMERIC(19, 9),
  UNIQUE (book, name),
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_ledger_made ON freight_ledger (book, made_at);
CREATE INDEX IF NOT EXISTS freight_ledger_open ON freight_ledger (book, is_open, id);
CREATE INDEX IF NOT EXISTS freight_ledger_load ON freight_ledger (load_number);
CREATE INDEX IF NOT EXISTS freight_ledger_ref ON freight_ledger (customer_ref);
