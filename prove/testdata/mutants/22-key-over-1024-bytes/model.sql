-- model key-over-1024-bytes  prices=us-east-1/on-demand
CREATE TABLE page (  -- rows=10000
  site_id ulid NOT NULL,  -- distinct=1000
  path    varchar(300) NOT NULL CHECK (length(path) >= 1),
  title   varchar(40) NOT NULL,
  PRIMARY KEY (site_id, path)
);
-- question page rate=1/s
SELECT * FROM page WHERE site_id = :site AND path = :path;
-- write publish rate=1/s
INSERT INTO page;
