-- Machines on factory lines; every state change is kept; the latest state is read all the time.
-- model equipment-versions  prices=us-east-1/on-demand
CREATE TABLE equipment (                  -- rows=100k
  equipment_id varchar(20) PRIMARY KEY CHECK (length(equipment_id) >= 1 AND equipment_id NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=8
  name         varchar(60) NOT NULL,      -- avg=20
  factory_id   char(4) NOT NULL,
  line_id      char(4) NOT NULL
);
CREATE TABLE version (                    -- rows=200M
  equipment_id varchar(20) NOT NULL REFERENCES equipment CHECK (length(equipment_id) >= 1 AND equipment_id NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=8 per=2000 max=100000
  no           int NOT NULL CHECK (no BETWEEN 1 AND 999999),
  at           timestamp(0) NOT NULL,
  state        varchar(400) NOT NULL,     -- avg=80
  PRIMARY KEY (equipment_id, no)
);
-- question latest rate=400/s             -- P3
SELECT * FROM version WHERE equipment_id = :e ORDER BY no DESC LIMIT 1;
-- question versions rate=5/s rows=50     -- P4
SELECT * FROM version WHERE equipment_id = :e ORDER BY no DESC LIMIT 50;
-- question version-by-number rate=10/s   -- P5
SELECT * FROM version WHERE equipment_id = :e AND no = :n;
-- write register rate=0.01/s             -- P1
INSERT OR IGNORE INTO equipment VALUES (:equipment_id, :name, :factory_id, :line_id);
-- write change rate=70/s                 -- P2
INSERT OR IGNORE INTO version VALUES (:equipment_id, :no, :at, :state);
