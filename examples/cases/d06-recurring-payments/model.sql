-- Subscriptions are paid on a day of the month; one daily job sends reminders, another takes payments and writes receipts.
-- model recurring-payments  prices=us-east-1/on-demand
CREATE TABLE subscription (               -- rows=30M
  account_id    ulid NOT NULL,            -- distinct=20M
  sub_id        ulid NOT NULL,
  sku           varchar(20) NOT NULL CHECK (length(sku) >= 1 AND sku NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=8
  email         varchar(120) NOT NULL,    -- avg=24
  payment_day   int NOT NULL CHECK (payment_day BETWEEN 1 AND 28),
  amount        numeric(9,2) NOT NULL CHECK (amount BETWEEN 0 AND 9999999.99),
  last_payment  timestamp(3),
  next_payment  date NOT NULL,            -- distinct=31
  last_reminder timestamp(3),
  next_reminder date NOT NULL,            -- distinct=31
  details       json,                     -- avg=200
  PRIMARY KEY (account_id, sub_id, sku)
);
CREATE TABLE receipt (                    -- rows=300M
  account_id ulid NOT NULL,               -- distinct=20M
  paid_at    timestamp(3) NOT NULL,
  sku        varchar(20) NOT NULL CHECK (length(sku) >= 1 AND sku NOT GLOB '*[^A-Za-z0-9_-]*'),     -- avg=8
  email      varchar(120) NOT NULL,       -- avg=24
  amount     numeric(9,2) NOT NULL CHECK (amount BETWEEN 0 AND 9999999.99),
  expires    int NOT NULL CHECK (expires BETWEEN 0 AND 9999999999),
  PRIMARY KEY (account_id, paid_at, sku)
);
-- question to-remind rate=0.5/s               -- P4, a page at a time
SELECT account_id, sub_id, sku, email, next_payment FROM subscription WHERE next_reminder = :day LIMIT 500;
-- question to-charge rate=0.5/s               -- P5, a page at a time
SELECT account_id, sub_id, sku, email, amount, details FROM subscription WHERE next_payment = :day LIMIT 500;
-- question subscriptions-of rate=40/s rows=2  -- P6
SELECT * FROM subscription WHERE account_id = :account;
-- question receipts-of rate=20/s rows=15      -- P7
SELECT * FROM receipt WHERE account_id = :account ORDER BY paid_at DESC LIMIT 50;
-- write subscribe rate=1/s                    -- P1
INSERT OR IGNORE INTO subscription VALUES (:account_id, :sub_id, :sku, :email, :payment_day, :amount, NULL, :next_payment, NULL, :next_reminder, :details);
-- write charge rate=12/s                      -- P3
UPDATE subscription SET last_payment = :now, next_payment = :next WHERE account_id = :account AND sub_id = :sub AND sku = :sku;
-- write remind rate=12/s                      -- P3
UPDATE subscription SET last_reminder = :now, next_reminder = :next WHERE account_id = :account AND sub_id = :sub AND sku = :sku;
-- write pay rate=12/s                         -- P2
INSERT OR IGNORE INTO receipt VALUES (:account_id, :paid_at, :sku, :email, :amount, :expires);
