CREATE TABLE IF NOT EXISTS dispatch_order (
  order_id VARCHAR(64) PRIMARY KEY,
  customer VARCHAR(64) NOT NULL,
  status VARCHAR(32) NOT NULL
);
