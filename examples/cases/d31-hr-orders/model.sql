-- Employees with job history, customers with account representatives, orders with items, products in warehouses, quotas.
-- Nothing is asked of a warehouse itself, so it is an id only.
-- model hr-orders  prices=us-east-1/on-demand
CREATE TABLE employee (                   -- rows=5000
  employee_id  varchar(12) PRIMARY KEY CHECK (length(employee_id) >= 1 AND employee_id NOT GLOB '*[^A-Za-z0-9]*'),   -- avg=5
  name         varchar(80) NOT NULL CHECK (length(name) >= 1),   -- avg=16 distinct=4500
  email        varchar(120) NOT NULL,     -- avg=24
  hire_date    date NOT NULL,
  title        varchar(40) NOT NULL CHECK (length(title) >= 1),  -- avg=14 distinct=80
  warehouse_id char(4) NOT NULL CHECK (warehouse_id NOT GLOB '*[^A-Za-z0-9]*'),  -- distinct=50 top=8%
  manager_id   varchar(12)                -- avg=5
);
CREATE TABLE job_history (                -- rows=20k
  employee_id varchar(12) NOT NULL REFERENCES employee CHECK (length(employee_id) >= 1 AND employee_id NOT GLOB '*[^A-Za-z0-9]*'),  -- avg=5 per=4 max=30
  starts      date NOT NULL,
  title       varchar(40) NOT NULL CHECK (length(title) >= 1),   -- avg=14 distinct=80
  PRIMARY KEY (employee_id, starts)
);
CREATE TABLE customer (                   -- rows=100k
  customer_id varchar(12) PRIMARY KEY CHECK (length(customer_id) >= 1 AND customer_id NOT GLOB '*[^A-Za-z0-9]*'),    -- avg=7
  name        varchar(80) NOT NULL CHECK (length(name) >= 1),    -- avg=20
  rep_id      varchar(12) NOT NULL REFERENCES employee CHECK (length(rep_id) >= 1 AND rep_id NOT GLOB '*[^A-Za-z0-9]*'),            -- avg=5 per=20 max=500
  region      varchar(20) NOT NULL        -- avg=8
);
CREATE TABLE orders (                     -- rows=10M
  order_id    ulid PRIMARY KEY,
  customer_id varchar(12) NOT NULL REFERENCES customer CHECK (length(customer_id) >= 1 AND customer_id NOT GLOB '*[^A-Za-z0-9]*'),  -- avg=7 per=100 max=20000
  rep_id      varchar(12) NOT NULL REFERENCES employee CHECK (length(rep_id) >= 1 AND rep_id NOT GLOB '*[^A-Za-z0-9]*'),            -- avg=5 per=2000 max=50000
  placed_at   timestamp(0) NOT NULL,
  status      varchar(8) NOT NULL CHECK (status IN ('OPEN', 'SHIPPED', 'CLOSED')),  -- top=20%
  total       numeric(12,2) NOT NULL CHECK (total BETWEEN 0 AND 9999999999.99)
);
CREATE TABLE product (                    -- rows=20k
  product_id  varchar(12) PRIMARY KEY CHECK (length(product_id) >= 1 AND product_id NOT GLOB '*[^A-Za-z0-9]*'),      -- avg=6
  description varchar(400) NOT NULL,      -- avg=80
  total       int NOT NULL CHECK (total BETWEEN 0 AND 99999999)
);
CREATE TABLE order_item (                 -- rows=40M
  order_id   ulid NOT NULL REFERENCES orders,  -- per=4 max=200
  product_id varchar(12) NOT NULL REFERENCES product CHECK (length(product_id) >= 1 AND product_id NOT GLOB '*[^A-Za-z0-9]*'),      -- avg=6 per=2000 max=500000
  quantity   int NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  price      numeric(9,2) NOT NULL CHECK (price BETWEEN 0 AND 9999999.99),
  status     varchar(8) NOT NULL CHECK (status IN ('OPEN', 'SHIPPED', 'CLOSED')),
  placed_at  timestamp(0) NOT NULL,
  PRIMARY KEY (order_id, product_id)
);
CREATE TABLE inventory (                  -- rows=200k
  product_id   varchar(12) NOT NULL REFERENCES product CHECK (length(product_id) >= 1 AND product_id NOT GLOB '*[^A-Za-z0-9]*'),    -- avg=6 per=10 max=50
  warehouse_id char(4) NOT NULL CHECK (warehouse_id NOT GLOB '*[^A-Za-z0-9]*'),  -- distinct=50
  on_hand      int NOT NULL CHECK (on_hand BETWEEN 0 AND 9999999),
  PRIMARY KEY (product_id, warehouse_id)
);
CREATE TABLE quota (                      -- rows=16k
  rep_id      varchar(12) NOT NULL REFERENCES employee CHECK (length(rep_id) >= 1 AND rep_id NOT GLOB '*[^A-Za-z0-9]*'),            -- avg=5 per=3 max=100
  quarter     char(7) NOT NULL CHECK (quarter NOT GLOB '*[^0-9Q-]*'),  -- distinct=8
  order_total numeric(14,2) NOT NULL CHECK (order_total BETWEEN 0 AND 999999999999.99),
  PRIMARY KEY (rep_id, quarter)
);
-- question employee-by-id rate=20/s                 -- P1
SELECT * FROM employee WHERE employee_id = :e;
-- question employees-by-name rate=2/s rows=1        -- P2
SELECT * FROM employee WHERE name = :n;
-- question current-job rate=2/s                     -- P3
SELECT * FROM job_history WHERE employee_id = :e ORDER BY starts DESC LIMIT 1;
-- question orders-of-customer rate=10/s rows=10     -- P4
SELECT * FROM orders WHERE customer_id = :c AND placed_at BETWEEN :a AND :b LIMIT 200;
-- question open-orders rate=1/s rows=200            -- P5
SELECT * FROM orders WHERE status = 'OPEN' AND placed_at BETWEEN :a AND :b LIMIT 200;
-- question hired-since rate=0.1/s rows=50           -- P6
SELECT * FROM employee WHERE hire_date >= :d ORDER BY hire_date LIMIT 200;
-- question employees-in-warehouse rate=0.5/s        -- P7
SELECT * FROM employee WHERE warehouse_id = :w;
-- question product-with-stock rate=2/s rows=110     -- P8, items of orders and stock, a hundred items
SELECT * FROM order_item WHERE product_id = :p LIMIT 100;
SELECT * FROM inventory WHERE product_id = :p;
-- question items-of-product rate=1/s rows=100       -- one half of P8
SELECT * FROM order_item WHERE product_id = :p LIMIT 100;
-- question customers-of-rep rate=2/s rows=20        -- P9
SELECT * FROM customer WHERE rep_id = :r;
-- question orders-of-rep rate=2/s rows=50           -- P10
SELECT * FROM orders WHERE rep_id = :r AND placed_at BETWEEN :a AND :b LIMIT 200;
-- question employees-with-title rate=0.5/s          -- P11
SELECT * FROM employee WHERE title = :t;
-- question stock-in-warehouse rate=50/s             -- P12
SELECT * FROM inventory WHERE product_id = :p AND warehouse_id = :w;
-- question total-stock rate=20/s                    -- P13
SELECT SUM(on_hand) FROM inventory WHERE product_id = :p;
-- question kept-total rate=20/s                     -- P13 by the total that the product's row keeps
SELECT total FROM product WHERE product_id = :p;
-- question reps-by-total rate=0.5/s rows=200        -- P14
SELECT * FROM quota WHERE quarter = :q ORDER BY order_total DESC LIMIT 200;
-- write hire rate=0.01/s
INSERT OR IGNORE INTO employee VALUES (:employee_id, :name, :email, :hire_date, :title, :warehouse_id, :manager_id);
-- write take-job rate=0.01/s
INSERT OR IGNORE INTO job_history VALUES (:employee_id, :starts, :title);
-- write win rate=0.05/s
INSERT OR IGNORE INTO customer VALUES (:customer_id, :name, :rep_id, :region);
-- write order rate=4/s
INSERT OR IGNORE INTO orders VALUES (:order_id, :customer_id, :rep_id, :placed_at, 'OPEN', :total);
-- write add-item rate=16/s
INSERT OR IGNORE INTO order_item VALUES (:order_id, :product_id, :quantity, :price, 'OPEN', :placed_at);
-- write ship rate=4/s                              -- who ships an order has it before him
UPDATE orders SET status = 'SHIPPED' WHERE order_id = :o AND customer_id = :c AND rep_id = :r AND status = 'OPEN';
-- write close rate=4/s
UPDATE orders SET status = 'CLOSED' WHERE order_id = :o AND customer_id = :c AND rep_id = :r AND status = 'SHIPPED';
-- write move rate=16/s
UPDATE inventory SET on_hand = :on_hand WHERE product_id = :p AND warehouse_id = :w;
-- write count rate=16/s                             -- P13: kept beside each move
UPDATE product SET total = total + :moved WHERE product_id = :p;
-- write sell rate=16/s
UPDATE quota SET order_total = :order_total WHERE rep_id = :r AND quarter = :q;
