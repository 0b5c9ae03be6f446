-- model features  prices=us-east-1/on-demand
-- Every construct of the language that a request can answer, once.
CREATE TABLE team (  -- rows=1000
  team_id varchar(8) PRIMARY KEY CHECK (length(team_id) >= 1),
  name    varchar(20) NOT NULL
);
CREATE TABLE game (  -- rows=10000
  game_id   ulid PRIMARY KEY,
  home      varchar(8) NOT NULL REFERENCES team CHECK (length(home) >= 1),     -- per=10 max=50
  away      varchar(8) NOT NULL REFERENCES team CHECK (length(away) >= 1),     -- per=10 max=50
  referee   varchar(8) REFERENCES team CHECK (length(referee) >= 1),  -- per=10 max=50
  starts_at timestamp(0) NOT NULL,
  score     int CHECK (score BETWEEN 0 AND 99),
  price     numeric(7,2) NOT NULL,
  label     varchar(10) NOT NULL,
  open      boolean NOT NULL
);
-- question games-of-home rate=1/s
SELECT g.game_id, h.name AS home_name, a.name AS away_name, g.starts_at FROM game g
  JOIN team h ON h.team_id = g.home JOIN team a ON a.team_id = g.away
 WHERE g.home = :team ORDER BY g.starts_at DESC LIMIT 5;
-- question games-by-ids rate=1/s rows=3
SELECT * FROM game WHERE game_id IN (:ids);
-- question has-games rate=1/s
SELECT EXISTS (SELECT 1 FROM game WHERE home = :team);
-- question games-of-day rate=1/s rows=10
SELECT * FROM game WHERE date(starts_at) = :day AND label LIKE :start || '%' ORDER BY label;
-- question games-of-label rate=1/s rows=10
SELECT game_id, label, price FROM game WHERE lower(label) = :label ORDER BY price DESC;
-- question cheaper rate=1/s rows=10
SELECT game_id, price FROM game WHERE home = :team AND price < :price ORDER BY price DESC;
-- question games-of-away rate=1/s rows=10
SELECT g.game_id, g.score, r.name FROM game g LEFT JOIN team r ON r.team_id = g.referee
 WHERE g.away = :team ORDER BY g.score, g.game_id;
-- question game-from-score rate=1/s
SELECT game_id, score FROM game WHERE game_id = :id AND score >= :least;
-- question open-games rate=1/s max=10
SELECT game_id, starts_at FROM game WHERE home = :team AND open AND score IS NOT NULL ORDER BY starts_at LIMIT :n;
-- write found rate=1/s
INSERT OR IGNORE INTO team VALUES (:team_id, :name);
-- write rename rate=1/s
UPDATE team SET name = :name WHERE team_id = :team;
-- write plan rate=1/s
INSERT INTO game VALUES (:game_id, :home, :away, :referee, :starts_at, NULL, :price, :label, TRUE);
-- write replace rate=1/s
INSERT OR REPLACE INTO game VALUES (:game_id, :home, :away, :referee, :starts_at, :score, :price, :label, :open);
-- write goal rate=1/s
UPDATE game SET score = score + :n WHERE game_id = :id AND open;
-- write kick-off rate=1/s
UPDATE game SET score = 0, referee = :referee WHERE game_id = :id AND score IS NULL;
-- write close rate=1/s
UPDATE game SET open = FALSE, label = :label WHERE game_id = :id;
-- write cancel rate=1/s
DELETE FROM game WHERE game_id = :id AND open;
