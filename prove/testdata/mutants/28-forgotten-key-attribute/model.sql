-- model forgotten-key-attribute  prices=us-east-1/on-demand
CREATE TABLE task (  -- rows=10000
  owner_id ulid NOT NULL,  -- distinct=1000
  task_id  ulid NOT NULL,
  status   varchar(4) NOT NULL CHECK (status IN ('OPEN', 'DONE')),
  due      date NOT NULL,
  PRIMARY KEY (owner_id, task_id)
);
-- question open-tasks rate=1/s rows=10
SELECT * FROM task WHERE owner_id = :owner AND status = 'OPEN' ORDER BY due;
-- write add rate=1/s
INSERT INTO task;
-- write set rate=1/s
UPDATE task SET status = :status WHERE owner_id = :owner AND task_id = :task;
-- write postpone rate=1/s
UPDATE task SET due = :due WHERE owner_id = :owner AND task_id = :task;
