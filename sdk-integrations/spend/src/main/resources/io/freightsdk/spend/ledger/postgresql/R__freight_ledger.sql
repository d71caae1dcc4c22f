-- This script may run any number of times.
-- Times are UTC. Amounts are USD.
-- What calls look for is found by indexes that do not begin with ledger: until somebody has counted the
-- rows of new tables, PostgreSQL takes one that does for as good as the one that finds the row, and
-- would read the whole ledger by it.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR(64) COLLATE "C" NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL,
  last_id  BIGINT NOT NULL,
  last_at  TIMESTAMP(6)
);

-- What is paid at most once: a key of a creation, or one attempt of anything else. outcome is RESERVED
-- while a call is on its way, then NONE, CHARGED or UNKNOWN; after counts_at what is RESERVED is
-- unknown too. amount_usd is the most that it may have cost, which limits count, least_usd the least.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           VARCHAR(64) COLLATE "C" NOT NULL,
  id               BIGINT NOT NULL,
  operation        VARCHAR(64) COLLATE "C" NOT NULL,
  customer_ref     VARCHAR(255) COLLATE "C",
  load_number      VARCHAR(255) COLLATE "C",
  outcome          VARCHAR(8) COLLATE "C" NOT NULL,
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  scopes           TEXT COLLATE "C" NOT NULL,
  made_at          TIMESTAMP(6) NOT NULL,
  counts_at        TIMESTAMP(6) NOT NULL,
  idempotency_key  VARCHAR(255) COLLATE "C",
  request_id       VARCHAR(255) COLLATE "C",
  settled_by       VARCHAR(100) COLLATE "C",
  settled_why      VARCHAR(1000) COLLATE "C",
  PRIMARY KEY (id, ledger)
);
CREATE INDEX IF NOT EXISTS freight_entry_counts ON freight_entry (counts_at, ledger) INCLUDE (amount_usd, scopes);
CREATE INDEX IF NOT EXISTS freight_entry_key ON freight_entry (idempotency_key, ledger);
CREATE INDEX IF NOT EXISTS freight_entry_load ON freight_entry (load_number);
CREATE INDEX IF NOT EXISTS freight_entry_ref ON freight_entry (customer_ref);

-- Money that is set aside for one attempt, and what became of it: what its entry is computed from.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger      VARCHAR(64) COLLATE "C" NOT NULL,
  id          VARCHAR(64) COLLATE "C" NOT NULL,
  entry_id    BIGINT NOT NULL,
  scope       VARCHAR(255) COLLATE "C" NOT NULL,
  price_usd   NUMERIC(19, 9) NOT NULL,
  made_at     TIMESTAMP(6) NOT NULL,
  expires_at  TIMESTAMP(6) NOT NULL,
  outcome     VARCHAR(8) COLLATE "C" NOT NULL,
  ended_at    TIMESTAMP(6),
  settled     BOOLEAN NOT NULL,
  PRIMARY KEY (id, ledger)
);
CREATE INDEX IF NOT EXISTS freight_reservation_entry ON freight_reservation (entry_id, ledger);
CREATE INDEX IF NOT EXISTS freight_reservation_scope ON freight_reservation (scope, ledger, expires_at) INCLUDE (entry_id);

-- What was charged in each scope, with all inside it, and what is reserved or unknown: ever, also of
-- entries that were deleted.
CREATE TABLE IF NOT EXISTS freight_total (
  ledger       VARCHAR(64) COLLATE "C" NOT NULL,
  scope        VARCHAR(255) COLLATE "C" NOT NULL,
  charged_usd  NUMERIC(19, 9) NOT NULL,
  open_usd     NUMERIC(19, 9) NOT NULL,
  PRIMARY KEY (scope, ledger)
);

-- What has left the window of a limit, so that a large ledger is not added up for each call. It may be
-- deleted, and is made anew.
CREATE TABLE IF NOT EXISTS freight_window (
  ledger        VARCHAR(64) COLLATE "C" NOT NULL,
  scope         VARCHAR(255) COLLATE "C" NOT NULL,
  span          VARCHAR(64) COLLATE "C" NOT NULL,
  passed_usd    NUMERIC(19, 9) NOT NULL,
  passed_until  TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (scope, ledger, span)
);

-- The service's balance, what it took since the row before, and what the ledger knows of that time: the
-- least and the most. difference_usd is what that does not explain. The last two are the least and the
-- most of entries of the time after it that were deleted, for the next row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger             VARCHAR(64) COLLATE "C" NOT NULL,
  id                 BIGINT NOT NULL,
  name               VARCHAR(64) COLLATE "C" NOT NULL,
  read_from          TIMESTAMP(6) NOT NULL,
  read_to            TIMESTAMP(6) NOT NULL,
  balance_usd        NUMERIC(19, 9) NOT NULL,
  taken_usd          NUMERIC(19, 9) NOT NULL,
  least_usd          NUMERIC(19, 9) NOT NULL,
  most_usd           NUMERIC(19, 9) NOT NULL,
  difference_usd     NUMERIC(19, 9) NOT NULL,
  deleted_least_usd  NUMERIC(19, 9) NOT NULL,
  deleted_most_usd   NUMERIC(19, 9) NOT NULL,
  PRIMARY KEY (ledger, id)
);
