-- This script may run any number of times.
-- Amounts are billionths of a USD and times microseconds since 1970; the views at the end have USD and UTC.

-- One row for each ledger. Each change begins by incrementing the count, so changes of one ledger follow each other
-- in all processes. The new count is the number of the change, and of the entry or comparison that it creates.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   TEXT NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL
);

-- A possible charge: all calls with one idempotency key of a creation, or one attempt of any other call.
-- outcome: RESERVED while a call is in progress, then NONE, CHARGED or UNKNOWN. An entry that is still RESERVED after
--   counted_at is unknown, too.
-- counted_at: a limit whose period begins later does not count the entry.
-- amount: maximum cost, which limits count. min_amount: minimum cost. Both are 0 after a refund.
-- refunded: the amount before the refund.
-- account: a digest of the service's address and of the agent key or the account's name.
-- key_reused: an older entry with the key may have been charged.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           TEXT NOT NULL,
  id               BIGINT NOT NULL,
  account          TEXT NOT NULL,
  operation        TEXT NOT NULL,
  idempotency_key  TEXT,
  key_reused       BOOLEAN NOT NULL,
  customer_ref     TEXT,
  load_number      TEXT,
  load_id          TEXT,
  tracking_link    TEXT,
  request_id       TEXT,
  scope            TEXT NOT NULL,
  created_at       BIGINT NOT NULL,
  counted_at       BIGINT NOT NULL,
  outcome          TEXT NOT NULL,
  min_amount       BIGINT NOT NULL,
  amount           BIGINT NOT NULL,
  refunded         BIGINT NOT NULL,
  settled_by       TEXT,
  settled_why      TEXT,
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_entry_counts ON freight_entry (ledger, counted_at);
CREATE INDEX IF NOT EXISTS freight_entry_key ON freight_entry (ledger, account, idempotency_key);
CREATE INDEX IF NOT EXISTS freight_entry_bought ON freight_entry (ledger, load_id);
CREATE INDEX IF NOT EXISTS freight_entry_load ON freight_entry (ledger, load_number);
CREATE INDEX IF NOT EXISTS freight_entry_ref ON freight_entry (ledger, customer_ref);

-- The reserved price and the outcome of a call. Entries are computed from these rows. created_in and ended_in are the
-- numbers of the changes, so the order of calls does not depend on a clock.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger        TEXT NOT NULL,
  id            TEXT NOT NULL,
  entry_id      BIGINT NOT NULL,
  scope         TEXT NOT NULL,
  price         BIGINT NOT NULL,
  created_in    BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  unknown_from  BIGINT NOT NULL,
  outcome       TEXT NOT NULL,
  ended_in      BIGINT NOT NULL,
  ended_at      BIGINT NOT NULL,
  settled       BOOLEAN NOT NULL,
  PRIMARY KEY (ledger, id),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS freight_reservation_entry ON freight_reservation (ledger, entry_id);

-- The amount of an entry, in its own scope and in each enclosing scope. A limit caps the sum of these amounts since
-- the begin of its period.
CREATE TABLE IF NOT EXISTS freight_amount (
  ledger       TEXT NOT NULL,
  entry_id     BIGINT NOT NULL,
  scope        TEXT NOT NULL,
  operation    TEXT NOT NULL,
  counted_at   BIGINT NOT NULL,
  outcome      TEXT NOT NULL,
  amount       BIGINT NOT NULL,
  PRIMARY KEY (ledger, entry_id, scope),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS freight_amount_counts ON freight_amount (ledger, scope, counted_at, operation, amount);

-- The amounts of purged entries, for each scope and operation.
CREATE TABLE IF NOT EXISTS freight_purged (
  ledger     TEXT NOT NULL,
  scope      TEXT NOT NULL,
  operation  TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (ledger, scope, operation)
);

-- The amounts of purged entries, for each account. Comparisons count them.
CREATE TABLE IF NOT EXISTS freight_purged_account (
  ledger      TEXT NOT NULL,
  account     TEXT NOT NULL,
  min_amount  BIGINT NOT NULL,
  max_amount  BIGINT NOT NULL,
  PRIMARY KEY (ledger, account)
);

-- A change of a balance that no call caused: a top-up, a refund, or an explained difference. Above 0 if the balance
-- rose. load_number: the load of a refunded entry.
CREATE TABLE IF NOT EXISTS freight_adjustment (
  ledger       TEXT NOT NULL,
  id           TEXT NOT NULL,
  account      TEXT NOT NULL,
  recorded_at  BIGINT NOT NULL,
  amount       BIGINT NOT NULL,
  load_number  TEXT,
  recorded_by  TEXT NOT NULL,
  why          TEXT NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- A comparison of an account's balance with its entries. ledger_min, ledger_max and ledger_adjustments are totals of
-- all its entries. debited, min_amount, max_amount, adjustments and unexplained are changes since its first comparison.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger              TEXT NOT NULL,
  id                  BIGINT NOT NULL,
  account             TEXT NOT NULL,
  compared_at         BIGINT NOT NULL,
  balance             BIGINT NOT NULL,
  ledger_min          BIGINT NOT NULL,
  ledger_max          BIGINT NOT NULL,
  ledger_adjustments  BIGINT NOT NULL,
  debited             BIGINT NOT NULL,
  min_amount          BIGINT NOT NULL,
  max_amount          BIGINT NOT NULL,
  adjustments         BIGINT NOT NULL,
  unexplained         BIGINT NOT NULL,
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_comparison_account ON freight_comparison (ledger, account, id);

-- An entry that is deleted by hand takes its rows along, even if foreign keys are off.
CREATE TRIGGER IF NOT EXISTS freight_entry_deleted AFTER DELETE ON freight_entry BEGIN DELETE FROM freight_reservation WHERE ledger = OLD.ledger AND entry_id = OLD.id; DELETE FROM freight_amount WHERE ledger = OLD.ledger AND entry_id = OLD.id; END;

-- Views in USD and UTC: entries, the spending of each scope, adjustments, and comparisons.
CREATE VIEW IF NOT EXISTS freight_entry_usd AS
SELECT ledger, id, account, operation, idempotency_key, customer_ref, load_number, load_id, request_id, scope,
  strftime('%Y-%m-%d %H:%M:%f', created_at / 1e6, 'unixepoch') AS created_at,
  strftime('%Y-%m-%d %H:%M:%f', counted_at / 1e6, 'unixepoch') AS counted_at,
  outcome,
  min_amount / 1e9 AS min_usd,
  amount / 1e9 AS amount_usd,
  refunded / 1e9 AS refunded_usd,
  settled_by, settled_why
FROM freight_entry;

CREATE VIEW IF NOT EXISTS freight_scope_usd AS
SELECT ledger, scope,
  SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) / 1e9 AS charged_usd,
  SUM(CASE WHEN outcome <> 'CHARGED' THEN amount ELSE 0 END) / 1e9 AS open_usd
FROM (
  SELECT ledger, scope, outcome, amount FROM freight_amount
  UNION ALL SELECT ledger, scope, 'CHARGED' AS outcome, amount FROM freight_purged) counted
GROUP BY ledger, scope;

CREATE VIEW IF NOT EXISTS freight_adjustment_usd AS
SELECT ledger, id, account,
  strftime('%Y-%m-%d %H:%M:%f', recorded_at / 1e6, 'unixepoch') AS recorded_at,
  amount / 1e9 AS amount_usd,
  load_number, recorded_by, why
FROM freight_adjustment;

CREATE VIEW IF NOT EXISTS freight_comparison_usd AS
SELECT ledger, id, account,
  strftime('%Y-%m-%d %H:%M:%f', compared_at / 1e6, 'unixepoch') AS compared_at,
  balance / 1e9 AS balance_usd,
  debited / 1e9 AS debited_usd,
  min_amount / 1e9 AS min_usd,
  max_amount / 1e9 AS max_usd,
  adjustments / 1e9 AS adjustments_usd,
  unexplained / 1e9 AS unexplained_usd
FROM freight_comparison;
