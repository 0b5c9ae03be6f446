-- model stale-copy  prices=us-east-1/on-demand
CREATE TABLE player (  -- rows=10000
  player_id ulid PRIMARY KEY,
  handle    varchar(20) NOT NULL
);
CREATE TABLE rating (  -- rows=10000
  season    char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Za-z0-9_-]*'),  -- distinct=1000
  player_id ulid NOT NULL REFERENCES player,  -- per=1 max=10
  rating    int NOT NULL CHECK (rating BETWEEN -500 AND 9999),
  PRIMARY KEY (season, player_id)
);
-- question top rate=1/s
SELECT r.player_id, p.handle, r.rating FROM rating r JOIN player p USING (player_id)
 WHERE r.season = :season ORDER BY r.rating DESC, r.player_id LIMIT 10;
-- write join rate=1/s
INSERT INTO player;
-- write rename rate=1/s
UPDATE player SET handle = :handle WHERE player_id = :player;
-- write enter rate=1/s
INSERT INTO rating;
-- write rate rate=1/s
UPDATE rating SET rating = :rating WHERE season = :season AND player_id = :player;
