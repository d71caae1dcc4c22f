CREATE TABLE IF NOT EXISTS dispatch_order (
  order_id VARCHAR(64) PRIMARY KEY,
  load_number VARCHAR(32) NOT NULL,
  tracking_link VARCHAR(200),
  status VARCHAR(32) NOT NULL
);
