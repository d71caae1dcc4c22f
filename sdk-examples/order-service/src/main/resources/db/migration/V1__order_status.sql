-- What has happened to the load of an order, for PostgreSQL and SQLite.
CREATE TABLE order_status (
  event_id TEXT PRIMARY KEY,        -- a repeated event changes nothing
  reference TEXT NOT NULL,          -- acme/PO-1007
  status TEXT NOT NULL,
  happened_at TIMESTAMP WITH TIME ZONE,
  number INTEGER NOT NULL           -- how many before it: after a silent phone, several have one time
);
CREATE INDEX order_status_reference ON order_status (reference);
