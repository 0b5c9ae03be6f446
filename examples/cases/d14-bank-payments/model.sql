-- Payments are scheduled per account; a job takes the day's scheduled ones; done ones move to a history.
-- One of the two million payments of a day come within half an hour, 24 times the mean rate: so that the
-- mean stands for the bill, 2% of a partition's limits may be planned for instead of half of them.
-- A payment has an id of its own, since an account may have several at one second.
-- model bank-payments  prices=us-east-1/on-demand headroom=2%
CREATE TABLE payment (                    -- rows=180M distinct.scheduled_at_date=90 skew.scheduled_at_date=latest
  account_id   ulid NOT NULL,             -- distinct=20M
  payment_id   ulid NOT NULL,
  scheduled_at timestamp(0) NOT NULL,
  status       varchar(10) NOT NULL CHECK (status IN ('SCHEDULED', 'PENDING', 'PROCESSED')),
  data         varchar(8000),             -- avg=2000
  PRIMARY KEY (account_id, payment_id)
);
CREATE TABLE history (                    -- rows=720M distinct.at_date=365 skew.at_date=latest
  transaction_id ulid PRIMARY KEY,
  account_id     ulid NOT NULL,           -- distinct=20M
  at             timestamp(0) NOT NULL,
  data           varchar(8000)            -- avg=2000
);
-- question upcoming rate=50/s rows=9              -- P2
SELECT * FROM payment WHERE account_id = :account AND scheduled_at BETWEEN :now AND :later ORDER BY scheduled_at LIMIT 100;
-- question due-on-day rate=2/s rows=100           -- P3
SELECT * FROM payment WHERE date(scheduled_at) = :day AND status = :status LIMIT 100;
-- question history-of-account rate=20/s rows=36   -- P5
SELECT * FROM history WHERE account_id = :account ORDER BY at LIMIT 100;
-- question history-of-day rate=0.01/s rows=100    -- P6
SELECT * FROM history WHERE date(at) = :day LIMIT 100;
-- question history-by-transaction rate=5/s        -- P7
SELECT * FROM history WHERE transaction_id = :x;
-- write schedule rate=23/s                        -- P1
INSERT OR IGNORE INTO payment VALUES (:account_id, :payment_id, :scheduled_at, 'SCHEDULED', :data);
-- write advance rate=46/s                         -- P4; who moves a payment on has it before him
UPDATE payment SET status = :status WHERE account_id = :account AND scheduled_at = :at AND payment_id = :payment;
-- write finish rate=23/s
DELETE FROM payment WHERE account_id = :account AND scheduled_at = :at AND payment_id = :payment;
-- write record rate=23/s
INSERT OR IGNORE INTO history VALUES (:transaction_id, :account_id, :at, :data);
