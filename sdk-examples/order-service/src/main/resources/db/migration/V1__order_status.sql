-- What has happened to the load of an order, for PostgreSQL and SQLite.
CREATE TABLE order_status (
  reference TEXT NOT NULL,          -- acme/PO-1007
  status TEXT NOT NULL,
  happened_at TIMESTAMP WITH TIME ZONE,
  told INTEGER NOT NULL,            -- how many before it: after a silent phone, several have one time
  PRIMARY KEY (reference, status)   -- told twice it is one row
);
