-- model duplicate-identity  prices=us-east-1/on-demand
CREATE TABLE review (  -- rows=10000
  product_id  ulid NOT NULL REFERENCES product,  -- per=10 max=1000
  customer_id ulid NOT NULL REFERENCES customer,  -- per=1 max=1000
  created_at  timestamp(0) NOT NULL,
  stars       int NOT NULL CHECK (stars BETWEEN 1 AND 5),
  PRIMARY KEY (product_id, customer_id)
);
CREATE TABLE product (  -- rows=1000
  product_id ulid PRIMARY KEY
);
CREATE TABLE customer (  -- rows=10000
  customer_id ulid PRIMARY KEY
);
-- question reviews rate=1/s
SELECT * FROM review WHERE product_id = :product ORDER BY created_at DESC LIMIT 10;
-- write list rate=1/s
INSERT INTO product;
-- write join rate=1/s
INSERT INTO customer;
-- write review rate=1/s
INSERT INTO review;
