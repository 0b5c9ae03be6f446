-- Customers order products; an order has one invoice, paid by several means, and ships from one or more warehouses.
-- A line has a number of its own, since a product may come twice in one order.
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
  warehouse_id char(4) PRIMARY KEY CHECK (warehouse_id NOT GLOB '*[^A-Za-z0-9]*'),
  address      json                       -- avg=120
);
CREATE TABLE stock (                      -- rows=200k
  product_id   ulid NOT NULL REFERENCES product,       -- per=10 max=40
  warehouse_id char(4) NOT NULL REFERENCES warehouse CHECK (warehouse_id NOT GLOB '*[^A-Za-z0-9]*'),  -- per=5000 max=6000
  quantity     int NOT NULL CHECK (quantity BETWEEN 0 AND 9999999),
  PRIMARY KEY (product_id, warehouse_id)
);
CREATE TABLE orders (                     -- rows=2M
  order_id    ulid PRIMARY KEY,
  customer_id ulid NOT NULL REFERENCES customer,  -- per=10 max=2000
  placed_at   timestamp(0) NOT NULL
);
CREATE TABLE order_item (                 -- rows=5M
  order_id    ulid NOT NULL REFERENCES orders,    -- per=2 max=100
  line        int NOT NULL CHECK (line BETWEEN 1 AND 999),
  product_id  ulid NOT NULL REFERENCES product,   -- per=250 max=100000
  customer_id ulid NOT NULL REFERENCES customer,  -- per=25 max=5000
  placed_at   timestamp(0) NOT NULL,
  price       numeric(9,2) NOT NULL CHECK (price BETWEEN 0 AND 9999999.99),
  quantity    int NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  PRIMARY KEY (order_id, line)
);
CREATE TABLE invoice (                    -- rows=2M
  invoice_id  ulid PRIMARY KEY,
  order_id    ulid NOT NULL REFERENCES orders,    -- per=1 max=1
  customer_id ulid NOT NULL REFERENCES customer,  -- per=10 max=2000
  issued_at   timestamp(0) NOT NULL,
  amount      numeric(11,2) NOT NULL CHECK (amount BETWEEN 0 AND 999999999.99),
  payments    json                        -- avg=150
);
CREATE TABLE shipment (                   -- rows=2500k
  shipment_id  ulid PRIMARY KEY,
  order_id     ulid NOT NULL REFERENCES orders,        -- per=1 max=20
  warehouse_id char(4) NOT NULL REFERENCES warehouse CHECK (warehouse_id NOT GLOB '*[^A-Za-z0-9]*'),  -- per=62500 max=250000
  shipped_at   timestamp(0) NOT NULL,
  kind         varchar(10) NOT NULL,      -- avg=6
  address      json                       -- avg=120
);
CREATE TABLE shipment_item (              -- rows=6M
  shipment_item_id ulid PRIMARY KEY,
  shipment_id      ulid NOT NULL REFERENCES shipment,  -- per=2 max=100
  order_id         ulid NOT NULL REFERENCES orders,    -- per=3 max=200
  product_id       ulid NOT NULL REFERENCES product,   -- per=300 max=100000
  quantity         int NOT NULL CHECK (quantity BETWEEN 1 AND 9999)
);
-- question customer-by-id rate=50/s               -- P1
SELECT * FROM customer WHERE customer_id = :c;
-- question product-by-id rate=300/s               -- P2
SELECT * FROM product WHERE product_id = :p;
-- question warehouse-by-id rate=5/s               -- P3
SELECT * FROM warehouse WHERE warehouse_id = :w;
-- question stock-of-product rate=100/s            -- P4
SELECT * FROM stock WHERE product_id = :p;
-- question all-of-order rate=20/s                 -- P5
SELECT * FROM orders WHERE order_id = :o;
SELECT * FROM order_item WHERE order_id = :o;
SELECT * FROM invoice WHERE order_id = :o;
SELECT * FROM shipment WHERE order_id = :o;
SELECT * FROM shipment_item WHERE order_id = :o;
-- question products-of-order rate=20/s            -- P6
SELECT * FROM order_item WHERE order_id = :o;
-- question invoice-of-order rate=10/s             -- P7
SELECT * FROM invoice WHERE order_id = :o;
-- question shipments-of-order rate=20/s           -- P8
SELECT * FROM shipment WHERE order_id = :o;
-- question orders-of-product rate=1/s rows=50     -- P9
SELECT * FROM order_item WHERE product_id = :p AND placed_at BETWEEN :a AND :b ORDER BY placed_at LIMIT 500;
-- question invoice-by-id rate=10/s                -- P10
SELECT * FROM invoice WHERE invoice_id = :i;
-- question payments-of-invoice rate=5/s           -- P11
SELECT payments FROM invoice WHERE invoice_id = :i;
-- question shipment-with-contents rate=10/s       -- P12
SELECT * FROM shipment WHERE shipment_id = :s;
SELECT * FROM shipment_item WHERE shipment_id = :s;
-- question shipments-of-warehouse rate=1/s rows=100  -- P13
SELECT * FROM shipment WHERE warehouse_id = :w LIMIT 100;
-- question stock-of-warehouse rate=0.1/s          -- P14
SELECT * FROM stock WHERE warehouse_id = :w;
-- question invoices-of-customer rate=5/s rows=4   -- P15, between two dates, both included
SELECT * FROM invoice WHERE customer_id = :c AND date(issued_at) BETWEEN :a AND :b LIMIT 200;
-- question purchases-of-customer rate=5/s rows=10  -- P16
SELECT * FROM order_item WHERE customer_id = :c AND date(placed_at) BETWEEN :a AND :b LIMIT 200;
-- question activity-of-customer rate=1/s rows=14  -- P17
SELECT * FROM invoice WHERE customer_id = :c AND date(issued_at) BETWEEN :a AND :b ORDER BY date(issued_at);
SELECT * FROM order_item WHERE customer_id = :c AND date(placed_at) BETWEEN :a AND :b ORDER BY date(placed_at);
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
INSERT OR IGNORE INTO shipment_item VALUES (:shipment_item_id, :shipment_id, :order_id, :product_id, :quantity);
