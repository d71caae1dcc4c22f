ALTER TABLE shipment ADD COLUMN load_number VARCHAR(64);
