-- model shop   prices=us-east-1/on-demand headroom=50%

-- An online shop: customers and their carts, products and reviews, orders with
-- lines and shipments. Few orders are PENDING and few shipments LATE at a time.

CREATE TABLE customer (                       -- rows=2M
  customer_id ulid PRIMARY KEY,
  email       varchar(120) NOT NULL UNIQUE,   -- avg=24
  name        varchar(80) NOT NULL,           -- avg=16
  address     varchar(400),                   -- avg=90
  created_at  timestamp(3) NOT NULL);

CREATE TABLE product (                        -- rows=200k
  product_id  ulid PRIMARY KEY,
  category    varchar(30) NOT NULL CHECK (category NOT GLOB '*[^a-z0-9-]*'),  -- avg=12 distinct=400 top=2%
  name        varchar(120) NOT NULL,          -- avg=40
  price       numeric(9,2) NOT NULL CHECK (price >= 0),
  description text);                          -- avg=900

CREATE TABLE cart_item (                      -- rows=3M
  customer_id ulid NOT NULL REFERENCES customer,  -- per=2 max=200
  product_id  ulid NOT NULL REFERENCES product,
  quantity    int NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  added_at    timestamp(3) NOT NULL,
  PRIMARY KEY (customer_id, product_id));

CREATE TABLE orders (                         -- rows=20M
  order_id    ulid PRIMARY KEY,
  customer_id ulid NOT NULL REFERENCES customer,  -- per=10 max=2000
  status      text NOT NULL CHECK (status IN ('PENDING', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  placed_at   timestamp(3) NOT NULL,
  total       numeric(9,2) NOT NULL CHECK (total >= 0),
  warehouse   char(3) NOT NULL CHECK (warehouse NOT GLOB '*[^A-Z]*'),  -- distinct=12 top=20%
  notes       varchar(1000));                 -- avg=60

-- Which products an order has, and which orders have a product: many to many.
CREATE TABLE order_line (                     -- rows=60M
  order_id    ulid NOT NULL REFERENCES orders,    -- per=3 max=100
  product_id  ulid NOT NULL REFERENCES product,   -- per=300 max=400k
  placed_at   timestamp(3) NOT NULL,
  quantity    int NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  price       numeric(9,2) NOT NULL CHECK (price >= 0),
  PRIMARY KEY (order_id, product_id));

CREATE TABLE shipment (                       -- rows=24M
  order_id    ulid NOT NULL REFERENCES orders,    -- per=1 max=20
  shipment_id ulid NOT NULL,
  carrier     varchar(12) NOT NULL CHECK (carrier NOT GLOB '*[^A-Z]*'),  -- avg=4 distinct=8 top=40%
  tracking    varchar(30) NOT NULL UNIQUE CHECK (tracking NOT GLOB '*[^A-Z0-9]*'),  -- avg=18
  status      text NOT NULL CHECK (status IN ('BOOKED', 'MOVING', 'LATE', 'DONE')),
  due_at      timestamp(0) NOT NULL,
  PRIMARY KEY (order_id, shipment_id));

CREATE TABLE review (                         -- rows=8M
  product_id  ulid NOT NULL REFERENCES product,   -- per=40 max=30k
  customer_id ulid NOT NULL REFERENCES customer,  -- per=4 max=1000
  stars       int NOT NULL CHECK (stars BETWEEN 1 AND 5),
  created_at  timestamp(3) NOT NULL,
  body        varchar(2000),                  -- avg=240
  PRIMARY KEY (product_id, customer_id));

-- question customer-by-id          rate=400/s consistency=strong
SELECT * FROM customer WHERE customer_id = :customer;

-- question customer-by-email       rate=60/s
SELECT customer_id, email, name FROM customer WHERE email = :email;

-- question product-by-id           rate=1500/s
SELECT * FROM product WHERE product_id = :product;

-- question products-of-category    rate=200/s
SELECT product_id, name, price FROM product WHERE category = :category ORDER BY name COLLATE BINARY LIMIT 40;

-- question cheap-of-category       rate=80/s
SELECT product_id, name, price FROM product
 WHERE category = :category AND price BETWEEN :from AND :to ORDER BY price LIMIT 40;

-- question cart                    rate=300/s rows=2
SELECT * FROM cart_item WHERE customer_id = :customer;

-- question in-cart                 rate=90/s
SELECT quantity FROM cart_item WHERE customer_id = :customer AND product_id = :product;

-- question order-by-id             rate=120/s consistency=strong
SELECT * FROM orders WHERE order_id = :order;

-- question orders-of-customer      rate=150/s
SELECT order_id, status, placed_at, total FROM orders
 WHERE customer_id = :customer ORDER BY placed_at DESC LIMIT 20;

-- question orders-of-customer-between  rate=20/s rows=6
SELECT order_id, status, placed_at, total FROM orders
 WHERE customer_id = :customer AND placed_at >= :from AND placed_at <= :to ORDER BY placed_at DESC LIMIT 100;

-- question orders-of-customer-by-status  rate=30/s rows=3
SELECT order_id, status, placed_at, total FROM orders
 WHERE customer_id = :customer AND status = :status ORDER BY placed_at DESC LIMIT 20;

-- question pending-orders          rate=5/s
SELECT order_id, customer_id, placed_at, total FROM orders WHERE status = 'PENDING' ORDER BY placed_at LIMIT 50;

-- question lines-of-order          rate=100/s rows=3
SELECT * FROM order_line WHERE order_id = :order;

-- question orders-of-product       rate=4/s
SELECT order_id, quantity, placed_at FROM order_line
 WHERE product_id = :product ORDER BY placed_at DESC LIMIT 50;

-- question shipments-of-order      rate=90/s rows=1
SELECT * FROM shipment WHERE order_id = :order;

-- question late-shipments          rate=2/s
SELECT order_id, shipment_id, tracking, due_at FROM shipment
 WHERE carrier = :carrier AND status = 'LATE' ORDER BY due_at LIMIT 50;

-- question reviews-of-product      rate=600/s
SELECT r.product_id, r.customer_id, c.name, r.stars, r.created_at, r.body
  FROM review r JOIN customer c USING (customer_id)
 WHERE r.product_id = :product ORDER BY r.created_at DESC LIMIT 10;

-- question has-reviewed            rate=50/s
SELECT EXISTS (SELECT 1 FROM review WHERE product_id = :product AND customer_id = :customer);

-- question order-page              rate=80/s   -- three SELECTs, one request
SELECT * FROM orders WHERE order_id = :order;
SELECT * FROM order_line WHERE order_id = :order;
SELECT * FROM shipment WHERE order_id = :order;

-- write register rate=1/s
INSERT OR IGNORE INTO customer VALUES (:customer_id, :email, :name, :address, :created_at);

-- write move rate=0.5/s
UPDATE customer SET name = :name, address = :address WHERE customer_id = :customer;

-- write list rate=0.1/s
INSERT OR IGNORE INTO product VALUES (:product_id, :category, :name, :price, :description);

-- write reprice rate=5/s
UPDATE product SET price = :price WHERE product_id = :product;

-- write put-in-cart rate=40/s
INSERT OR IGNORE INTO cart_item VALUES (:customer_id, :product_id, :quantity, :added_at);

-- write change-quantity rate=10/s
UPDATE cart_item SET quantity = :quantity WHERE customer_id = :customer AND product_id = :product;

-- write take-from-cart rate=38/s
DELETE FROM cart_item WHERE customer_id = :customer AND product_id = :product;

-- write place rate=20/s
INSERT OR IGNORE INTO orders VALUES (:order_id, :customer_id, 'PENDING', :placed_at, :total, :warehouse, :notes);

-- write add-line rate=60/s
INSERT OR IGNORE INTO order_line VALUES (:order_id, :product_id, :placed_at, :quantity, :price);

-- write pay rate=19/s
UPDATE orders SET status = 'PAID' WHERE order_id = :order AND status = 'PENDING';

-- write cancel rate=1/s
UPDATE orders SET status = 'CANCELLED' WHERE order_id = :order AND status = 'PENDING';

-- write ship rate=19/s
UPDATE orders SET status = 'SHIPPED' WHERE order_id = :order AND status = 'PAID';

-- write deliver rate=19/s
UPDATE orders SET status = 'DELIVERED' WHERE order_id = :order AND status = 'SHIPPED';

-- write book rate=24/s
INSERT OR IGNORE INTO shipment VALUES (:order_id, :shipment_id, :carrier, :tracking, 'BOOKED', :due_at);

-- write track rate=100/s share.status.LATE=1%
UPDATE shipment SET status = :status WHERE order_id = :order AND shipment_id = :shipment;

-- write review rate=3/s
INSERT OR IGNORE INTO review VALUES (:product_id, :customer_id, :stars, :created_at, :body);

-- write edit-review rate=0.2/s
UPDATE review SET stars = :stars, body = :body WHERE product_id = :product AND customer_id = :customer;
