-- For PostgreSQL and SQLite. The tables of the jobs, the ledger and the shared positions are made by the starter.
CREATE TABLE IF NOT EXISTS orders (
  reference TEXT PRIMARY KEY,       -- acme/PO-1007
  customer TEXT NOT NULL,           -- acme
  number TEXT NOT NULL,             -- PO-1007
  fingerprint TEXT NOT NULL,        -- of its content
  status TEXT,                      -- of its load; null until it has one
  load_number TEXT UNIQUE,
  tracking_link TEXT,
  UNIQUE (customer, number)         -- the order of the list
);
CREATE TABLE IF NOT EXISTS order_status (
  reference TEXT NOT NULL REFERENCES orders,
  status TEXT NOT NULL,
  happened_at TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (reference, status)   -- told twice it is one row
);
