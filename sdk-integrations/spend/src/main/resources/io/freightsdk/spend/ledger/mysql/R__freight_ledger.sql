-- This script may run any number of times.
-- Times are UTC. Amounts are USD.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR(64) NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL,
  last_id  BIGINT NOT NULL,
  last_at  DATETIME(6)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- What is paid at most once: a key of a creation, or one attempt of anything else. outcome is RESERVED
-- while a call is on its way, then NONE, CHARGED or UNKNOWN; after counts_at what is RESERVED is
-- unknown too. amount_usd is the most that it may have cost, which limits count, least_usd the least.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           VARCHAR(64) NOT NULL,
  id               BIGINT NOT NULL,
  operation        VARCHAR(64) NOT NULL,
  customer_ref     VARCHAR(255),
  load_number      VARCHAR(255),
  outcome          VARCHAR(8) NOT NULL,
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  scopes           TEXT NOT NULL,
  made_at          DATETIME(6) NOT NULL,
  counts_at        DATETIME(6) NOT NULL,
  idempotency_key  VARCHAR(255),
  request_id       VARCHAR(255),
  settled_by       VARCHAR(100),
  settled_why      VARCHAR(1000),
  PRIMARY KEY (ledger, id),
  INDEX freight_entry_counts (ledger, counts_at),
  INDEX freight_entry_key (ledger, idempotency_key),
  INDEX freight_entry_load (load_number),
  INDEX freight_entry_ref (customer_ref)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- Money that is set aside for one attempt, and what became of it: what its entry is computed from.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger      VARCHAR(64) NOT NULL,
  id          VARCHAR(64) NOT NULL,
  entry_id    BIGINT NOT NULL,
  scope       VARCHAR(255) NOT NULL,
  price_usd   NUMERIC(19, 9) NOT NULL,
  made_at     DATETIME(6) NOT NULL,
  expires_at  DATETIME(6) NOT NULL,
  outcome     VARCHAR(8) NOT NULL,
  ended_at    DATETIME(6),
  settled     BOOLEAN NOT NULL,
  PRIMARY KEY (ledger, id),
  INDEX freight_reservation_entry (ledger, entry_id),
  INDEX freight_reservation_scope (ledger, scope, expires_at, entry_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- What was charged in each scope, with all inside it, and what is reserved or unknown: ever, also of
-- entries that were deleted.
CREATE TABLE IF NOT EXISTS freight_total (
  ledger       VARCHAR(64) NOT NULL,
  scope        VARCHAR(255) NOT NULL,
  charged_usd  NUMERIC(19, 9) NOT NULL,
  open_usd     NUMERIC(19, 9) NOT NULL,
  PRIMARY KEY (ledger, scope)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- What has left the window of a limit, so that a large ledger is not added up for each call. It may be
-- deleted, and is made anew.
CREATE TABLE IF NOT EXISTS freight_window (
  ledger        VARCHAR(64) NOT NULL,
  scope         VARCHAR(255) NOT NULL,
  span          VARCHAR(64) NOT NULL,
  passed_usd    NUMERIC(19, 9) NOT NULL,
  passed_until  DATETIME(6) NOT NULL,
  PRIMARY KEY (ledger, scope, span)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;

-- The service's balance, what it took since the row before, and what the ledger knows of that time: the
-- least and the most. difference_usd is what that does not explain. The last two are the least and the
-- most of entries of the time after it that were deleted, for the next row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger             VARCHAR(64) NOT NULL,
  id                 BIGINT NOT NULL,
  name               VARCHAR(64) NOT NULL,
  read_from          DATETIME(6) NOT NULL,
  read_to            DATETIME(6) NOT NULL,
  balance_usd        NUMERIC(19, 9) NOT NULL,
  taken_usd          NUMERIC(19, 9) NOT NULL,
  least_usd          NUMERIC(19, 9) NOT NULL,
  most_usd           NUMERIC(19, 9) NOT NULL,
  difference_usd     NUMERIC(19, 9) NOT NULL,
  deleted_least_usd  NUMERIC(19, 9) NOT NULL,
  deleted_most_usd   NUMERIC(19, 9) NOT NULL,
  PRIMARY KEY (ledger, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB;
