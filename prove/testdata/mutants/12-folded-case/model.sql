-- model folded-case  prices=us-east-1/on-demand
CREATE TABLE player (  -- rows=10000
  player_id ulid PRIMARY KEY,
  handle    varchar(20) NOT NULL,
  country   char(2) NOT NULL,
  avatar    varchar(40)
);
-- question by-handle rate=1/s rows=1
SELECT player_id, handle, country, avatar FROM player WHERE handle = :handle;
-- write join rate=1/s
INSERT INTO player;
-- write rename rate=1/s
UPDATE player SET handle = :handle WHERE player_id = :player;
-- write leave rate=0.1/s
DELETE FROM player WHERE player_id = :player;
