-- One row for each set of books. Every change locks it first, so that changes of one set of books
-- follow each other, in however many processes they are made. Times are microseconds since 1970 by
-- the clock of the database, amounts billionths of a USD, unless the name says otherwise.
-- Texts are told apart by case even where IGNORECASE is set: scopes that differ in it are two.
CREATE TABLE IF NOT EXISTS freight_spend_book (
  book             VARCHAR_CASESENSITIVE(64) NOT NULL PRIMARY KEY,
  version          BIGINT NOT NULL,
  clock_us         BIGINT NOT NULL,
  last_reservation BIGINT NOT NULL,
  last_entry       BIGINT NOT NULL,
  opening_nano     BIGINT,
  opened_at        BIGINT NOT NULL,
  adjusted_nano    BIGINT NOT NULL,
  dropped_us       BIGINT NOT NULL
);

-- What a scope holds and has spent, and what its entries add up to, by operation.
CREATE TABLE IF NOT EXISTS freight_spend_scope (
  book              VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope             VARCHAR_CASESENSITIVE(255) NOT NULL,
  operation         VARCHAR_CASESENSITIVE(64) NOT NULL,
  held_nano         BIGINT NOT NULL,
  spent_nano        BIGINT NOT NULL,
  charged_nano      BIGINT NOT NULL,
  unknown_nano      BIGINT NOT NULL,
  charged_count     BIGINT NOT NULL,
  not_charged_count BIGINT NOT NULL,
  unknown_count     BIGINT NOT NULL,
  forgotten_entry   BIGINT NOT NULL,
  PRIMARY KEY (book, scope, operation)
);

-- The windows that a scope tracks: an ISO 8601 duration, or days of a time zone.
CREATE TABLE IF NOT EXISTS freight_spend_window (
  book  VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope VARCHAR_CASESENSITIVE(255) NOT NULL,
  span  VARCHAR_CASESENSITIVE(64) NOT NULL,
  PRIMARY KEY (book, scope, span)
);

-- A window as slots of time, 257 at most: those that have left it are deleted when another begins.
CREATE TABLE IF NOT EXISTS freight_spend_bucket (
  book  VARCHAR_CASESENSITIVE(64) NOT NULL,
  scope VARCHAR_CASESENSITIVE(255) NOT NULL,
  span  VARCHAR_CASESENSITIVE(64) NOT NULL,
  slot  BIGINT NOT NULL,
  nano  BIGINT NOT NULL,
  PRIMARY KEY (book, scope, span, slot)
);

-- Money that the service takes at most once: of one idempotency key, or of one call without a key.
CREATE TABLE IF NOT EXISTS freight_spend_reservation (
  book            VARCHAR_CASESENSITIVE(64) NOT NULL,
  id              BIGINT NOT NULL,
  idempotency_key VARCHAR_CASESENSITIVE(255),
  operation       VARCHAR_CASESENSITIVE(64) NOT NULL,
  paths           VARCHAR_CASESENSITIVE(1000000) NOT NULL,
  state           VARCHAR_CASESENSITIVE(16) NOT NULL,
  nano            BIGINT NOT NULL,
  least_nano      BIGINT NOT NULL,
  calls           VARCHAR_CASESENSITIVE(1000000) NOT NULL,
  ends_us         BIGINT NOT NULL,
  lost_us         BIGINT NOT NULL,
  unknown_entry   BIGINT NOT NULL,
  counted_us      BIGINT NOT NULL,
  first_seen_us   BIGINT NOT NULL,
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_spend_reservation_key ON freight_spend_reservation (book, idempotency_key);
CREATE INDEX IF NOT EXISTS freight_spend_reservation_ends ON freight_spend_reservation (book, ends_us);
CREATE INDEX IF NOT EXISTS freight_spend_reservation_state ON freight_spend_reservation (book, state);

-- The ledger: one row for each paid attempt.
CREATE TABLE IF NOT EXISTS freight_spend_entry (
  book            VARCHAR_CASESENSITIVE(64) NOT NULL,
  id              BIGINT NOT NULL,
  at_us           BIGINT NOT NULL,
  operation       VARCHAR_CASESENSITIVE(64) NOT NULL,
  load_number     VARCHAR_CASESENSITIVE(255),
  idempotency_key VARCHAR_CASESENSITIVE(255),
  request_id      VARCHAR_CASESENSITIVE(255),
  attempt         INTEGER NOT NULL,
  outcome         VARCHAR_CASESENSITIVE(16) NOT NULL,
  amount_usd      NUMERIC(19, 9) NOT NULL,
  scope           VARCHAR_CASESENSITIVE(255) NOT NULL,
  reservation     BIGINT NOT NULL,
  call_token      VARCHAR_CASESENSITIVE(64) NOT NULL,
  counted_us      BIGINT NOT NULL,
  paths           VARCHAR_CASESENSITIVE(1000000) NOT NULL,
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_spend_entry_outcome ON freight_spend_entry (book, outcome);
CREATE INDEX IF NOT EXISTS freight_spend_entry_load ON freight_spend_entry (book, load_number);
CREATE INDEX IF NOT EXISTS freight_spend_entry_at ON freight_spend_entry (book, at_us);

CREATE TABLE IF NOT EXISTS freight_spend_schema (
  version INTEGER NOT NULL PRIMARY KEY
);
INSERT INTO freight_spend_schema (version) VALUES (1);
