-- All rows of a player live together so that login reads them at once; single parts are read and updated on their own.
-- model game-player-profiles  prices=us-east-1/on-demand
CREATE TABLE player (                     -- rows=10M
  player_id  ulid PRIMARY KEY,
  nickname   varchar(30) NOT NULL,        -- avg=10
  level      int NOT NULL CHECK (level BETWEEN 1 AND 999),
  health     int NOT NULL CHECK (health BETWEEN 0 AND 10000),
  experience int NOT NULL CHECK (experience BETWEEN 0 AND 999999999),
  currency   int NOT NULL CHECK (currency BETWEEN 0 AND 999999999)
);
CREATE TABLE friends (                    -- rows=10M
  player_id   ulid PRIMARY KEY REFERENCES player,  -- per=1 max=1
  friend_list json                        -- avg=600
);
CREATE TABLE item (                       -- rows=400M
  player_id ulid NOT NULL REFERENCES player,  -- per=40 max=400
  item_id   ulid NOT NULL,
  name      varchar(40) NOT NULL,         -- avg=14
  kind      varchar(12) NOT NULL CHECK (kind IN ('Consumable', 'Weapon', 'Armor')),
  quantity  int NOT NULL CHECK (quantity BETWEEN 0 AND 9999),
  PRIMARY KEY (player_id, item_id)
);
CREATE TABLE equipment (                  -- rows=60M
  player_id ulid NOT NULL REFERENCES player,  -- per=6 max=12
  equip_id  ulid NOT NULL,
  name      varchar(40) NOT NULL,         -- avg=14
  slot      varchar(12) NOT NULL,         -- avg=6
  PRIMARY KEY (player_id, equip_id)
);
CREATE TABLE task (                       -- rows=100M
  player_id ulid NOT NULL REFERENCES player,  -- per=10 max=50
  task_id   ulid NOT NULL,
  status    varchar(10) NOT NULL,         -- avg=6
  reward    json,                         -- avg=80
  PRIMARY KEY (player_id, task_id)
);
CREATE TABLE activity (                   -- rows=50M
  player_id   ulid NOT NULL REFERENCES player,  -- per=5 max=20
  activity_id ulid NOT NULL,
  kind        varchar(20) NOT NULL,       -- avg=8
  starts      int NOT NULL CHECK (starts BETWEEN 0 AND 9999999999),
  ends        int NOT NULL CHECK (ends BETWEEN 0 AND 9999999999),
  PRIMARY KEY (player_id, activity_id)
);
-- question friends-of rate=100/s      -- P1
SELECT friend_list FROM friends WHERE player_id = :player;
-- question login rate=200/s           -- P2
SELECT * FROM player WHERE player_id = :player;
SELECT * FROM friends WHERE player_id = :player;
SELECT * FROM item WHERE player_id = :player;
SELECT * FROM equipment WHERE player_id = :player;
SELECT * FROM task WHERE player_id = :player;
SELECT * FROM activity WHERE player_id = :player;
-- question items rate=100/s           -- P3
SELECT * FROM item WHERE player_id = :player;
-- question items-of-kind rate=40/s    -- P4
SELECT * FROM item WHERE player_id = :player AND kind = :kind;
-- write join rate=2/s
INSERT OR IGNORE INTO player VALUES (:player_id, :nickname, :level, :health, :experience, :currency);
-- write befriend rate=5/s
UPDATE friends SET friend_list = :friends WHERE player_id = :player;
-- write loot rate=40/s
INSERT OR IGNORE INTO item VALUES (:player_id, :item_id, :name, :kind, :quantity);
-- write spend rate=20/s               -- P5: the caller hands in the sum of price and floor
UPDATE player SET currency = currency - :price WHERE player_id = :player AND currency >= :floor_and_price;
-- write use rate=60/s                 -- P6
UPDATE item SET quantity = quantity - 1 WHERE player_id = :player AND item_id = :item AND quantity >= 1;
