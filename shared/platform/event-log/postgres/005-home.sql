-- Where this installation's events are. The tables around them hold places in that log, which mean nothing in another.
CREATE TABLE event_log_home (
  id int PRIMARY KEY CHECK (id = 1),
  kind text NOT NULL CHECK (kind IN ('postgres', 'eventstoredb'))
);
INSERT INTO event_log_home SELECT 1, 'postgres' WHERE EXISTS (SELECT FROM event_log);
