-- Payments are scheduled per account; a job takes the day's scheduled ones; done ones move to a history.
-- model bank-payments  prices=us-east-1/on-demand
CREATE TABLE payment (                    -- rows=60M
  account_id   ulid NOT NULL,             -- distinct=20M
  payment_id   ulid NOT NULL,
  scheduled_at timestamp(0) NOT NULL,
  status       varchar(10) NOT NULL CHECK (status IN ('SCHEDULED', 'PENDING', 'PROCESSED')),
  data         varchar(8000),             -- avg=2000
  PRIMARY KEY (account_id, payment_id)
);
CREATE TABLE history (                    -- rows=180M
  account_id     ulid NOT NULL,           -- distinct=20M
  at             timestamp(0) NOT NULL,
  transaction_id ulid NOT NULL UNIQUE,
  data           varchar(8000),           -- avg=2000
  PRIMARY KEY (account_id, transaction_id)
);
-- question upcoming rate=50/s rows=3
SELECT * FROM payment WHERE account_id = :account AND scheduled_at BETWEEN :now AND :later ORDER BY scheduled_at LIMIT 100;
-- question due-on-day rate=1/s rows=500
SELECT account_id, payment_id, scheduled_at FROM payment WHERE date(scheduled_at) = :day AND status = 'SCHEDULED' ORDER BY scheduled_at LIMIT 500;
-- question history-of-account rate=20/s rows=9
SELECT * FROM history WHERE account_id = :account ORDER BY at DESC LIMIT 50;
-- question history-of-day rate=0.01/s rows=100
SELECT account_id, transaction_id, at FROM history WHERE date(at) = :day ORDER BY at LIMIT 500;
-- question history-by-transaction rate=5/s
SELECT * FROM history WHERE transaction_id = :x;
-- write schedule rate=25/s
INSERT OR IGNORE INTO payment VALUES (:account_id, :payment_id, :scheduled_at, 'SCHEDULED', :data);
-- write take rate=25/s
UPDATE payment SET status = 'PENDING' WHERE account_id = :account AND payment_id = :payment AND status = 'SCHEDULED';
-- write finish rate=25/s
DELETE FROM payment WHERE account_id = :account AND payment_id = :payment;
-- write record rate=25/s
INSERT OR IGNORE INTO history VALUES (:account_id, :at, :transaction_id, :data);
