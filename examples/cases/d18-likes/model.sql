-- Users like items; both sides list the likes in time order with the other side's details.
-- A user likes an item once, so the pair is the key.
-- model likes  prices=us-east-1/on-demand
CREATE TABLE user (                       -- rows=100
  user_id ulid PRIMARY KEY,
  name    varchar(60) NOT NULL,           -- avg=14
  email   varchar(120) NOT NULL           -- avg=24
);
CREATE TABLE item (                       -- rows=1000
  item_id     ulid PRIMARY KEY,
  title       varchar(80) NOT NULL,       -- avg=24
  description varchar(2000)               -- avg=300
);
CREATE TABLE likes (                      -- rows=10k
  user_id  ulid NOT NULL REFERENCES user, -- per=100 max=1000
  item_id  ulid NOT NULL REFERENCES item, -- per=10 max=100
  like_id  ulid NOT NULL,
  liked_at timestamp(3) NOT NULL,
  PRIMARY KEY (user_id, item_id)
);
-- question user-by-id rate=50/s              -- P1
SELECT * FROM user WHERE user_id = :u;
-- question item-by-id rate=200/s             -- P2
SELECT * FROM item WHERE item_id = :i;
-- question liked-items rate=50/s rows=50     -- P3
SELECT l.liked_at, i.item_id, i.title, i.description FROM likes l JOIN item i USING (item_id)
 WHERE l.user_id = :u ORDER BY l.liked_at LIMIT 50;
-- question liking-users rate=50/s rows=10    -- P4
SELECT l.liked_at, u.user_id, u.name, u.email FROM likes l JOIN user u USING (user_id)
 WHERE l.item_id = :i ORDER BY l.liked_at LIMIT 50;
-- write sign-up rate=0.1/s
INSERT OR IGNORE INTO user VALUES (:user_id, :name, :email);
-- write offer rate=0.5/s
INSERT OR IGNORE INTO item VALUES (:item_id, :title, :description);
-- write like rate=20/s                       -- P5
INSERT OR IGNORE INTO likes VALUES (:user_id, :item_id, :like_id, :liked_at);
-- write retitle rate=0.05/s                  -- P6
UPDATE item SET title = :t WHERE item_id = :i;
