-- model order-by-part-of-the-key  prices=us-east-1/on-demand
CREATE TABLE rating (  -- rows=10000
  season    char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Za-z0-9_-]*'),  -- distinct=1000
  player_id ulid NOT NULL,
  rating    int NOT NULL CHECK (rating BETWEEN -500 AND 9999),
  PRIMARY KEY (season, player_id)
);
-- question worst rate=1/s
SELECT player_id, rating FROM rating WHERE season = :season ORDER BY rating, player_id LIMIT 10;
-- write enter rate=1/s
INSERT INTO rating;
-- write rate rate=1/s
UPDATE rating SET rating = :rating WHERE season = :season AND player_id = :player;
