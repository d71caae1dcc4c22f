-- One row for each set of books. Every change locks it first, so that changes of one set of books
-- follow each other, in however many processes they are made.
CREATE TABLE IF NOT EXISTS freight_spend_book (
  book         VARCHAR(64)     NOT NULL PRIMARY KEY,
  version      BIGINT          NOT NULL,
  clock_ms     BIGINT          NOT NULL,
  last_debit   BIGINT          NOT NULL,
  last_entry   BIGINT          NOT NULL,
  opening_usd  NUMERIC(28, 12),
  adjusted_usd NUMERIC(28, 12) NOT NULL,
  charged_usd  NUMERIC(28, 12) NOT NULL
);

-- What a scope has set aside and spent. Debits up to since_debit were forgotten.
CREATE TABLE IF NOT EXISTS freight_spend_scope (
  book        VARCHAR(64)     NOT NULL,
  scope       VARCHAR(255)    NOT NULL,
  since_debit BIGINT          NOT NULL,
  held_usd    NUMERIC(28, 12) NOT NULL,
  spent_usd   NUMERIC(28, 12) NOT NULL,
  PRIMARY KEY (book, scope)
);

-- Running sum of a sliding window: debits that were spent after swept_ms.
CREATE TABLE IF NOT EXISTS freight_spend_window (
  book      VARCHAR(64)     NOT NULL,
  scope     VARCHAR(255)    NOT NULL,
  window_ms BIGINT          NOT NULL,
  swept_ms  BIGINT          NOT NULL,
  spent_usd NUMERIC(28, 12) NOT NULL,
  PRIMARY KEY (book, scope, window_ms)
);

-- Money that the service takes at most once: of one idempotency key, or of one call without a key.
CREATE TABLE IF NOT EXISTS freight_spend_debit (
  book            VARCHAR(64)     NOT NULL,
  id              BIGINT          NOT NULL,
  idempotency_key VARCHAR(255),
  operation       VARCHAR(64)     NOT NULL,
  scope           VARCHAR(255)    NOT NULL,
  first_seen_ms   BIGINT          NOT NULL,
  abandoned_ms    BIGINT          NOT NULL,
  calls           INTEGER         NOT NULL,
  held_usd        NUMERIC(28, 12) NOT NULL,
  spent_usd       NUMERIC(28, 12) NOT NULL,
  spent_ms        BIGINT          NOT NULL,
  charged         BOOLEAN         NOT NULL,
  unknown_entry   BIGINT,
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_spend_debit_key ON freight_spend_debit (book, idempotency_key);
CREATE INDEX IF NOT EXISTS freight_spend_debit_spent ON freight_spend_debit (book, spent_ms);
CREATE INDEX IF NOT EXISTS freight_spend_debit_calls ON freight_spend_debit (book, calls);

-- The ledger: one row for each paid attempt.
CREATE TABLE IF NOT EXISTS freight_spend_entry (
  book            VARCHAR(64)              NOT NULL,
  id              BIGINT                   NOT NULL,
  debit           BIGINT                   NOT NULL,
  at              TIMESTAMP WITH TIME ZONE NOT NULL,
  operation       VARCHAR(64)              NOT NULL,
  load_number     VARCHAR(255),
  idempotency_key VARCHAR(255),
  request_id      VARCHAR(255),
  attempt         INTEGER                  NOT NULL,
  outcome         VARCHAR(16)              NOT NULL,
  amount_usd      NUMERIC(28, 12)          NOT NULL,
  scope           VARCHAR(255)             NOT NULL,
  PRIMARY KEY (book, id)
);
CREATE INDEX IF NOT EXISTS freight_spend_entry_outcome ON freight_spend_entry (book, outcome);
CREATE INDEX IF NOT EXISTS freight_spend_entry_load ON freight_spend_entry (book, load_number);
CREATE INDEX IF NOT EXISTS freight_spend_entry_at ON freight_spend_entry (book, at);
