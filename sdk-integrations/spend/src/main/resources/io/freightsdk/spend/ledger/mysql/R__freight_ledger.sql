-- This script may run any number of times.
-- Amounts are billionths of a USD and times microseconds since 1970; the views at the end have USD and UTC.

-- One row for each ledger. Each change begins by incrementing the count, so that changes of one ledger follow
-- each other, in however many processes they are made. The new count is the number of the change, and of the
-- entry or comparison that it makes.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR(64) NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- A purchase that the service charges at most once: all attempts under one key of a creation, or one attempt of
-- anything else. outcome is RESERVED while a call is in progress, then NONE, CHARGED or UNKNOWN; an entry that is
-- still RESERVED after window_time is unknown too. A limit whose period begins after window_time does not count
-- the entry. amount is the most that it may have cost, which limits count, least the least. account is a digest of the service's
-- address and of the agent key or the account's name: what is known of a key or a load is true there only.
-- refunded is what it counted before the service gave it back; its amounts are 0 then.
-- repeats: an entry of the key before it may have been charged, as after a day or if another load was named.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           VARCHAR(64) NOT NULL,
  id               BIGINT NOT NULL,
  account          VARCHAR(255) NOT NULL,
  operation        VARCHAR(64) NOT NULL,
  idempotency_key  VARCHAR(255),
  repeats          BOOLEAN NOT NULL,
  customer_ref     VARCHAR(255),
  load_number      VARCHAR(255),
  load_id          VARCHAR(255),
  tracking_link    VARCHAR(2000),
  request_id       VARCHAR(255),
  scope            VARCHAR(255) NOT NULL,
  made_at          BIGINT NOT NULL,
  window_time      BIGINT NOT NULL,
  outcome          VARCHAR(8) NOT NULL,
  least            BIGINT NOT NULL,
  amount           BIGINT NOT NULL,
  refunded         BIGINT NOT NULL,
  settled_by       VARCHAR(100),
  settled_why      VARCHAR(1000),
  PRIMARY KEY (ledger, id),
  INDEX freight_entry_counts (ledger, window_time),
  INDEX freight_entry_key (ledger, account, idempotency_key),
  INDEX freight_entry_bought (ledger, load_id),
  INDEX freight_entry_load (ledger, load_number),
  INDEX freight_entry_ref (ledger, customer_ref)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- Money that is set aside for a call, and what became of it: what its entry is computed from. made_in and
-- ended_in are the numbers of the changes that stored them, so the order of calls does not hang on a clock.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger        VARCHAR(64) NOT NULL,
  id            VARCHAR(64) NOT NULL,
  entry_id      BIGINT NOT NULL,
  scope         VARCHAR(255) NOT NULL,
  price         BIGINT NOT NULL,
  made_in       BIGINT NOT NULL,
  made_at       BIGINT NOT NULL,
  unknown_from  BIGINT NOT NULL,
  outcome       VARCHAR(8) NOT NULL,
  ended_in      BIGINT NOT NULL,
  ended_at      BIGINT NOT NULL,
  settled       BOOLEAN NOT NULL,
  PRIMARY KEY (ledger, id),
  INDEX freight_reservation_entry (ledger, entry_id),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- The amount of an entry, once for its own scope and once for each scope around it. A limit caps the sum of these
-- amounts since the begin of its window.
CREATE TABLE IF NOT EXISTS freight_amount (
  ledger       VARCHAR(64) NOT NULL,
  entry_id     BIGINT NOT NULL,
  scope        VARCHAR(255) NOT NULL,
  operation    VARCHAR(64) NOT NULL,
  window_time  BIGINT NOT NULL,
  outcome      VARCHAR(8) NOT NULL,
  amount       BIGINT NOT NULL,
  PRIMARY KEY (ledger, entry_id, scope),
  INDEX freight_amount_counts (ledger, scope, window_time, operation, amount),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- The sum of the amounts of purged entries, for each scope and operation.
CREATE TABLE IF NOT EXISTS freight_purged (
  ledger     VARCHAR(64) NOT NULL,
  scope      VARCHAR(255) NOT NULL,
  operation  VARCHAR(64) NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (ledger, scope, operation)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- What comparisons count of purged entries, for each account.
CREATE TABLE IF NOT EXISTS freight_purged_account (
  ledger   VARCHAR(64) NOT NULL,
  account  VARCHAR(255) NOT NULL,
  least    BIGINT NOT NULL,
  most     BIGINT NOT NULL,
  PRIMARY KEY (ledger, account)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- By how much a balance changed other than by calls, as a person recorded it: a top-up, the refund of an entry, or a
-- difference that is explained. Above 0 the balance rose.
CREATE TABLE IF NOT EXISTS freight_adjustment (
  ledger       VARCHAR(64) NOT NULL,
  id           VARCHAR(64) NOT NULL,
  account      VARCHAR(255) NOT NULL,
  recorded_at  BIGINT NOT NULL,
  amount       BIGINT NOT NULL,
  recorded_by  VARCHAR(100) NOT NULL,
  why          VARCHAR(1000) NOT NULL,
  PRIMARY KEY (ledger, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- A comparison of an account's balance with its entries. known_least, known_most and known_recorded are of the whole
-- ledger; taken, least, most, recorded and unexplained are since the account's first row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger          VARCHAR(64) NOT NULL,
  id              BIGINT NOT NULL,
  account         VARCHAR(255) NOT NULL,
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
  PRIMARY KEY (ledger, id),
  INDEX freight_comparison_account (ledger, account, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- For people, in USD and UTC: entries, what each scope has spent and holds, and comparisons.
CREATE OR REPLACE VIEW freight_entry_usd AS
SELECT ledger, id, account, operation, idempotency_key, customer_ref, load_number, load_id, request_id, scope,
  TIMESTAMPADD(MICROSECOND, made_at, '1970-01-01') AS made_at,
  TIMESTAMPADD(MICROSECOND, window_time, '1970-01-01') AS window_time,
  outcome,
  CAST(least / 1000000000.000000000 AS DECIMAL(19, 9)) AS least_usd,
  CAST(amount / 1000000000.000000000 AS DECIMAL(19, 9)) AS amount_usd,
  CAST(refunded / 1000000000.000000000 AS DECIMAL(19, 9)) AS refunded_usd,
  settled_by, settled_why
FROM freight_entry;

CREATE OR REPLACE VIEW freight_scope_usd AS
SELECT ledger, scope,
  CAST(SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) / 1000000000.000000000 AS DECIMAL(19, 9)) AS charged_usd,
  CAST(SUM(CASE WHEN outcome <> 'CHARGED' THEN amount ELSE 0 END) / 1000000000.000000000 AS DECIMAL(19, 9)) AS open_usd
FROM (
  SELECT ledger, scope, outcome, amount FROM freight_amount
  UNION ALL SELECT ledger, scope, 'CHARGED' AS outcome, amount FROM freight_purged) counted
GROUP BY ledger, scope;

CREATE OR REPLACE VIEW freight_comparison_usd AS
SELECT ledger, id, account,
  TIMESTAMPADD(MICROSECOND, compared_at, '1970-01-01') AS compared_at,
  CAST(balance / 1000000000.000000000 AS DECIMAL(19, 9)) AS balance_usd,
  CAST(taken / 1000000000.000000000 AS DECIMAL(19, 9)) AS taken_usd,
  CAST(least / 1000000000.000000000 AS DECIMAL(19, 9)) AS least_usd,
  CAST(most / 1000000000.000000000 AS DECIMAL(19, 9)) AS most_usd,
  CAST(recorded / 1000000000.000000000 AS DECIMAL(19, 9)) AS recorded_usd,
  CAST(unexplained / 1000000000.000000000 AS DECIMAL(19, 9)) AS unexplained_usd
FROM freight_comparison;
