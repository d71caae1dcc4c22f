-- This script may run any number of times.
-- Amounts are billionths of a USD and times microseconds since 1970; the views at the end have USD and UTC.

-- One row for each ledger. Each change begins by incrementing the count, so changes of one ledger follow each other
-- in all processes. The new count is the number of the change, and of the entry or comparison that it creates.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR_CASESENSITIVE(64) NOT NULL PRIMARY KEY,
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
  ledger           VARCHAR_CASESENSITIVE(64) NOT NULL,
  id               BIGINT NOT NULL,
  account          VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation        VARCHAR_CASESENSITIVE(64) NOT NULL,
  idempotency_key  VARCHAR_CASESENSITIVE(255),
  key_reused       BOOLEAN NOT NULL,
  customer_ref     VARCHAR_CASESENSITIVE(255),
  load_number      VARCHAR_CASESENSITIVE(255),
  load_id          VARCHAR_CASESENSITIVE(255),
  tracking_link    VARCHAR_CASESENSITIVE(2000),
  request_id       VARCHAR_CASESENSITIVE(255),
  scope            VARCHAR_CASESENSITIVE(255) NOT NULL,
  created_at       BIGINT NOT NULL,
  counted_at       BIGINT NOT NULL,
  outcome          VARCHAR_CASESENSITIVE(8) NOT NULL,
  min_amount       BIGINT NOT NULL,
  amount           BIGINT NOT NULL,
  refunded         BIGINT NOT NULL,
  settled_by       VARCHAR_CASESENSITIVE(100),
  settled_why      VARCHAR_CASESENSITIVE(1000),
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
  ledger        VARCHAR_CASESENSITIVE(64) NOT NULL,
  id            VARCHAR_CASESENSITIVE(64) NOT NULL,
  entry_id      BIGINT NOT NULL,
  scope         VARCHAR_CASESENSITIVE(255) NOT NULL,
  price         BIGINT NOT NULL,
  created_in    BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  unknown_from  BIGINT NOT NULL,
  outcome       VARCHAR_CASESENSITIVE(8) NOT NULL,
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
  ledger       VARCHAR_CASESENSITIVE(64) NOT NULL,
  entry_id     BIGINT NOT NULL,
  scope        VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation    VARCHAR_CASESENSITIVE(64) NOT NULL,
  counted_at   BIGINT NOT NULL,
  outcome      VARCHAR_CASESENSITIVE(8) NOT NULL,
  amount       BIGINT NOT NULL,
  PRIMARY KEY (ledger, entry_id, scope),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS freight_amount_counts ON freight_amount (ledger, scope, counted_at, operation, amount);

-- The amounts of purged entries, for each scope and operation.
CREATE TABLE IF NOT EXISTS freight_purged (
  ledger     VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope      VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation  VARCHAR_CASESENSITIVE(64) NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (ledger, scope, operation)
);

-- The amounts of purged entries, for each account. Comparisons count them.
CREATE TABLE IF NOT EXISTS freight_purged_account (
  ledger      VARCHAR_CASESENSITIVE(64) NOT NULL,
  account     VARCHAR_CASESENSITIVE(255) NOT NULL,
  min_amount  BIGINT NOT NULL,
  max_amount  BIGINT NOT NULL,
  PRIMARY KEY (ledger, account)
);

-- A change of a balance that no call caused: a top-up, a refund, or an explained difference. Above 0 if the balance
-- rose. load_number: the load of a refunded entry.
CREATE TABLE IF NOT EXISTS freight_adjustment (
  ledger       VARCHAR_CASESENSITIVE(64) NOT NULL,
  id           VARCHAR_CASESENSITIVE(64) NOT NULL,
  account      VARCHAR_CASESENSITIVE(255) NOT NULL,
  recorded_at  BIGINT NOT NULL,
  amount       BIGINT NOT NULL,
  load_number  VARCHAR_CASESENSITIVE(255),
  recorded_by  VARCHAR_CASESENSITIVE(100) NOT NULL,
  why          VARCHAR_CASESENSITIVE(1000) NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- A comparison of an account's balance with its entries. ledger_min, ledger_max and ledger_adjustments are totals of
-- all its entries. debited, min_amount, max_amount, adjustments and unexplained are changes since its first comparison.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger              VARCHAR_CASESENSITIVE(64) NOT NULL,
  id                  BIGINT NOT NULL,
  account             VARCHAR_CASESENSITIVE(255) NOT NULL,
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

-- Views in USD and UTC: entries, the spending of each scope, adjustments, and comparisons.
CREATE OR REPLACE VIEW freight_entry_usd AS
SELECT ledger, id, account, operation, idempotency_key, customer_ref, load_number, load_id, request_id, scope,
  DATEADD('MICROSECOND', created_at, TIMESTAMP '1970-01-01 00:00:00') AS created_at,
  DATEADD('MICROSECOND', counted_at, TIMESTAMP '1970-01-01 00:00:00') AS counted_at,
  outcome,
  CAST(min_amount / 1000000000.000000000 AS NUMERIC(19, 9)) AS min_usd,
  CAST(amount / 1000000000.000000000 AS NUMERIC(19, 9)) AS amount_usd,
  CAST(refunded / 1000000000.000000000 AS NUMERIC(19, 9)) AS refunded_usd,
  settled_by, settled_why
FROM freight_entry;

CREATE OR REPLACE VIEW freight_scope_usd AS
SELECT ledger, scope,
  CAST(SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) / 1000000000.000000000 AS NUMERIC(19, 9)) AS charged_usd,
  CAST(SUM(CASE WHEN outcome <> 'CHARGED' THEN amount ELSE 0 END) / 1000000000.000000000 AS NUMERIC(19, 9)) AS open_usd
FROM (
  SELECT ledger, scope, outcome, amount FROM freight_amount
  UNION ALL SELECT ledger, scope, 'CHARGED' AS outcome, amount FROM freight_purged) counted
GROUP BY ledger, scope;

CREATE OR REPLACE VIEW freight_adjustment_usd AS
SELECT ledger, id, account,
  DATEADD('MICROSECOND', recorded_at, TIMESTAMP '1970-01-01 00:00:00') AS recorded_at,
  CAST(amount / 1000000000.000000000 AS NUMERIC(19, 9)) AS amount_usd,
  load_number, recorded_by, why
FROM freight_adjustment;

CREATE OR REPLACE VIEW freight_comparison_usd AS
SELECT ledger, id, account,
  DATEADD('MICROSECOND', compared_at, TIMESTAMP '1970-01-01 00:00:00') AS compared_at,
  CAST(balance / 1000000000.000000000 AS NUMERIC(19, 9)) AS balance_usd,
  CAST(debited / 1000000000.000000000 AS NUMERIC(19, 9)) AS debited_usd,
  CAST(min_amount / 1000000000.000000000 AS NUMERIC(19, 9)) AS min_usd,
  CAST(max_amount / 1000000000.000000000 AS NUMERIC(19, 9)) AS max_usd,
  CAST(adjustments / 1000000000.000000000 AS NUMERIC(19, 9)) AS adjustments_usd,
  CAST(unexplained / 1000000000.000000000 AS NUMERIC(19, 9)) AS unexplained_usd
FROM freight_comparison;
