-- Player profiles, match results and per-season scores. Scores below zero are our addition.
-- model game-leaderboard  prices=us-east-1/on-demand
CREATE TABLE player (                     -- rows=1M
  player_id  ulid PRIMARY KEY,
  handle     varchar(20) NOT NULL UNIQUE CHECK (length(handle) >= 1),  -- avg=10
  name       varchar(60) NOT NULL,        -- avg=14
  created_at timestamp(3) NOT NULL
);
CREATE TABLE match (                      -- rows=100M
  player_id ulid NOT NULL REFERENCES player,  -- per=100 max=20000
  match_id  ulid NOT NULL,
  played_at timestamp(3) NOT NULL,
  score     int NOT NULL CHECK (score BETWEEN 0 AND 9999),
  result    varchar(4) NOT NULL CHECK (result IN ('win', 'loss', 'draw')),
  PRIMARY KEY (player_id, match_id)
);
CREATE TABLE score (                      -- rows=4M
  season_id  char(7) NOT NULL CHECK (season_id NOT GLOB '*[^A-Z0-9-]*'),  -- distinct=4 top=100%
  player_id  ulid NOT NULL REFERENCES player,  -- per=4 max=40
  score      bigint NOT NULL CHECK (score BETWEEN -500 AND 9999999999),
  updated_at timestamp(3) NOT NULL,
  PRIMARY KEY (season_id, player_id)
);
CREATE TABLE season (                     -- rows=4
  season_id char(7) PRIMARY KEY CHECK (season_id NOT GLOB '*[^A-Z0-9-]*'),
  starts    date NOT NULL,
  ends      date NOT NULL
);
-- question player-by-id rate=500/s          -- P1
SELECT * FROM player WHERE player_id = :p;
-- question player-by-handle rate=20/s       -- P2
SELECT * FROM player WHERE handle = :h;
-- question last-matches rate=200/s rows=20  -- P3
SELECT * FROM match WHERE player_id = :p ORDER BY played_at DESC LIMIT 20;
-- question top-n rate=50/s rows=100         -- P4
SELECT * FROM score WHERE season_id = :s ORDER BY score DESC LIMIT 100;
-- question score-of-player rate=100/s       -- P5
SELECT * FROM score WHERE season_id = :s AND player_id = :p;
-- question scores-of-player rate=20/s       -- P6
SELECT * FROM score WHERE player_id = :p;
-- question scores-between rate=1/s rows=100  -- P8
SELECT * FROM score WHERE season_id = :s AND score BETWEEN :a AND :b ORDER BY score LIMIT 100;
-- question season-by-id rate=50/s           -- P9
SELECT * FROM season WHERE season_id = :s;
-- question rank-of-player rate=10/s         -- P10
SELECT COUNT(*) FROM score WHERE season_id = :s AND score > :mine;
-- write join rate=1/s
INSERT OR IGNORE INTO player VALUES (:player_id, :handle, :name, :created_at);
-- write rename rate=0.1/s                   -- P11
UPDATE player SET handle = :handle WHERE player_id = :p;
-- write play rate=40/s
INSERT OR IGNORE INTO match VALUES (:player_id, :match_id, :played_at, :score, :result);
-- write enter rate=0.5/s
INSERT OR IGNORE INTO score VALUES (:season_id, :player_id, :score, :updated_at);
-- write improve rate=40/s                   -- P7
UPDATE score SET score = :x, updated_at = :t WHERE season_id = :s AND player_id = :p AND score < :x;
