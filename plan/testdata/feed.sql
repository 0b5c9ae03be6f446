-- model feed prices=us-east-1/on-demand pk=partition sk=sort delimiter=!
CREATE TABLE customer ( -- rows=100k
  customer_id ulid PRIMARY KEY,
  name varchar(40) NOT NULL); -- avg=12
CREATE TABLE bill ( -- rows=1M
  bill_id ulid PRIMARY KEY,
  customer_id ulid NOT NULL REFERENCES customer, -- per=10 max=500
  at timestamp(3) NOT NULL,
  amount numeric(9,2) NOT NULL CHECK (amount BETWEEN 0 AND 9999999),
  state text NOT NULL CHECK (state IN ('OPEN', 'PAID')));
CREATE TABLE payment ( -- rows=1M
  payment_id ulid PRIMARY KEY,
  customer_id ulid NOT NULL REFERENCES customer, -- per=10 max=500
  at timestamp(3) NOT NULL,
  amount numeric(9,2) NOT NULL CHECK (amount BETWEEN 0 AND 9999999));
-- question activity rate=10/s
SELECT * FROM bill WHERE customer_id = :c AND at BETWEEN :from AND :to;
SELECT * FROM payment WHERE customer_id = :c AND at BETWEEN :from AND :to;
-- question page rate=10/s
SELECT * FROM customer WHERE customer_id = :c;
SELECT * FROM payment WHERE customer_id = :c ORDER BY at DESC LIMIT 20;
-- question open rate=5/s
SELECT * FROM customer WHERE customer_id = :c;
SELECT * FROM bill WHERE customer_id = :c AND state = 'OPEN' ORDER BY at;
-- question before rate=5/s
SELECT bill_id, at FROM bill WHERE customer_id = :c AND at < :t LIMIT 3;
-- question since rate=5/s
SELECT payment_id, at FROM payment WHERE customer_id = :c AND at > :t ORDER BY at DESC LIMIT 3;
-- write join rate=1/s
INSERT INTO customer;
-- write bill rate=5/s
INSERT INTO bill VALUES (:bill_id, :customer_id, :at, :amount, 'OPEN');
-- write settle rate=5/s
UPDATE bill SET state = 'PAID' WHERE bill_id = :b AND state = 'OPEN';
-- write pay rate=5/s
INSERT INTO payment;
