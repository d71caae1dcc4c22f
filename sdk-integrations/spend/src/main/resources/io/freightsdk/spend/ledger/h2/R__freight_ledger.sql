-- This script may run any number of times.
-- Amounts are billionths of a USD and times microseconds since 1970; the views at the end have USD and UTC.

-- One row for each ledger. Each change begins by incrementing the count, so that changes of one ledger follow
-- each other, in however many processes they are made. The new count is the number of the change, and of the
-- entry or comparison that it makes.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR_CASESENSITIVE(64) NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL
);

-- A purchase that the service charges at most once: all attempts under one key of a creation, or one attempt of
-- anything else. outcome is RESERVED while a call is in progress, then NONE, CHARGED or UNKNOWN; an entry that is
-- still RESERVED after window_time is unknown too. A limit whose period begins after window_time does not count
-- the entry. amount is the most that it may have cost, which limits count, least the least. account is a digest of the service's
-- address and of the agent key or the account's name: what is known of a key or a load is true there only.
-- refunded is what it counted before the service gave it back; its amounts are 0 then.
-- repeats: an entry of the key before it may have been charged, as after a day or if another load was named.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           VARCHAR_CASESENSITIVE(64) NOT NULL,
  id               BIGINT NOT NULL,
  account          VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation        VARCHAR_CASESENSITIVE(64) NOT NULL,
  idempotency_key  VARCHAR_CASESENSITIVE(255),
  repeats          BOOLEAN NOT NULL,
  customer_ref     VARCHAR_CASESENSITIVE(255),
  load_number      VARCHAR_CASESENSITIVE(255),
  load_id          VARCHAR_CASESENSITIVE(255),
  tracking_link    VARCHAR_CASESENSITIVE(2000),
  request_id       VARCHAR_CASESENSITIVE(255),
  scope            VARCHAR_CASESENSITIVE(255) NOT NULL,
  made_at          BIGINT NOT NULL,
  window_time      BIGINT NOT NULL,
  outcome          VARCHAR_CASESENSITIVE(8) NOT NULL,
  least            BIGINT NOT NULL,
  amount           BIGINT NOT NULL,
  refunded         BIGINT NOT NULL,
  settled_by       VARCHAR_CASESENSITIVE(100),
  settled_why      VARCHAR_CASESENSITIVE(1000),
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_entry_counts ON freight_entry (ledger, window_time);
CREATE INDEX IF NOT EXISTS freight_entry_key ON freight_entry (ledger, account, idempotency_key);
CREATE INDEX IF NOT EXISTS freight_entry_bought ON freight_entry (ledger, load_id);
CREATE INDEX IF NOT EXISTS freight_entry_load ON freight_entry (ledger, load_number);
CREATE INDEX IF NOT EXISTS freight_entry_ref ON freight_entry (ledger, customer_ref);

-- Money that is set aside for a call, and what became of it: what its entry is computed from. made_in and
-- ended_in are the numbers of the changes that stored them, so the order of calls does not hang on a clock.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger        VARCHAR_CASESENSITIVE(64) NOT NULL,
  id            VARCHAR_CASESENSITIVE(64) NOT NULL,
  entry_id      BIGINT NOT NULL,
  scope         VARCHAR_CASESENSITIVE(255) NOT NULL,
  price         BIGINT NOT NULL,
  made_in       BIGINT NOT NULL,
  made_at       BIGINT NOT NULL,
  unknown_from  BIGINT NOT NULL,
  outcome       VARCHAR_CASESENSITIVE(8) NOT NULL,
  ended_in      BIGINT NOT NULL,
  ended_at      BIGINT NOT NULL,
  settled       BOOLEAN NOT NULL,
  PRIMARY KEY (ledger, id),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS freight_reservation_entry ON freight_reservation (ledger, entry_id);

-- The amount of an entry, once for its own scope and once for each scope around it. A limit caps the sum of these
-- amounts since the begin of its window.
CREATE TABLE IF NOT EXISTS freight_amount (
  ledger       VARCHAR_CASESENSITIVE(64) NOT NULL,
  entry_id     BIGINT NOT NULL,
  scope        VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation    VARCHAR_CASESENSITIVE(64) NOT NULL,
  window_time  BIGINT NOT NULL,
  outcome      VARCHAR_CASESENSITIVE(8) NOT NULL,
  amount       BIGINT NOT NULL,
  PRIMARY KEY (ledger, entry_id, scope),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS freight_amount_counts ON freight_amount (ledger, scope, window_time, operation, amount);

-- The sum of the amounts of purged entries, for each scope and operation.
CREATE TABLE IF NOT EXISTS freight_purged (
  ledger     VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope      VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation  VARCHAR_CASESENSITIVE(64) NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (ledger, scope, operation)
);

-- What comparisons count of purged entries, for each account.
CREATE TABLE IF NOT EXISTS freight_purged_account (
  ledger   VARCHAR_CASESENSITIVE(64) NOT NULL,
  account  VARCHAR_CASESENSITIVE(255) NOT NULL,
  least    BIGINT NOT NULL,
  most     BIGINT NOT NULL,
  PRIMARY KEY (ledger, account)
);

-- By how much a balance changed other than by calls, as a person recorded it: a top-up, the refund of an entry, or a
-- difference that is explained. Above 0 the balance rose.
CREATE TABLE IF NOT EXISTS freight_adjustment (
  ledger       VARCHAR_CASESENSITIVE(64) NOT NULL,
  id           VARCHAR_CASESENSITIVE(64) NOT NULL,
  account      VARCHAR_CASESENSITIVE(255) NOT NULL,
  recorded_at  BIGINT NOT NULL,
  amount       BIGINT NOT NULL,
  recorded_by  VARCHAR_CASESENSITIVE(100) NOT NULL,
  why          VARCHAR_CASESENSITIVE(1000) NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- A comparison of an account's balance with its entries. known_least, known_most and known_recorded are of the whole
-- ledger; taken, least, most, recorded and unexplained are since the account's first row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger          VARCHAR_CASESENSITIVE(64) NOT NULL,
  id              BIGINT NOT NULL,
  account         VARCHAR_CASESENSITIVE(255) NOT NULL,
  compared_at     BIGINT NOT NULL,
  balance         BIGINT NOT NULL,
  known_least     BIGINT NOT NULL,
  known_most      BIGINT NOT NULL,
  known_recorded  BIGINT NOT NULL,
  taken           BIGINT NOT NULL,
  least           BIGINT NOT NULL,
  most            BIGINT NOT NULL,
  recorded        BIGINT NOT NULL,
  unexplained     BIGINT NOT NULL,
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_comparison_account ON freight_comparison (ledger, account, id);

-- For people, in USD and UTC: entries, what each scope has spent and holds, and comparisons.
CREATE OR REPLACE VIEW freight_entry_usd AS
SELECT ledger, id, account, operation, idempotency_key, customer_ref, load_number, load_id, request_id, scope,
  DATEADD('MICROSECOND', made_at, TIMESTAMP '1970-01-01 00:00:00') AS made_at,
  DATEADD('MICROSECOND', window_time, TIMESTAMP '1970-01-01 00:00:00') AS window_time,
  outcome,
  CAST(least / 1000000000.000000000 AS NUMERIC(19, 9)) AS least_usd,
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

CREATE OR REPLACE VIEW freight_comparison_usd AS
SELECT ledger, id, account,
  DATEADD('MICROSECOND', compared_at, TIMESTAMP '1970-01-01 00:00:00') AS compared_at,
  CAST(balance / 1000000000.000000000 AS NUMERIC(19, 9)) AS balance_usd,
  CAST(taken / 1000000000.000000000 AS NUMERIC(19, 9)) AS taken_usd,
  CAST(least / 1000000000.000000000 AS NUMERIC(19, 9)) AS least_usd,
  CAST(most / 1000000000.000000000 AS NUMERIC(19, 9)) AS most_usd,
  CAST(recorded / 1000000000.000000000 AS NUMERIC(19, 9)) AS recorded_usd,
  CAST(unexplained / 1000000000.000000000 AS NUMERIC(19, 9)) AS unexplained_usd
FROM freight_comparison;
