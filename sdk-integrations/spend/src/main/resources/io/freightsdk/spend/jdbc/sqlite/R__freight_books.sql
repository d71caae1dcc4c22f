-- This script may run any number of times, whatever it made before.
-- Times are UTC, as texts of one length. SQLite has no decimals, so all amounts are whole billionths
-- of a USD, also where the name of a column ends in "usd"; the views below have dollars.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made. No reservation expires before first_expiry_at.
CREATE TABLE IF NOT EXISTS freight_book (
  book             TEXT NOT NULL PRIMARY KEY,
  version          BIGINT NOT NULL,
  now_at           TEXT NOT NULL,
  last_id          BIGINT NOT NULL,
  first_expiry_at  TEXT,
  opening          BIGINT NOT NULL,
  balance_usd      INTEGER NOT NULL,
  opened_at        TEXT,
  out_before       TEXT,
  adjusted_usd     INTEGER NOT NULL,
  compared_at      TEXT,
  comparison_id    BIGINT,
  swept_at         TEXT,
  began_at         TEXT
);

-- What the purchases of each scope add up to, so that a limit reads few rows: HELD by calls on their
-- way, CHARGED and UNKNOWN for ever, and both in each SECOND, MINUTE, HOUR and DAY (slot: when it
-- begins, in microseconds since 1970). For people there is the view below.
CREATE TABLE IF NOT EXISTS freight_sum (
  book   TEXT NOT NULL,
  scope  TEXT NOT NULL,
  kind   TEXT NOT NULL,
  slot   BIGINT NOT NULL,
  nano   BIGINT NOT NULL,
  PRIMARY KEY (book, scope, kind, slot)
);
CREATE INDEX IF NOT EXISTS freight_sum_slot ON freight_sum (book, kind, slot);

-- What each scope, with all that is inside it, was charged, may have been charged, and holds for
-- calls on their way.
CREATE VIEW IF NOT EXISTS freight_scope_spend AS
SELECT
  book,
  scope,
  SUM(CASE WHEN kind = 'CHARGED' THEN nano ELSE 0 END) / 1e9 AS charged_usd,
  SUM(CASE WHEN kind = 'UNKNOWN' THEN nano ELSE 0 END) / 1e9 AS unknown_usd,
  SUM(CASE WHEN kind = 'HELD' THEN nano ELSE 0 END) / 1e9 AS reserved_usd
FROM freight_sum
WHERE kind IN ('CHARGED', 'UNKNOWN', 'HELD')
GROUP BY book, scope;

-- Money that is or was set aside for a call: what the outcome of a purchase is computed from.
CREATE TABLE IF NOT EXISTS freight_reservation (
  book         TEXT NOT NULL,
  purchase     TEXT NOT NULL,
  id           TEXT NOT NULL,
  scope        TEXT NOT NULL,
  price_usd    INTEGER NOT NULL,
  made_at      TEXT NOT NULL,
  expires_at   TEXT NOT NULL,
  state        TEXT NOT NULL,
  said_at      TEXT,
  settled      BOOLEAN,
  load_number  TEXT,
  request_id   TEXT,
  PRIMARY KEY (book, purchase, id)
);
CREATE INDEX IF NOT EXISTS freight_reservation_pending ON freight_reservation (book, expires_at) WHERE state = 'PENDING';
CREATE INDEX IF NOT EXISTS freight_reservation_said ON freight_reservation (said_at) WHERE said_at IS NOT NULL;

-- What integrations remember, until a time.
CREATE TABLE IF NOT EXISTS freight_memory (
  book      TEXT NOT NULL,
  name      TEXT NOT NULL,
  body      TEXT NOT NULL,
  until_at  TEXT NOT NULL,
  PRIMARY KEY (book, name)
);

-- The ledger: a PURCHASE is what is paid at most once, and amount_usd is the most that it may have
-- cost, least_usd the least; it is open while nobody knows. An ADJUSTMENT is money that others moved:
-- amount_usd is above 0 for a top-up, below 0 for spending. A SETTLEMENT says what the purchase
-- entry_id is taken to have cost, and who said so and why; the purchase has the amount too. A
-- COMPARISON has the service's balance, the opening balance that it was compared with, what was
-- charged since at least and at most, and what that does not explain.
CREATE TABLE IF NOT EXISTS freight_ledger (
  book             TEXT NOT NULL,
  id               BIGINT NOT NULL,
  kind             TEXT NOT NULL,
  made_at          TEXT NOT NULL,
  operation        TEXT,
  load_number      TEXT,
  customer_ref     TEXT,
  outcome          TEXT,
  amount_usd       INTEGER NOT NULL,
  least_usd        INTEGER NOT NULL,
  reserved_usd     INTEGER NOT NULL,
  running          BOOLEAN NOT NULL,
  is_open          BOOLEAN NOT NULL,
  scopes           TEXT,
  said_by          TEXT,
  said_why         TEXT,
  entry_id         BIGINT,
  balance_usd      INTEGER,
  opening_usd      INTEGER,
  unexplained_usd  INTEGER,
  settled          INTEGER,
  left_open        INTEGER,
  opened_anew      BOOLEAN,
  account          TEXT,
  idempotency_key  TEXT,
  request_id       TEXT,
  name             TEXT NOT NULL,
  counts_at        TEXT,
  said_at          TEXT,
  lowest_usd       INTEGER,
  UNIQUE (book, name),
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_ledger_time ON freight_ledger (made_at, id);
CREATE INDEX IF NOT EXISTS freight_ledger_open ON freight_ledger (book, id) WHERE is_open;
CREATE INDEX IF NOT EXISTS freight_ledger_load ON freight_ledger (load_number) WHERE load_number IS NOT NULL;
CREATE INDEX IF NOT EXISTS freight_ledger_ref ON freight_ledger (customer_ref) WHERE customer_ref IS NOT NULL;

-- The ledger in dollars, for people.
CREATE VIEW IF NOT EXISTS freight_ledger_usd AS
SELECT
  id,
  kind,
  made_at,
  operation,
  load_number,
  customer_ref,
  outcome,
  amount_usd / 1e9 AS amount_usd,
  least_usd / 1e9 AS least_usd,
  reserved_usd / 1e9 AS reserved_usd,
  scopes,
  said_by,
  said_why,
  idempotency_key,
  request_id
FROM freight_ledger;
