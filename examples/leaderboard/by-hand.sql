-- model leaderboard-by-hand   prices=us-east-1/on-demand headroom=50%
-- table=leaderboard pk=partitionId sk=rangeId

-- The model of the two leaderboard designs that people publish: readable ids,
-- ratings from 0 to 99999, so that RATING#01842 is the whole truth. It differs
-- from model.sql in what those designs can express: among equal ratings the
-- leaderboard goes by descending player id, because one index has one direction.

CREATE TABLE player (                        -- rows=1M
  player_id  varchar(26) PRIMARY KEY         -- avg=6
             CHECK (length(player_id) >= 1 AND player_id NOT GLOB '*[^A-Za-z0-9]*'),
  handle     varchar(20) NOT NULL UNIQUE     -- avg=12
             CHECK (length(handle) >= 1 AND handle NOT GLOB '*[^A-Za-z0-9_]*'),
  country    char(2) NOT NULL,
  avatar     varchar(200),                   -- avg=60
  bio        varchar(1000),                  -- avg=200
  created_at timestamp(3) NOT NULL
);

CREATE TABLE match (                         -- rows=200M
  player_id  varchar(26) NOT NULL REFERENCES player CHECK (length(player_id) >= 1 AND player_id NOT GLOB '*[^A-Za-z0-9]*'), -- per=200 max=2000 avg=6
  match_id   ulid NOT NULL,
  played_at  timestamp(3) NOT NULL,
  opponent   varchar(26) NOT NULL,           -- avg=6
  score      int NOT NULL CHECK (score BETWEEN 0 AND 9999),
  PRIMARY KEY (player_id, match_id)
);

CREATE TABLE rating (                        -- rows=1M
  season     char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Z0-9-]*'), -- distinct=4 top=100%
  player_id  varchar(26) NOT NULL REFERENCES player CHECK (length(player_id) >= 1 AND player_id NOT GLOB '*[^A-Za-z0-9]*'), -- per=1 max=4 avg=6
  rating     int NOT NULL CHECK (rating BETWEEN 0 AND 99999),
  games      int NOT NULL,
  PRIMARY KEY (season, player_id)
);

-- question player-by-id      rate=500/s consistency=strong
SELECT * FROM player WHERE player_id = :player;

-- question player-page       rate=20/s
SELECT * FROM player WHERE player_id = :player;
SELECT * FROM match WHERE player_id = :player;
SELECT * FROM rating WHERE player_id = :player;

-- question recent-matches    rate=200/s
SELECT * FROM match WHERE player_id = :player ORDER BY played_at DESC LIMIT 20;

-- question top-n             rate=50/s
SELECT season, player_id, rating FROM rating WHERE season = :season ORDER BY rating DESC LIMIT 100;

-- question player-by-handle  rate=20/s
SELECT player_id, handle, country, avatar FROM player WHERE handle = :handle;

-- write join rate=1/s
INSERT OR IGNORE INTO player VALUES (:player_id, :handle, :country, :avatar, :bio, :created_at);

-- write rename rate=0.1/s
UPDATE player SET handle = :handle WHERE player_id = :player;

-- write play rate=200/s
INSERT OR IGNORE INTO match VALUES (:player_id, :match_id, :played_at, :opponent, :score);

-- write enter rate=1/s
INSERT OR IGNORE INTO rating VALUES (:season, :player_id, :rating, :games);

-- write rate rate=100/s
UPDATE rating SET rating = :rating, games = :games WHERE season = :season AND player_id = :player;
