-- model auction   prices=us-east-1/on-demand headroom=50%

-- The auction site of the RUBiS benchmark: its seven tables and the statements
-- of its bidding mix, at 1,000 interactions a second. Each question has the
-- rate of its page; the number of the page's share (percent) is behind it.
-- What differs: ids are ulids; a join to a parent is written as a join, and
-- becomes copied columns; items carry the region of their seller, because they
-- are searched by it.

CREATE TABLE regions (                        -- rows=62
  region_id   int PRIMARY KEY CHECK (region_id BETWEEN 1 AND 999),
  name        varchar(25) NOT NULL);          -- avg=12

CREATE TABLE categories (                     -- rows=20
  category_id int PRIMARY KEY CHECK (category_id BETWEEN 1 AND 999),
  name        varchar(50) NOT NULL);          -- avg=20

CREATE TABLE users (                          -- rows=1M
  user_id     ulid PRIMARY KEY,
  firstname   varchar(20) NOT NULL,           -- avg=6
  lastname    varchar(20) NOT NULL,           -- avg=7
  nickname    varchar(20) NOT NULL UNIQUE,    -- avg=12
  password    varchar(72) NOT NULL,           -- avg=60
  email       varchar(50) NOT NULL,           -- avg=23
  rating      int NOT NULL,
  balance     numeric(10,2) NOT NULL,
  created_at  timestamp(0) NOT NULL,
  region_id   int NOT NULL REFERENCES regions);

CREATE TABLE items (                          -- rows=500k
  item_id       ulid PRIMARY KEY,
  name          varchar(100) NOT NULL,        -- avg=19
  description   varchar(2000),                -- avg=197
  initial_price numeric(9,2) NOT NULL,
  quantity      int NOT NULL CHECK (quantity BETWEEN 0 AND 9999),
  reserve_price numeric(9,2),
  buy_now       numeric(9,2),
  nb_of_bids    int NOT NULL CHECK (nb_of_bids >= 0),
  max_bid       numeric(9,2) NOT NULL,
  start_date    timestamp(0) NOT NULL,
  end_date      timestamp(0) NOT NULL,
  seller_id     ulid NOT NULL REFERENCES users,  -- max=2000
  category_id   int NOT NULL REFERENCES categories CHECK (category_id BETWEEN 1 AND 999),  -- distinct=20 top=12%
  region_id     int NOT NULL REFERENCES regions CHECK (region_id BETWEEN 1 AND 999));      -- distinct=62 top=5%

CREATE TABLE bids (                           -- rows=5M
  bid_id      ulid PRIMARY KEY,
  user_id     ulid NOT NULL REFERENCES users,   -- per=5 max=5k
  item_id     ulid NOT NULL REFERENCES items,   -- per=10 max=300
  qty         int NOT NULL CHECK (qty BETWEEN 1 AND 99),
  bid         numeric(9,2) NOT NULL CHECK (bid >= 0),
  date        timestamp(3) NOT NULL);

CREATE TABLE comments (                       -- rows=530k
  comment_id   ulid PRIMARY KEY,
  from_user_id ulid NOT NULL REFERENCES users,
  to_user_id   ulid NOT NULL REFERENCES users,  -- max=3k
  item_id      ulid NOT NULL REFERENCES items,
  rating       int NOT NULL CHECK (rating BETWEEN -5 AND 5),
  date         timestamp(0) NOT NULL,
  comment      varchar(2000));                -- avg=130

CREATE TABLE buy_now (                        -- rows=40k
  buy_id      ulid PRIMARY KEY,
  buyer_id    ulid NOT NULL REFERENCES users,   -- max=100
  item_id     ulid NOT NULL REFERENCES items,
  qty         int NOT NULL CHECK (qty BETWEEN 1 AND 99),
  date        timestamp(0) NOT NULL);

-- question browse-auth              rate=76.5/s   -- 7.65
SELECT nickname, password FROM users WHERE user_id = :user;

-- question browse-categories        rate=76.5/s rows=20
SELECT category_id, name FROM categories;

-- question browse-regions           rate=53.9/s rows=62   -- 5.39
SELECT region_id, name FROM regions;

-- question bid-history-item         rate=15.4/s   -- 1.54
SELECT name FROM items WHERE item_id = :item;

-- question bid-history              rate=15.4/s rows=10
SELECT b.bid_id, b.item_id, b.user_id, u.nickname, b.qty, b.bid, b.date
  FROM bids b JOIN users u USING (user_id) WHERE b.item_id = :item ORDER BY b.date DESC;

-- question view-item                rate=141.7/s  -- 14.17
SELECT * FROM items WHERE item_id = :item;

-- question view-item-bids           rate=141.7/s rows=10
SELECT * FROM bids WHERE item_id = :item;

-- question search-by-category       rate=159.4/s  -- 15.94
SELECT item_id, name, initial_price, max_bid, nb_of_bids, end_date FROM items
 WHERE category_id = :category AND end_date >= :now LIMIT 25;

-- question search-by-region         rate=63.4/s   -- 6.34
SELECT item_id, name, initial_price, max_bid, nb_of_bids, end_date FROM items
 WHERE region_id = :region AND category_id = :category AND end_date >= :now LIMIT 25;

-- question view-user                rate=24.8/s   -- 2.48
SELECT * FROM users WHERE user_id = :user;

-- question view-user-comments       rate=24.8/s rows=2
SELECT comment_id, rating, date, comment FROM comments WHERE to_user_id = :user;

-- question buy-now-user             rate=11.6/s   -- 1.16
SELECT nickname FROM users WHERE user_id = :user;

-- question buy-now-item             rate=11.6/s
SELECT * FROM items WHERE item_id = :item;

-- question store-buy-now-item       rate=11/s     -- 1.10
SELECT quantity, nb_of_bids, end_date FROM items WHERE item_id = :item;

-- question put-bid-user             rate=54/s     -- 5.40
SELECT nickname, password FROM users WHERE user_id = :user;

-- question put-bid-item             rate=54/s
SELECT * FROM items WHERE item_id = :item;

-- question put-bid-best             rate=54/s
SELECT qty, date FROM bids WHERE item_id = :item ORDER BY bid DESC LIMIT 2;

-- question store-bid-item           rate=37.4/s   -- 3.74
SELECT nb_of_bids, max_bid FROM items WHERE item_id = :item;

-- question put-comment-author       rate=4.6/s    -- 0.46
SELECT nickname, password FROM users WHERE user_id = :user;

-- question put-comment-item         rate=4.6/s
SELECT * FROM items WHERE item_id = :item;

-- question put-comment-to           rate=4.6/s
SELECT * FROM users WHERE user_id = :user;

-- question store-comment-user       rate=4.5/s    -- 0.45
SELECT rating FROM users WHERE user_id = :user;

-- question about-me                 rate=17.1/s   -- 1.71
SELECT * FROM users WHERE user_id = :user;

-- question about-me-comments        rate=17.1/s rows=2
SELECT * FROM comments WHERE to_user_id = :user;

-- question about-me-comment-author  rate=17.1/s
SELECT f.nickname FROM comments c JOIN users f ON f.user_id = c.from_user_id WHERE c.comment_id = :comment;

-- question about-me-bought          rate=17.1/s rows=1
SELECT n.buy_id, n.item_id, i.name, i.seller_id, i.buy_now, n.qty, n.date
  FROM buy_now n JOIN items i USING (item_id) WHERE n.buyer_id = :user AND n.date >= :since;

-- question about-me-selling         rate=17.1/s rows=1
SELECT * FROM items WHERE seller_id = :user AND end_date >= :now;

-- Refused: the items are found by another table's column, and each once.
-- question about-me-bidding         rate=17.1/s rows=3
SELECT DISTINCT i.* FROM items i JOIN bids b ON b.item_id = i.item_id
 WHERE b.user_id = :user AND i.end_date >= :now;

-- write register-item rate=5.3/s
INSERT OR IGNORE INTO items VALUES (:item_id, :name, :description, :initial_price, :quantity, :reserve_price, :buy_now,
  0, 0, :start_date, :end_date, :seller_id, :category_id, :region_id);

-- write register-user rate=10.7/s
INSERT OR IGNORE INTO users VALUES (:user_id, :firstname, :lastname, :nickname, :password, :email, 0, 0, :created_at, :region_id);

-- write sell-now rate=11/s
UPDATE items SET quantity = :quantity, nb_of_bids = :bids, end_date = :end WHERE item_id = :item;

-- write store-buy-now rate=11/s
INSERT OR IGNORE INTO buy_now VALUES (:buy_id, :buyer_id, :item_id, :qty, :date);

-- write store-bid rate=37.4/s
INSERT OR IGNORE INTO bids VALUES (:bid_id, :user_id, :item_id, :qty, :bid, :date);

-- write outbid rate=37.4/s
UPDATE items SET nb_of_bids = nb_of_bids + 1, max_bid = :bid WHERE item_id = :item;

-- write rate-user rate=4.5/s
UPDATE users SET rating = rating + :stars WHERE user_id = :user;

-- write store-comment rate=4.5/s
INSERT OR IGNORE INTO comments VALUES (:comment_id, :from_user_id, :to_user_id, :item_id, :rating, :date, :comment);
