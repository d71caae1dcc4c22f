-- This script may run any number of times.
-- Times are UTC. Amounts are USD.

-- One row for each ledger. Every change locks it first, so that changes of one ledger follow each
-- other, in however many processes they are made.
CREATE TABLE IF NOT EXISTS freight_ledger (
  ledger   VARCHAR_CASESENSITIVE(64) NOT NULL PRIMARY KEY,
  changes  BIGINT NOT NULL,
  last_id  BIGINT NOT NULL,
  last_at  TIMESTAMP(6)
);

-- What is paid at most once: a key of a creation, or one attempt of anything else. outcome is RESERVED
-- while a call is on its way, then NONE, CHARGED or UNKNOWN; after counts_at what is RESERVED is
-- unknown too. amount_usd is the most that it may have cost, which limits count, least_usd the least.
CREATE TABLE IF NOT EXISTS freight_entry (
  ledger           VARCHAR_CASESENSITIVE(64) NOT NULL,
  id               BIGINT NOT NULL,
  operation        VARCHAR_CASESENSITIVE(64) NOT NULL,
  customer_ref     VARCHAR_CASESENSITIVE(255),
  load_number      VARCHAR_CASESENSITIVE(255),
  outcome          VARCHAR_CASESENSITIVE(8) NOT NULL,
  amount_usd       NUMERIC(19, 9) NOT NULL,
  least_usd        NUMERIC(19, 9) NOT NULL,
  scopes           VARCHAR_CASESENSITIVE(100000) NOT NULL,
  made_at          TIMESTAMP(6) NOT NULL,
  counts_at        TIMESTAMP(6) NOT NULL,
  idempotency_key  VARCHAR_CASESENSITIVE(255),
  request_id       VARCHAR_CASESENSITIVE(255),
  settled_by       VARCHAR_CASESENSITIVE(100),
  settled_why      VARCHAR_CASESENSITIVE(1000),
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_entry_counts ON freight_entry (ledger, counts_at);
CREATE INDEX IF NOT EXISTS freight_entry_key ON freight_entry (ledger, idempotency_key);
CREATE INDEX IF NOT EXISTS freight_entry_load ON freight_entry (load_number);
CREATE INDEX IF NOT EXISTS freight_entry_ref ON freight_entry (customer_ref);

-- Money that is set aside for one attempt, and what became of it: what its entry is computed from.
CREATE TABLE IF NOT EXISTS freight_reservation (
  ledger      VARCHAR_CASESENSITIVE(64) NOT NULL,
  id          VARCHAR_CASESENSITIVE(64) NOT NULL,
  entry_id    BIGINT NOT NULL,
  scope       VARCHAR_CASESENSITIVE(255) NOT NULL,
  price_usd   NUMERIC(19, 9) NOT NULL,
  made_at     TIMESTAMP(6) NOT NULL,
  expires_at  TIMESTAMP(6) NOT NULL,
  outcome     VARCHAR_CASESENSITIVE(8) NOT NULL,
  ended_at    TIMESTAMP(6),
  settled     BOOLEAN NOT NULL,
  PRIMARY KEY (ledger, id)
);
CREATE INDEX IF NOT EXISTS freight_reservation_entry ON freight_reservation (ledger, entry_id);
CREATE INDEX IF NOT EXISTS freight_reservation_scope ON freight_reservation (ledger, scope, expires_at, entry_id);

-- What was charged in each scope, with all inside it, and what is reserved or unknown: ever, also of
-- entries that were deleted.
CREATE TABLE IF NOT EXISTS freight_total (
  ledger       VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope        VARCHAR_CASESENSITIVE(255) NOT NULL,
  charged_usd  NUMERIC(19, 9) NOT NULL,
  open_usd     NUMERIC(19, 9) NOT NULL,
  PRIMARY KEY (ledger, scope)
);

-- What has left the window of a limit, so that a large ledger is not added up for each call. It may be
-- deleted, and is made anew.
CREATE TABLE IF NOT EXISTS freight_window (
  ledger        VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope         VARCHAR_CASESENSITIVE(255) NOT NULL,
  span          VARCHAR_CASESENSITIVE(64) NOT NULL,
  passed_usd    NUMERIC(19, 9) NOT NULL,
  passed_until  TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (ledger, scope, span)
);

-- The service's balance, what it took since the row before, and what the ledger knows of that time: the
-- least and the most. difference_usd is what that does not explain. The last two are the least and the
-- most of entries of the time after it that were deleted, for the next row.
CREATE TABLE IF NOT EXISTS freight_comparison (
  ledger             VARCHAR_CASESENSITIVE(64) NOT NULL,
  id                 BIGINT NOT NULL,
  name               VARCHAR_CASESENSITIVE(64) NOT NULL,
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
