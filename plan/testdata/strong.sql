-- model strong prices=us-east-1/on-demand
CREATE TABLE account ( -- rows=1M
  account_id ulid PRIMARY KEY,
  email varchar(60) NOT NULL UNIQUE, -- avg=20
  phone varchar(20) UNIQUE, -- avg=12
  status text NOT NULL CHECK (status IN ('NEW', 'OPEN', 'CLOSED')),
  team ulid NOT NULL, -- distinct=10k
  balance numeric(12,2) NOT NULL CHECK (balance BETWEEN -99999 AND 9999999.99),
  seen timestamp(0));
-- question by-email rate=50/s consistency=strong
SELECT account_id, status FROM account WHERE email = :email;
-- question by-phone rate=1/s
SELECT account_id FROM account WHERE phone = :phone AND status = 'OPEN';
-- question of-team rate=5/s consistency=strong
SELECT account_id, balance FROM account WHERE team = :team ORDER BY balance DESC, account_id LIMIT 20;
-- question seen rate=1/s
SELECT account_id, seen FROM account WHERE team = :team ORDER BY seen DESC, status LIMIT 20;
-- question any-new rate=1/s
SELECT EXISTS (SELECT 1 FROM account WHERE status = 'NEW');
-- question by-either rate=1/s
SELECT * FROM account WHERE account_id = :id AND email = :email AND team = :team;
-- question lower rate=2/s
SELECT account_id FROM account WHERE lower(email) = :email;
-- question prefix rate=2/s
SELECT account_id, email FROM account WHERE team = :team AND email LIKE :p || '%' ORDER BY email COLLATE BINARY LIMIT 5;
-- question rich rate=2/s
SELECT account_id, balance FROM account WHERE team = :team AND balance > :b AND status IN ('NEW', 'OPEN') ORDER BY balance LIMIT 5;
-- question poor rate=2/s
SELECT account_id, balance FROM account WHERE team = :team AND balance < :b ORDER BY balance LIMIT 5;
-- question upto rate=2/s
SELECT account_id FROM account WHERE status = :s AND seen <= :t LIMIT 7;
-- write open rate=2/s
INSERT INTO account VALUES (:account_id, :email, :phone, 'NEW', :team, :balance, NULL);
-- write pay rate=20/s
UPDATE account SET balance = balance + :x WHERE account_id = :id;
-- write approve rate=2/s
UPDATE account SET status = 'OPEN' WHERE account_id = :id AND status = 'NEW';
-- write change rate=1/s
UPDATE account SET email = :email, phone = :phone WHERE account_id = :id;
-- write see rate=5/s
UPDATE account SET seen = :t WHERE account_id = :id;
-- write close rate=1/s
DELETE FROM account WHERE account_id = :id;
