-- For PostgreSQL and SQLite. The tables of the jobs, which have the orders and their loads, of the ledger and of the
-- shared positions are made by the starter.
CREATE TABLE IF NOT EXISTS order_status (
  reference TEXT NOT NULL,          -- acme/PO-1007
  status TEXT NOT NULL,
  happened_at TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (reference, status)   -- told twice it is one row
);
