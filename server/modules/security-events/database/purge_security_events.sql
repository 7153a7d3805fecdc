-- Deletes events that are older than the retention and than 90 days, and returns their ids.

-- Why here: a role that does not own the table may not delete, and calls this function instead (docs/operate.md).
CREATE OR REPLACE FUNCTION purge_security_events(before timestamptz, most integer)
RETURNS SETOF integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM security_event WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM security_event WHERE occurred_at < least(before, clock_timestamp() - interval '90 days') ORDER BY occurred_at LIMIT most))
  RETURNING id
$$;
REVOKE ALL ON FUNCTION purge_security_events(before timestamptz, most integer) FROM PUBLIC;
