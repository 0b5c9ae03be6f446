-- Customers order products; an order has one invoice and ships from one or more warehouses.
-- model online-shop  prices=us-east-1/on-demand
CREATE TABLE customer (                   -- rows=200k
  customer_id ulid PRIMARY KEY,
  email       varchar(120) NOT NULL,      -- avg=24
  name        varchar(80) NOT NULL        -- avg=16
);
CREATE TABLE product (                    -- rows=20k
  product_id ulid PRIMARY KEY,
  price      numeric(9,2) NOT NULL CHECK (price BETWEEN 0 AND 9999999.99),
  detail     json                         -- avg=600
);
CREATE TABLE warehouse (                  -- rows=40
  warehouse_id char(4) PRIMARY KEY,
  address      json                       -- avg=120
);
CREATE TABLE stock (                      -- rows=200k
  product_id   ulid NOT NULL REFERENCES product,       -- per=10 max=40
  warehouse_id char(4) NOT NULL REFERENCES warehouse,  -- per=5000 max=20000
  quantity     int NOT NULL CHECK (quantity BETWEEN 0 AND 9999999),
  PRIMARY KEY (product_id, warehouse_id)
);
CREATE TABLE orders (                     -- rows=2M
  order_id    ulid PRIMARY KEY,
  customer_id ulid NOT NULL REFERENCES customer,  -- per=10 max=2000
  placed_at   timestamp(0) NOT NULL
);
CREATE TABLE order_item (                 -- rows=5M
  order_id    ulid NOT NULL REFERENCES orders,    -- per=3 max=100
  line        int NOT NULL CHECK (line BETWEEN 1 AND 999),
  product_id  ulid NOT NULL REFERENCES product,   -- per=250
  customer_id ulid NOT NULL REFERENCES customer,  -- per=25
  placed_at   timestamp(0) NOT NULL,
  price       numeric(9,2) NOT NULL CHECK (price BETWEEN 0 AND 9999999.99),
  quantity    int NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  PRIMARY KEY (order_id, line)
);
CREATE TABLE invoice (                    -- rows=2M
  invoice_id  ulid PRIMARY KEY,
  order_id    ulid NOT NULL REFERENCES orders,    -- per=1 max=1
  customer_id ulid NOT NULL REFERENCES customer,  -- per=10
  issued_at   timestamp(0) NOT NULL,
  amount      numeric(11,2) NOT NULL CHECK (amount BETWEEN 0 AND 999999999.99),
  payments    json                        -- avg=150
);
CREATE TABLE shipment (                   -- rows=2500k
  shipment_id  ulid PRIMARY KEY,
  order_id     ulid NOT NULL REFERENCES orders,        -- per=1 max=20
  warehouse_id char(4) NOT NULL REFERENCES warehouse,  -- per=62500
  shipped_at   timestamp(0) NOT NULL,
  kind         varchar(10) NOT NULL,      -- avg=6
  address      json                       -- avg=120
);
CREATE TABLE shipment_item (              -- rows=6M
  shipment_id ulid NOT NULL REFERENCES shipment,  -- per=2 max=100
  line        int NOT NULL CHECK (line BETWEEN 1 AND 999),
  order_id    ulid NOT NULL REFERENCES orders,    -- per=3
  product_id  ulid NOT NULL REFERENCES product,
  quantity    int NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  PRIMARY KEY (shipment_id, line)
);
-- question customer-by-id rate=50/s
SELECT * FROM customer WHERE customer_id = :c;
-- question product-by-id rate=300/s
SELECT * FROM product WHERE product_id = :p;
-- question warehouse-by-id rate=5/s
SELECT * FROM warehouse WHERE warehouse_id = :w;
-- question stock-of-product rate=100/s
SELECT * FROM stock WHERE product_id = :p;
-- question order-with-lines rate=20/s
SELECT * FROM orders WHERE order_id = :o;
SELECT * FROM order_item WHERE order_id = :o;
-- question products-of-order rate=20/s
SELECT * FROM order_item WHERE order_id = :o;
-- question invoice-of-order rate=10/s rows=1
SELECT * FROM invoice WHERE order_id = :o;
-- question shipments-of-order rate=20/s
SELECT * FROM shipment WHERE order_id = :o;
-- question orders-of-product rate=1/s rows=50
SELECT * FROM order_item WHERE product_id = :p AND placed_at BETWEEN :a AND :b ORDER BY placed_at LIMIT 500;
-- question invoice-by-id rate=10/s
SELECT * FROM invoice WHERE invoice_id = :i;
-- question payments-of-invoice rate=5/s
SELECT payments FROM invoice WHERE invoice_id = :i;
-- question shipment-with-contents rate=10/s
SELECT * FROM shipment WHERE shipment_id = :s;
SELECT * FROM shipment_item WHERE shipment_id = :s;
-- question shipments-of-warehouse rate=1/s rows=100
SELECT * FROM shipment WHERE warehouse_id = :w ORDER BY shipped_at DESC LIMIT 100;
-- question stock-of-warehouse rate=0.1/s
SELECT * FROM stock WHERE warehouse_id = :w;
-- question invoices-of-customer rate=5/s rows=4
SELECT * FROM invoice WHERE customer_id = :c AND issued_at BETWEEN :a AND :b ORDER BY issued_at LIMIT 200;
-- question purchases-of-customer rate=5/s rows=10
SELECT * FROM order_item WHERE customer_id = :c AND placed_at BETWEEN :a AND :b ORDER BY placed_at LIMIT 200;
-- write register rate=0.1/s
INSERT OR IGNORE INTO customer VALUES (:customer_id, :email, :name);
-- write restock rate=20/s
UPDATE stock SET quantity = :quantity WHERE product_id = :p AND warehouse_id = :w;
-- write reprice rate=0.1/s
UPDATE product SET price = :price WHERE product_id = :p;
-- write order rate=1/s
INSERT OR IGNORE INTO orders VALUES (:order_id, :customer_id, :placed_at);
-- write add-line rate=2.5/s
INSERT OR IGNORE INTO order_item VALUES (:order_id, :line, :product_id, :customer_id, :placed_at, :price, :quantity);
-- write bill rate=1/s
INSERT OR IGNORE INTO invoice VALUES (:invoice_id, :order_id, :customer_id, :issued_at, :amount, :payments);
-- write ship rate=1.25/s
INSERT OR IGNORE INTO shipment VALUES (:shipment_id, :order_id, :warehouse_id, :shipped_at, :kind, :address);
-- write pack rate=3/s
INSERT OR IGNORE INTO shipment_item VALUES (:shipment_id, :line, :order_id, :product_id, :quantity);
