-- A customer has invoices; an invoice bundles bills; a bill can be spread over several invoices.
-- model invoices-and-bills  prices=us-east-1/on-demand
CREATE TABLE customer (                   -- rows=2000
  customer_id ulid PRIMARY KEY,
  name        varchar(80) NOT NULL,       -- avg=20
  state       char(2) NOT NULL
);
CREATE TABLE invoice (                    -- rows=2000
  invoice_id  ulid PRIMARY KEY,
  customer_id ulid NOT NULL REFERENCES customer,  -- per=1 max=500
  issued      date NOT NULL,
  due         date NOT NULL,
  balance     numeric(12,2) NOT NULL CHECK (balance BETWEEN 0 AND 9999999999.99),
  status      varchar(8) NOT NULL         -- avg=5
);
CREATE TABLE bill (                       -- rows=2000
  bill_id ulid PRIMARY KEY,
  due     date NOT NULL,
  balance numeric(12,2) NOT NULL CHECK (balance BETWEEN 0 AND 9999999999.99)
);
CREATE TABLE invoice_customer (           -- rows=2000
  invoice_id  ulid NOT NULL REFERENCES invoice,   -- per=1 max=1
  customer_id ulid NOT NULL REFERENCES customer,  -- per=1 max=500
  PRIMARY KEY (invoice_id, customer_id)
);
CREATE TABLE invoice_bill (               -- rows=4000
  invoice_id   ulid NOT NULL REFERENCES invoice,  -- per=2 max=200
  bill_id      ulid NOT NULL REFERENCES bill,     -- per=2 max=20
  amount       numeric(12,2) NOT NULL CHECK (amount BETWEEN 0 AND 9999999999.99),
  bill_balance numeric(12,2) NOT NULL CHECK (bill_balance BETWEEN 0 AND 9999999999.99),
  PRIMARY KEY (invoice_id, bill_id)
);
-- question invoice-with-bills rate=40/s      -- P1
SELECT * FROM invoice WHERE invoice_id = :i;
SELECT * FROM invoice_customer WHERE invoice_id = :i;
SELECT * FROM invoice_bill WHERE invoice_id = :i;
-- question invoices-of-customer rate=20/s    -- P2
SELECT invoice_id FROM invoice_customer WHERE customer_id = :c;
-- question newest-invoices rate=5/s rows=10  -- not asked by the source: the same by date
SELECT invoice_id, issued FROM invoice WHERE customer_id = :c ORDER BY issued DESC LIMIT 20;
-- question bill-with-invoices rate=10/s      -- P3
SELECT * FROM bill WHERE bill_id = :b;
SELECT * FROM invoice_bill WHERE bill_id = :b;
-- write register rate=0.1/s
INSERT OR IGNORE INTO customer VALUES (:customer_id, :name, :state);
-- write bill rate=2/s
INSERT OR IGNORE INTO bill VALUES (:bill_id, :due, :balance);
-- write invoice rate=1/s
INSERT OR IGNORE INTO invoice VALUES (:invoice_id, :customer_id, :issued, :due, :balance, :status);
-- write address rate=1/s
INSERT OR IGNORE INTO invoice_customer VALUES (:invoice_id, :customer_id);
-- write attach rate=4/s
INSERT OR IGNORE INTO invoice_bill VALUES (:invoice_id, :bill_id, :amount, :bill_balance);
-- write pay rate=1/s
UPDATE invoice SET status = :status, balance = 0 WHERE invoice_id = :i;
