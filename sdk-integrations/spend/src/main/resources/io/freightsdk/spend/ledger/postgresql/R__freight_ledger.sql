-- This script may run any number of times.
-- Indexes are looked for before they are created: CREATE INDEX IF NOT EXISTS locks its table first, so it would wait
-- for each open transaction, and everyone else who uses the table would wait behind it. What is missing waits two
-- seconds at most, then the script fails and may run again. A block is in quotes because some tools know no other.
-- Amounts are billionths of a USD and times microseconds since 1970; the views at the end have USD and UTC.
-- What calls look for is found by indexes that do not begin with the ledger: until somebody has counted the rows of
-- new or restored tables, PostgreSQL takes one that does for as good as the one that finds the row, and reads the
-- whole ledger by it.

-- One row for each ledger. Each change begins by incrementing the count, so that changes of one ledger follow
-- each other, in however many processes they are made. The new count is the number of the change, and of the
-- entry or comparison that it makes.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR(64) COLLATE "C" NOT NULL PRIMARY KEY,
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
  ledger           VARCHAR(64) COLLATE "C" NOT NULL,
  id               BIGINT NOT NULL,
  account          VARCHAR(255) COLLATE "C" NOT NULL,
  operation        VARCHAR(64) COLLATE "C" NOT NULL,
  idempotency_key  VARCHAR(255) COLLATE "C",
  repeats          BOOLEAN NOT NULL,
  customer_ref     VARCHAR(255) COLLATE "C",
  load_number      VARCHAR(255) COLLATE "C",
  load_id          VARCHAR(255) COLLATE "C",
  tracking_link    VARCHAR(2000) COLLATE "C",
  request_id       VARCHAR(255) COLLATE "C",
  scope            VARCHAR(255) COLLATE "C" NOT NULL,
  made_at          BIGINT NOT NULL,
  window_time      BIGINT NOT NULL,
  outcome          VARCHAR(8) COLLATE "C" NOT NULL,
  least            BIGINT NOT NULL,
  amount           BIGINT NOT NULL,
  refunded         BIGINT NOT NULL,
  settled_by       VARCHAR(100) COLLATE "C",
  settled_why      VARCHAR(1000) COLLATE "C",
  PRIMARY KEY (id, ledger)
);
DO '
BEGIN
  SET LOCAL lock_timeout = ''2s'';
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_entry''::regclass AND relname = ''freight_entry_counts'') THEN
    CREATE INDEX IF NOT EXISTS freight_entry_counts ON freight_entry (window_time, ledger);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_entry''::regclass AND relname = ''freight_entry_key'') THEN
    CREATE INDEX IF NOT EXISTS freight_entry_key ON freight_entry (account, idempotency_key, ledger);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_entry''::regclass AND relname = ''freight_entry_bought'') THEN
    CREATE INDEX IF NOT EXISTS freight_entry_bought ON freight_entry (load_id, ledger);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_entry''::regclass AND relname = ''freight_entry_load'') THEN
    CREATE INDEX IF NOT EXISTS freight_entry_load ON freight_entry (load_number, ledger);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_entry''::regclass AND relname = ''freight_entry_ref'') THEN
    CREATE INDEX IF NOT EXISTS freight_entry_ref ON freight_entry (customer_ref, ledger);
  END IF;
END';

-- Money that is set aside for a call, and what became of it: what its entry is computed from. made_in and
-- ended_in are the numbers of the changes that stored them, so the order of calls does not hang on a clock.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger        VARCHAR(64) COLLATE "C" NOT NULL,
  id            VARCHAR(64) COLLATE "C" NOT NULL,
  entry_id      BIGINT NOT NULL,
  scope         VARCHAR(255) COLLATE "C" NOT NULL,
  price         BIGINT NOT NULL,
  made_in       BIGINT NOT NULL,
  made_at       BIGINT NOT NULL,
  unknown_from  BIGINT NOT NULL,
  outcome       VARCHAR(8) COLLATE "C" NOT NULL,
  ended_in      BIGINT NOT NULL,
  ended_at      BIGINT NOT NULL,
  settled       BOOLEAN NOT NULL,
  PRIMARY KEY (id, ledger),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
DO '
BEGIN
  SET LOCAL lock_timeout = ''2s'';
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_reservation''::regclass AND relname = ''freight_reservation_entry'') THEN
    CREATE INDEX IF NOT EXISTS freight_reservation_entry ON freight_reservation (entry_id, ledger);
  END IF;
END';

-- The amount of an entry, once for its own scope and once for each scope around it. A limit caps the sum of these
-- amounts since the begin of its window.
CREATE TABLE IF NOT EXISTS freight_amount (
  ledger       VARCHAR(64) COLLATE "C" NOT NULL,
  entry_id     BIGINT NOT NULL,
  scope        VARCHAR(255) COLLATE "C" NOT NULL,
  operation    VARCHAR(64) COLLATE "C" NOT NULL,
  window_time  BIGINT NOT NULL,
  outcome      VARCHAR(8) COLLATE "C" NOT NULL,
  amount       BIGINT NOT NULL,
  PRIMARY KEY (entry_id, scope, ledger),
  FOREIGN KEY (ledger, entry_id) REFERENCES freight_entry (ledger, id) ON DELETE CASCADE
);
DO '
BEGIN
  SET LOCAL lock_timeout = ''2s'';
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_amount''::regclass AND relname = ''freight_amount_counts'') THEN
    CREATE INDEX IF NOT EXISTS freight_amount_counts ON freight_amount (scope, ledger, window_time, operation, amount);
  END IF;
END';

-- The sum of the amounts of purged entries, for each scope and operation.
CREATE TABLE IF NOT EXISTS freight_purged (
  ledger     VARCHAR(64) COLLATE "C" NOT NULL,
  scope      VARCHAR(255) COLLATE "C" NOT NULL,
  operation  VARCHAR(64) COLLATE "C" NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (ledger, scope, operation)
);

-- What comparisons count of purged entries, for each account.
CREATE TABLE IF NOT EXISTS freight_purged_account (
  ledger   VARCHAR(64) COLLATE "C" NOT NULL,
  account  VARCHAR(255) COLLATE "C" NOT NULL,
  least    BIGINT NOT NULL,
  most     BIGINT NOT NULL,
  PRIMARY KEY (ledger, account)
);

-- By how much a balance changed other than by calls, as a person recorded it: a top-up, the refund of an entry, or a
-- difference that is explained. Above 0 the balance rose.
CREATE TABLE IF NOT EXISTS freight_adjustment (
  ledger       VARCHAR(64) COLLATE "C" NOT NULL,
  id           VARCHAR(64) COLLATE "C" NOT NULL,
  account      VARCHAR(255) COLLATE "C" NOT NULL,
  recorded_at  BIGINT NOT NULL,
  amount       BIGINT NOT NULL,
  recorded_by  VARCHAR(100) COLLATE "C" NOT NULL,
  why          VARCHAR(1000) COLLATE "C" NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- A comparison of an account's balance with its entries. known_least, known_most and known_recorded are of the whole
-- ledger; taken, least, most, recorded and unexplained are since the account's first row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger          VARCHAR(64) COLLATE "C" NOT NULL,
  id              BIGINT NOT NULL,
  account         VARCHAR(255) COLLATE "C" NOT NULL,
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
DO '
BEGIN
  SET LOCAL lock_timeout = ''2s'';
  IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ''freight_comparison''::regclass AND relname = ''freight_comparison_account'') THEN
    CREATE INDEX IF NOT EXISTS freight_comparison_account ON freight_comparison (ledger, account, id);
  END IF;
END';

-- For people, in USD and UTC: entries, what each scope has spent and holds, and comparisons.
CREATE OR REPLACE VIEW freight_entry_usd AS
SELECT ledger, id, account, operation, idempotency_key, customer_ref, load_number, load_id, request_id, scope,
  TIMESTAMP '1970-01-01' + made_at * INTERVAL '1 microsecond' AS made_at,
  TIMESTAMP '1970-01-01' + window_time * INTERVAL '1 microsecond' AS window_time,
  outcome,
  CAST(least / 1e9 AS NUMERIC(19, 9)) AS least_usd,
  CAST(amount / 1e9 AS NUMERIC(19, 9)) AS amount_usd,
  CAST(refunded / 1e9 AS NUMERIC(19, 9)) AS refunded_usd,
  settled_by, settled_why
FROM freight_entry;

CREATE OR REPLACE VIEW freight_scope_usd AS
SELECT ledger, scope,
  CAST(SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) / 1e9 AS NUMERIC(19, 9)) AS charged_usd,
  CAST(SUM(CASE WHEN outcome <> 'CHARGED' THEN amount ELSE 0 END) / 1e9 AS NUMERIC(19, 9)) AS open_usd
FROM (
  SELECT ledger, scope, outcome, amount FROM freight_amount
  UNION ALL SELECT ledger, scope, 'CHARGED' AS outcome, amount FROM freight_purged) counted
GROUP BY ledger, scope;

CREATE OR REPLACE VIEW freight_comparison_usd AS
SELECT ledger, id, account,
  TIMESTAMP '1970-01-01' + compared_at * INTERVAL '1 microsecond' AS compared_at,
  CAST(balance / 1e9 AS NUMERIC(19, 9)) AS balance_usd,
  CAST(taken / 1e9 AS NUMERIC(19, 9)) AS taken_usd,
  CAST(least / 1e9 AS NUMERIC(19, 9)) AS least_usd,
  CAST(most / 1e9 AS NUMERIC(19, 9)) AS most_usd,
  CAST(recorded / 1e9 AS NUMERIC(19, 9)) AS recorded_usd,
  CAST(unexplained / 1e9 AS NUMERIC(19, 9)) AS unexplained_usd
FROM freight_comparison;
