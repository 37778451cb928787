-- How far a copy into another log has come: after the event at `source` there, `destination` here. One row a page.
CREATE TABLE event_log_copy (
  at bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  into_kind text NOT NULL,
  source text NOT NULL,
  destination text NOT NULL,
  events bigint NOT NULL
);
-- The last anchor before the log was moved holds everything up to a place of the old log; which place that is in this one.
ALTER TABLE event_log_home ADD anchor int, ADD anchored_to text;
