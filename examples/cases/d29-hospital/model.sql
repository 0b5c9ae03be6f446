-- Doctors and nurses belong to hospitals; patients are admitted to rooms, get treatments and medicine; others look by time.
-- A month or a year is asked for by its first day, or as the range from its first instant to its last.
-- model hospital  prices=us-east-1/on-demand
CREATE TABLE doctor (                     -- rows=5000
  doctor_id   varchar(12) PRIMARY KEY CHECK (length(doctor_id) >= 1 AND doctor_id NOT GLOB '*[^A-Za-z0-9]*'),        -- avg=5
  hospital_id varchar(12) NOT NULL CHECK (length(hospital_id) >= 1 AND hospital_id NOT GLOB '*[^A-Za-z0-9]*'),       -- avg=4 distinct=100
  specialty   varchar(40) NOT NULL CHECK (length(specialty) >= 1),  -- avg=12 distinct=60
  name        varchar(80) NOT NULL        -- avg=16
);
CREATE TABLE nurse (                      -- rows=20k
  nurse_id    varchar(12) PRIMARY KEY CHECK (length(nurse_id) >= 1 AND nurse_id NOT GLOB '*[^A-Za-z0-9]*'),          -- avg=5
  hospital_id varchar(12) NOT NULL CHECK (length(hospital_id) >= 1 AND hospital_id NOT GLOB '*[^A-Za-z0-9]*'),       -- avg=4 distinct=100
  name        varchar(80) NOT NULL        -- avg=16
);
CREATE TABLE patient (                    -- rows=2M
  patient_id varchar(12) PRIMARY KEY CHECK (length(patient_id) >= 1 AND patient_id NOT GLOB '*[^A-Za-z0-9]*'),       -- avg=8
  name       varchar(80) NOT NULL,        -- avg=16
  born       date NOT NULL
);
CREATE TABLE room (                       -- rows=10k
  room_id     varchar(12) PRIMARY KEY CHECK (length(room_id) >= 1 AND room_id NOT GLOB '*[^A-Za-z0-9]*'),            -- avg=5
  hospital_id varchar(12) NOT NULL CHECK (length(hospital_id) >= 1 AND hospital_id NOT GLOB '*[^A-Za-z0-9]*')        -- avg=4 distinct=100
);
CREATE TABLE treatment (                  -- rows=20M
  treatment_id ulid PRIMARY KEY,
  patient_id   varchar(12) NOT NULL REFERENCES patient CHECK (length(patient_id) >= 1 AND patient_id NOT GLOB '*[^A-Za-z0-9]*'),  -- avg=8 per=10 max=500
  doctor_id    varchar(12) NOT NULL REFERENCES doctor CHECK (length(doctor_id) >= 1 AND doctor_id NOT GLOB '*[^A-Za-z0-9]*'),     -- avg=5 per=4000 max=40000
  hospital_id  varchar(12) NOT NULL CHECK (length(hospital_id) >= 1 AND hospital_id NOT GLOB '*[^A-Za-z0-9]*'),      -- avg=4 distinct=100
  at           timestamp(0) NOT NULL,
  diagnosis    varchar(400) NOT NULL      -- avg=60
);
CREATE TABLE medicine (                   -- rows=60M
  patient_id  varchar(12) NOT NULL REFERENCES patient CHECK (length(patient_id) >= 1 AND patient_id NOT GLOB '*[^A-Za-z0-9]*'),   -- avg=8 per=30 max=1000
  at          timestamp(0) NOT NULL,
  medicine_id varchar(12) NOT NULL CHECK (length(medicine_id) >= 1 AND medicine_id NOT GLOB '*[^A-Za-z0-9]*'),       -- avg=6
  doctor_id   varchar(12) NOT NULL REFERENCES doctor CHECK (length(doctor_id) >= 1 AND doctor_id NOT GLOB '*[^A-Za-z0-9]*'),      -- avg=5 per=12000 max=120000
  dose        varchar(60) NOT NULL,       -- avg=12
  PRIMARY KEY (patient_id, at, medicine_id)
);
CREATE TABLE admission (                  -- rows=3M
  patient_id  varchar(12) NOT NULL CHECK (length(patient_id) >= 1 AND patient_id NOT GLOB '*[^A-Za-z0-9]*'),         -- avg=8 distinct=1M
  at          timestamp(0) NOT NULL,
  room_id     varchar(12) NOT NULL REFERENCES room CHECK (length(room_id) >= 1 AND room_id NOT GLOB '*[^A-Za-z0-9]*'),            -- avg=5 per=300 max=3000
  nurse_id    varchar(12) NOT NULL REFERENCES nurse CHECK (length(nurse_id) >= 1 AND nurse_id NOT GLOB '*[^A-Za-z0-9]*'),         -- avg=5 per=150 max=3000
  hospital_id varchar(12) NOT NULL CHECK (length(hospital_id) >= 1 AND hospital_id NOT GLOB '*[^A-Za-z0-9]*'),       -- avg=4 distinct=100
  condition   varchar(8) NOT NULL CHECK (condition IN ('normal', 'serious', 'critical')),
  discharge   timestamp(0),
  PRIMARY KEY (patient_id, at, room_id)
);
CREATE TABLE activity (                   -- rows=100M
  activity_id ulid PRIMARY KEY,
  nurse_id    varchar(12) NOT NULL REFERENCES nurse CHECK (length(nurse_id) >= 1 AND nurse_id NOT GLOB '*[^A-Za-z0-9]*'),         -- avg=5 per=5000 max=50000
  patient_id  varchar(12) NOT NULL REFERENCES patient CHECK (length(patient_id) >= 1 AND patient_id NOT GLOB '*[^A-Za-z0-9]*'),   -- avg=8 per=50 max=2000
  at          timestamp(0) NOT NULL,
  what        varchar(200) NOT NULL       -- avg=30
);
-- question events-of-patient rate=20/s rows=20        -- P1
SELECT * FROM treatment WHERE patient_id = :p AND date(at) >= :m;
SELECT * FROM medicine WHERE patient_id = :p AND date(at) >= :m;
SELECT * FROM admission WHERE patient_id = :p AND date(at) >= :m;
-- question medicine-of-patient rate=10/s rows=10      -- P2
SELECT * FROM medicine WHERE patient_id = :p AND date(at) >= :y LIMIT 200;
-- question treatments-by-doctor rate=2/s rows=100     -- P3
SELECT * FROM treatment WHERE doctor_id = :d ORDER BY at LIMIT 200;
-- question medicine-by-doctor rate=2/s rows=100       -- P4
SELECT * FROM medicine WHERE doctor_id = :d ORDER BY at LIMIT 200;
-- question doctors-of-specialty rate=2/s rows=3       -- P5
SELECT * FROM doctor WHERE specialty = :s AND hospital_id = :h;
-- question treatments-in-hospital rate=0.1/s rows=200  -- P6
SELECT * FROM treatment WHERE hospital_id = :h AND at BETWEEN :first AND :last LIMIT 200;
-- question admissions-to-room rate=0.1/s rows=50      -- P7
SELECT * FROM admission WHERE room_id = :r AND at BETWEEN :first AND :last LIMIT 200;
-- question admissions-to-hospital rate=0.1/s rows=200  -- P8
SELECT * FROM admission WHERE hospital_id = :h AND at BETWEEN :first AND :last LIMIT 200;
-- question admissions-in-normal rate=0.1/s rows=200   -- P9
SELECT * FROM admission WHERE condition = 'normal' ORDER BY discharge LIMIT 200;
-- question activities-of-nurse rate=2/s rows=100      -- P10
SELECT * FROM activity WHERE nurse_id = :n ORDER BY at LIMIT 200;
-- write enrol rate=0.1/s
INSERT OR IGNORE INTO patient VALUES (:patient_id, :name, :born);
-- write treat rate=0.6/s
INSERT OR IGNORE INTO treatment VALUES (:treatment_id, :patient_id, :doctor_id, :hospital_id, :at, :diagnosis);
-- write prescribe rate=2/s
INSERT OR IGNORE INTO medicine VALUES (:patient_id, :at, :medicine_id, :doctor_id, :dose);
-- write admit rate=0.1/s share.condition.normal=60%
INSERT OR IGNORE INTO admission VALUES (:patient_id, :at, :room_id, :nurse_id, :hospital_id, :condition, NULL);
-- write discharge rate=0.1/s
UPDATE admission SET discharge = :t WHERE patient_id = :p AND at = :at AND room_id = :r;
-- write act rate=3/s
INSERT OR IGNORE INTO activity VALUES (:activity_id, :nurse_id, :patient_id, :at, :what);
