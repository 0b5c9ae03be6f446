-- Players open games on a map; others join until fifty are in; the creator starts the game; results are kept per player and game.
-- model battle-royale  prices=us-east-1/on-demand
CREATE TABLE user (                       -- rows=50M
  username  varchar(30) PRIMARY KEY CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=10
  name      varchar(80) NOT NULL,         -- avg=16
  email     varchar(120) NOT NULL,        -- avg=24
  address   varchar(200),                 -- avg=50
  birthdate date NOT NULL
);
CREATE TABLE game (                       -- rows=5M
  game_id    uuid PRIMARY KEY,
  map        varchar(20) NOT NULL CHECK (length(map) >= 1 AND map NOT GLOB '*[^A-Za-z0-9 ]*'),               -- avg=12 distinct=8
  creator    varchar(30) NOT NULL CHECK (length(creator) >= 1 AND creator NOT GLOB '*[^A-Za-z0-9_-]*'),      -- avg=10
  created_at timestamp(3) NOT NULL,
  opened_at  timestamp(3),
  started_at timestamp(3),
  people     int NOT NULL CHECK (people BETWEEN 0 AND 50)
);
CREATE TABLE play (                       -- rows=250M
  game_id  uuid NOT NULL REFERENCES game,  -- per=50 max=50
  username varchar(30) NOT NULL REFERENCES user CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=10 per=5 max=5000
  place    int CHECK (place BETWEEN 1 AND 50),
  kills    int NOT NULL CHECK (kills BETWEEN 0 AND 49),
  PRIMARY KEY (game_id, username)
);
-- question user-by-name rate=200/s             -- P2
SELECT * FROM user WHERE username = :u;
-- question game-with-players rate=100/s        -- P4
SELECT * FROM game WHERE game_id = :g;
SELECT * FROM play WHERE game_id = :g;
-- question open-on-map rate=50/s rows=20       -- P5
SELECT * FROM game WHERE map = :map AND opened_at IS NOT NULL ORDER BY opened_at LIMIT 50;
-- question open-anywhere rate=20/s rows=50     -- P6
SELECT * FROM game WHERE opened_at IS NOT NULL LIMIT 50;
-- question games-of rate=60/s rows=5           -- P10
SELECT * FROM play WHERE username = :u LIMIT 50;
-- question past-games-of rate=20/s rows=5      -- not asked by the source: games that are over, with their map
SELECT p.game_id, g.map, g.started_at, p.place FROM play p JOIN game g USING (game_id)
 WHERE p.username = :u AND p.place IS NOT NULL LIMIT 50;
-- write sign-up rate=1/s                       -- P1
INSERT OR IGNORE INTO user VALUES (:username, :name, :email, :address, :birthdate);
-- write open rate=1/s                          -- P3
INSERT OR IGNORE INTO game VALUES (:game_id, :map, :creator, :created_at, :opened_at, NULL, 1);
-- write join-play rate=50/s                    -- P7
INSERT OR IGNORE INTO play VALUES (:game_id, :username, NULL, 0);
-- write join-game rate=50/s                    -- P7
UPDATE game SET people = people + 1 WHERE game_id = :g AND people < 50;
-- write start rate=1/s                         -- P8
UPDATE game SET started_at = :t, opened_at = NULL WHERE game_id = :g AND people = 50 AND creator = :u AND started_at IS NULL;
-- write result rate=50/s                       -- P9
UPDATE play SET place = :place, kills = :kills WHERE game_id = :g AND username = :u;
