-- model leaderboard   prices=us-east-1/on-demand headroom=50%
CREATE TABLE player (                       -- rows=1M
  player_id  ulid PRIMARY KEY,
  handle     varchar(20) NOT NULL UNIQUE,   -- avg=12
  country    char(2) NOT NULL,
  avatar     varchar(200),                  -- avg=60
  bio        varchar(1000),                 -- avg=200
  created_at timestamp(3) NOT NULL);
CREATE TABLE match (                        -- rows=200M
  player_id ulid NOT NULL REFERENCES player,  -- per=200 max=20000
  match_id  ulid NOT NULL,
  played_at timestamp(3) NOT NULL,
  opponent  ulid NOT NULL,  score int NOT NULL CHECK (score BETWEEN 0 AND 9999),
  PRIMARY KEY (player_id, match_id));
CREATE TABLE rating (                       -- rows=1M
  season char(7) NOT NULL,                  -- distinct=4 top=100%
  player_id ulid NOT NULL REFERENCES player,
  rating int NOT NULL CHECK (rating BETWEEN -500 AND 9999),
  games  int NOT NULL,
  PRIMARY KEY (season, player_id));
-- question player-by-id      rate=500/s consistency=strong
SELECT * FROM player WHERE player_id = :player;
-- question player-by-handle  rate=20/s
SELECT player_id, handle, country, avatar FROM player WHERE handle = :handle;
-- question recent-matches    rate=200/s
SELECT * FROM match WHERE player_id = :player ORDER BY played_at DESC LIMIT 20;
-- question top-n             rate=50/s
SELECT r.player_id, p.handle, r.rating FROM rating r JOIN player p USING (player_id)
 WHERE r.season = :season ORDER BY r.rating DESC, r.player_id LIMIT 100;
-- write join rate=1/s
INSERT INTO player;
-- write rename rate=0.1/s
UPDATE player SET handle = :handle WHERE player_id = :player;
-- write play rate=200/s
INSERT INTO match;
-- write rate rate=100/s
UPDATE rating SET rating = :rating, games = :games WHERE season = :season AND player_id = :player;

