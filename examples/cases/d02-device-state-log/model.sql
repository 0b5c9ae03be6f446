-- Devices report their state every five minutes while it is not normal; an operator may pass a log to a supervisor.
-- A log has an id of its own, since two reports of one device may carry the same state and second.
-- model device-state-log  prices=us-east-1/on-demand
CREATE TABLE log (                        -- rows=50M
  device_id    varchar(20) NOT NULL CHECK (length(device_id) >= 1 AND device_id NOT GLOB '*[^A-Za-z0-9_-]*'),  -- avg=8 distinct=20k
  at           timestamp(0) NOT NULL,
  log_id       ulid NOT NULL,
  state        varchar(10) NOT NULL CHECK (state IN ('NORMAL', 'WARNING1', 'WARNING2', 'WARNING3', 'WARNING4')),
  operator     varchar(20) NOT NULL CHECK (length(operator) >= 1 AND operator NOT GLOB '*[^A-Za-z0-9_-]*'),    -- avg=8 distinct=400
  escalated_to varchar(20) CHECK (length(escalated_to) >= 1 AND escalated_to NOT GLOB '*[^A-Za-z0-9_-]*'),     -- avg=8 distinct=40
  PRIMARY KEY (device_id, log_id)
);
-- question device-timeline rate=20/s rows=100            -- P2
SELECT * FROM log WHERE device_id = :device ORDER BY at DESC LIMIT 100;
-- question device-in-state rate=10/s rows=50             -- P3
SELECT * FROM log WHERE device_id = :device AND state = :state ORDER BY at DESC LIMIT 100;
-- question device-warnings rate=5/s rows=50              -- P4, newest first
SELECT * FROM log WHERE device_id = :device AND state IN ('WARNING1', 'WARNING2', 'WARNING3', 'WARNING4')
 ORDER BY at DESC LIMIT 100;
-- question operator-shift rate=1/s rows=200              -- P5
SELECT * FROM log WHERE operator = :operator AND at BETWEEN :from AND :to ORDER BY at LIMIT 500;
-- question escalated rate=1/s rows=50                    -- P6, newest first
SELECT * FROM log WHERE escalated_to = :supervisor ORDER BY at DESC LIMIT 100;
-- question escalated-in-state rate=1/s rows=20           -- P7
SELECT * FROM log WHERE escalated_to = :supervisor AND state = :state ORDER BY at LIMIT 100;
-- question escalated-in-state-on-day rate=0.2/s rows=5   -- P8
SELECT * FROM log WHERE escalated_to = :supervisor AND state = :state AND date(at) = :day LIMIT 100;
-- write report rate=70/s                                 -- P1
INSERT OR IGNORE INTO log VALUES (:device_id, :at, :log_id, :state, :operator, NULL);
-- write escalate rate=0.7/s                              -- the operator has the log before him
UPDATE log SET escalated_to = :supervisor WHERE device_id = :device AND at = :at AND log_id = :log AND state = :state;
