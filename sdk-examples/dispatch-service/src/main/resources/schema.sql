CREATE TABLE IF NOT EXISTS dispatch_order (
  order_id VARCHAR(64) PRIMARY KEY,
  customer VARCHAR(64) NOT NULL,
  status VARCHAR(32) NOT NULL,
  load_number VARCHAR(64) UNIQUE,
  tracking_link VARCHAR(512)
);
CREATE TABLE IF NOT EXISTS dispatch_event (
  order_id VARCHAR(64) NOT NULL REFERENCES dispatch_order,
  what VARCHAR(64) NOT NULL,
  happened_at TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (order_id, what)
);
