-- This script may run any number of times.
-- Times are UTC, as texts of one length. SQLite has no decimals, so all amounts are whole billionths
-- of a USD; the views below have USD.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   TEXT NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL,
  last_id  BIGINT NOT NULL,
  last_at  TEXT
);

-- What is paid at most once: a key of a creation, or one attempt of anything else. outcome is RESERVED
-- while a call is on its way, then NONE, CHARGED or UNKNOWN; after counts_at what is RESERVED is
-- unknown too. amount_usd is the most that it may have cost, which limits count, least_usd the least.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           TEXT NOT NULL,
  id               BIGINT NOT NULL,
  operation        TEXT NOT NULL,
  customer_ref     TEXT,
  load_number      TEXT,
  outcome          TEXT NOT NULL,
  amount_usd       INTEGER NOT NULL,
  least_usd        INTEGER NOT NULL,
  scopes           TEXT NOT NULL,
  made_at          TEXT NOT NULL,
  counts_at        TEXT NOT NULL,
  idempotency_key  TEXT,
  request_id       TEXT,
  settled_by       TEXT,
  settled_why      TEXT,
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_entry_counts ON freight_entry (ledger, counts_at, amount_usd, scopes);
CREATE INDEX IF NOT EXISTS freight_entry_key ON freight_entry (ledger, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX IF NOT EXISTS freight_entry_load ON freight_entry (load_number) WHERE load_number IS NOT NULL;
CREATE INDEX IF NOT EXISTS freight_entry_ref ON freight_entry (customer_ref) WHERE customer_ref IS NOT NULL;

-- Money that is set aside for one attempt, and what became of it: what its entry is computed from.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger      TEXT NOT NULL,
  id          TEXT NOT NULL,
  entry_id    BIGINT NOT NULL,
  scope       TEXT NOT NULL,
  price_usd   INTEGER NOT NULL,
  made_at     TEXT NOT NULL,
  expires_at  TEXT NOT NULL,
  outcome     TEXT NOT NULL,
  ended_at    TEXT,
  settled     BOOLEAN NOT NULL,
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_reservation_entry ON freight_reservation (ledger, entry_id);
CREATE INDEX IF NOT EXISTS freight_reservation_scope ON freight_reservation (ledger, scope, expires_at, entry_id);

-- What was charged in each scope, with all inside it, and what is reserved or unknown: ever, also of
-- entries that were deleted.
CREATE TABLE IF NOT EXISTS freight_total (
  ledger       TEXT NOT NULL,
  scope        TEXT NOT NULL,
  charged_usd  INTEGER NOT NULL,
  open_usd     INTEGER NOT NULL,
  PRIMARY KEY (ledger, scope)
);

-- What has left the window of a limit, so that a large ledger is not added up for each call. It may be
-- deleted, and is made anew.
CREATE TABLE IF NOT EXISTS freight_window (
  ledger        TEXT NOT NULL,
  scope         TEXT NOT NULL,
  span          TEXT NOT NULL,
  passed_usd    INTEGER NOT NULL,
  passed_until  TEXT NOT NULL,
  PRIMARY KEY (ledger, scope, span)
);

-- The service's balance, what it took since the row before, and what the ledger knows of that time: the
-- least and the most. difference_usd is what that does not explain. The last two are the least and the
-- most of entries of the time after it that were deleted, for the next row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger             TEXT NOT NULL,
  id                 BIGINT NOT NULL,
  name               TEXT NOT NULL,
  read_from          TEXT NOT NULL,
  read_to            TEXT NOT NULL,
  balance_usd        INTEGER NOT NULL,
  taken_usd          INTEGER NOT NULL,
  least_usd          INTEGER NOT NULL,
  most_usd           INTEGER NOT NULL,
  difference_usd     INTEGER NOT NULL,
  deleted_least_usd  INTEGER NOT NULL,
  deleted_most_usd   INTEGER NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- Entries and comparisons in USD, for people.
CREATE VIEW IF NOT EXISTS freight_entry_usd AS
SELECT
  ledger,
  id,
  operation,
  customer_ref,
  load_number,
  outcome,
  amount_usd / 1e9 AS amount_usd,
  least_usd / 1e9 AS least_usd,
  scopes,
  made_at,
  counts_at,
  idempotency_key,
  request_id,
  settled_by,
  settled_why
FROM freight_entry;
CREATE VIEW IF NOT EXISTS freight_comparison_usd AS
SELECT
  ledger,
  id,
  read_from,
  read_to,
  balance_usd / 1e9 AS balance_usd,
  taken_usd / 1e9 AS taken_usd,
  least_usd / 1e9 AS least_usd,
  most_usd / 1e9 AS most_usd,
  difference_usd / 1e9 AS difference_usd
FROM freight_comparison;
