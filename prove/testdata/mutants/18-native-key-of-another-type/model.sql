-- model native-key-of-another-type  prices=us-east-1/on-demand
CREATE TABLE rating (  -- rows=10000
  season    char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Za-z0-9_-]*'),  -- distinct=1000
  player_id ulid NOT NULL,
  rating    int NOT NULL CHECK (rating BETWEEN -500 AND 9999),
  PRIMARY KEY (season, player_id)
);
CREATE TABLE award (  -- rows=1000
  award_id ulid PRIMARY KEY,
  season   char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Za-z0-9_-]*'),  -- distinct=1000
  rating   int NOT NULL CHECK (rating BETWEEN -500 AND 9999)
);
-- question top rate=1/s
SELECT player_id, rating FROM rating WHERE season = :season ORDER BY rating DESC LIMIT 10;
-- write enter rate=1/s
INSERT INTO rating;
-- write rate rate=1/s
UPDATE rating SET rating = :rating WHERE season = :season AND player_id = :player;
-- write give rate=1/s
INSERT INTO award;
