-- model delimiter-in-a-value  prices=us-east-1/on-demand
CREATE TABLE doc (  -- rows=10000
  owner_id ulid NOT NULL,  -- distinct=100
  folder   varchar(12) NOT NULL,
  name     varchar(12) NOT NULL,
  size     int NOT NULL CHECK (size BETWEEN 0 AND 1000000),
  PRIMARY KEY (owner_id, folder, name)
);
-- question docs rate=1/s rows=20
SELECT * FROM doc WHERE owner_id = :owner ORDER BY folder, name;
-- question docs-of-folder rate=1/s rows=20
SELECT * FROM doc WHERE owner_id = :owner AND folder = :folder ORDER BY name;
-- write save rate=1/s
INSERT INTO doc;
-- write resize rate=1/s
UPDATE doc SET size = :size WHERE owner_id = :owner AND folder = :folder AND name = :name;
