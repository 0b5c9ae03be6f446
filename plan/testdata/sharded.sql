-- model board   prices=us-east-1/on-demand headroom=50%

-- A leaderboard that more is written to than one partition key takes.

CREATE TABLE player (player_id ulid PRIMARY KEY, handle varchar(20) NOT NULL); -- rows=1M avg.handle=8

CREATE TABLE rating (                        -- rows=1M
  season     char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Z0-9-]*'), -- distinct=4 top=100%
  player_id  ulid NOT NULL REFERENCES player,
  rating     int NOT NULL CHECK (rating BETWEEN 0 AND 99999),
  country    char(2) NOT NULL CHECK (country NOT GLOB '*[^A-Z]*'), -- distinct=200 top=10%
  seen       date,
  state      text NOT NULL CHECK (state IN ('BANNED', 'FINE')),
  PRIMARY KEY (season, player_id)
);

-- question player rate=10/s
SELECT * FROM player WHERE player_id = :p;

-- question mine rate=5/s
SELECT * FROM rating WHERE season = :season AND player_id = :p;

-- question top-n rate=5/s shards=auto
SELECT season, player_id, rating FROM rating WHERE season = :season ORDER BY rating DESC, player_id LIMIT 100;

-- question between rate=1/s shards=auto rows=50
SELECT player_id, rating FROM rating WHERE season = :season AND rating BETWEEN :low AND :high ORDER BY rating DESC LIMIT 200;

-- question of-country rate=1/s shards=3 rows=60
SELECT player_id, seen FROM rating WHERE season = :season AND country = :country ORDER BY seen, player_id LIMIT 60;

-- question rare rate=1/s shards=auto rows=1000
SELECT player_id, rating FROM rating WHERE state = 'BANNED' AND rating > :floor;

-- question cool rate=1/s shards=auto
SELECT player_id FROM player WHERE handle = :handle LIMIT 10;

-- write join rate=1/s
INSERT INTO player VALUES (:player_id, :handle);

-- write enter rate=1/s share.state.BANNED=1%
INSERT OR IGNORE INTO rating VALUES (:season, :player_id, :rating, :country, :seen, :state);

-- write rate rate=900/s
UPDATE rating SET rating = :rating WHERE season = :season AND player_id = :player;

-- write ban rate=1/day
UPDATE rating SET state = 'BANNED' WHERE season = :season AND player_id = :player;
