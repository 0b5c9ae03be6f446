-- Users create, join and leave rooms and post comments; a room shows its comments by time.
-- A comment has an id of its own, since one user may post twice in one millisecond.
-- model chat  prices=us-east-1/on-demand
CREATE TABLE room (                       -- rows=100k
  room_id    varchar(30) PRIMARY KEY CHECK (length(room_id) >= 1 AND room_id NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=10
  created_by ulid NOT NULL
);
CREATE TABLE membership (                 -- rows=5M
  user_id ulid NOT NULL,                  -- distinct=1M
  room_id varchar(30) NOT NULL REFERENCES room CHECK (length(room_id) >= 1 AND room_id NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=10 per=50 max=5000
  PRIMARY KEY (user_id, room_id)
);
CREATE TABLE comment (                    -- rows=2G
  comment_id ulid PRIMARY KEY,
  room_id    varchar(30) NOT NULL REFERENCES room CHECK (length(room_id) >= 1 AND room_id NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=10 per=20k max=10M
  user_id    ulid NOT NULL,
  body       varchar(2000) NOT NULL,      -- avg=120
  created_at timestamp(3) NOT NULL
);
-- question comments rate=20/s rows=100  -- P6
SELECT * FROM comment WHERE room_id = :room ORDER BY created_at LIMIT 100;
-- question latest rate=200/s rows=10    -- P7
SELECT * FROM comment WHERE room_id = :room ORDER BY created_at DESC LIMIT 10;
-- question since rate=100/s rows=20     -- P8
SELECT * FROM comment WHERE room_id = :room AND created_at > :t ORDER BY created_at LIMIT 100;
-- question between rate=5/s rows=50     -- P9
SELECT * FROM comment WHERE room_id = :room AND created_at BETWEEN :a AND :b ORDER BY created_at LIMIT 500;
-- question members rate=20/s            -- P10
SELECT user_id FROM membership WHERE room_id = :room;
-- write open rate=0.1/s                 -- P1
INSERT OR IGNORE INTO room VALUES (:room_id, :created_by);
-- write close rate=0.01/s               -- P2
DELETE FROM room WHERE room_id = :room AND created_by = :user;
-- write join rate=2/s                   -- P3
INSERT OR IGNORE INTO membership VALUES (:user_id, :room_id);
-- write leave rate=1/s                  -- P4
DELETE FROM membership WHERE user_id = :user AND room_id = :room;
-- write post rate=60/s                  -- P5
INSERT OR IGNORE INTO comment VALUES (:comment_id, :room_id, :user_id, :body, :created_at);
