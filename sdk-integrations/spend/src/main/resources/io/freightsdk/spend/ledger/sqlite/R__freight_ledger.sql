-- This script may run any number of times.
-- Amounts are billionths of a USD and times microseconds since 1970; the views at the end have USD and UTC.

-- One row for each ledger. Each change begins by incrementing the count, so that changes of one ledger follow
-- each other, in however many processes they are made. The new count is the number of the change, and of the
-- entry or comparison that it makes.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   TEXT NOT NULL PRIMARY KEY,
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
  ledger           TEXT NOT NULL,
  id               BIGINT NOT NULL,
  account          TEXT NOT NULL,
  operation        TEXT NOT NULL,
  idempotency_key  TEXT,
  repeats          BOOLEAN NOT NULL,
  customer_ref     TEXT,
  load_number      TEXT,
  load_id          TEXT,
  tracking_link    TEXT,
  request_id       TEXT,
  scope            TEXT NOT NULL,
  made_at          BIGINT NOT NULL,
  window_time      BIGINT NOT NULL,
  outcome          TEXT NOT NULL,
  least            BIGINT NOT NULL,
  amount           BIGINT NOT NULL,
  refunded         BIGINT NOT NULL,
  settled_by       TEXT,
  settled_why      TEXT,
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
  ledger        TEXT NOT NULL,
  id            TEXT NOT NULL,
  entry_id      BIGINT NOT NULL,
  scope         TEXT NOT NULL,
  price         BIGINT NOT NULL,
  made_in       BIGINT NOT NULL,
  made_at       BIGINT NOT NULL,
  unknown_from  BIGINT NOT NULL,
  outcome       TEXT NOT NULL,
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
  ledger       TEXT NOT NULL,
  entry_id     BIGINT NOT NULL,
  scope        TEXT NOT NULL,
  operation    TEXT NOT NULL,
  window_time  BIGINT NOT NULL,
  outcome      TEXT NOT NULL,
  amount       BIGINT NOT NULL,
  PRIMARY KEY (ledger, entry_id, scope),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS freight_amount_counts ON freight_amount (ledger, scope, window_time, operation, amount);

-- The sum of the amounts of purged entries, for each scope and operation.
CREATE TABLE IF NOT EXISTS freight_purged (
  ledger     TEXT NOT NULL,
  scope      TEXT NOT NULL,
  operation  TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (ledger, scope, operation)
);

-- What comparisons count of purged entries, for each account.
CREATE TABLE IF NOT EXISTS freight_purged_account (
  ledger   TEXT NOT NULL,
  account  TEXT NOT NULL,
  least    BIGINT NOT NULL,
  most     BIGINT NOT NULL,
  PRIMARY KEY (ledger, account)
);

-- By how much a balance changed other than by calls, as a person recorded it: a top-up, the refund of an entry, or a
-- difference that is explained. Above 0 the balance rose.
CREATE TABLE IF NOT EXISTS freight_adjustment (
  ledger       TEXT NOT NULL,
  id           TEXT NOT NULL,
  account      TEXT NOT NULL,
  recorded_at  BIGINT NOT NULL,
  amount       BIGINT NOT NULL,
  recorded_by  TEXT NOT NULL,
  why          TEXT NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- A comparison of an account's balance with its entries. known_least, known_most and known_recorded are of the whole
-- ledger; taken, least, most, recorded and unexplained are since the account's first row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger          TEXT NOT NULL,
  id              BIGINT NOT NULL,
  account         TEXT NOT NULL,
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

-- Who deletes an entry by hand takes its rows along, also where foreign keys are not switched on.
CREATE TRIGGER IF NOT EXISTS freight_entry_deleted AFTER DELETE ON freight_entry BEGIN DELETE FROM freight_reservation WHERE ledger = OLD.ledger AND entry_id = OLD.id; DELETE FROM freight_amount WHERE ledger = OLD.ledger AND entry_id = OLD.id; END;

-- For people, in USD and UTC: entries, what each scope has spent and holds, and comparisons.
CREATE VIEW IF NOT EXISTS freight_entry_usd AS
SELECT ledger, id, account, operation, idempotency_key, customer_ref, load_number, load_id, request_id, scope,
  strftime('%Y-%m-%d %H:%M:%f', made_at / 1e6, 'unixepoch') AS made_at,
  strftime('%Y-%m-%d %H:%M:%f', window_time / 1e6, 'unixepoch') AS window_time,
  outcome,
  least / 1e9 AS least_usd,
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

CREATE VIEW IF NOT EXISTS freight_comparison_usd AS
SELECT ledger, id, account,
  strftime('%Y-%m-%d %H:%M:%f', compared_at / 1e6, 'unixepoch') AS compared_at,
  balance / 1e9 AS balance_usd,
  taken / 1e9 AS taken_usd,
  least / 1e9 AS least_usd,
  most / 1e9 AS most_usd,
  recorded / 1e9 AS recorded_usd,
  unexplained / 1e9 AS unexplained_usd
FROM freight_comparison;
