-- Deletes events of an account whose deletion has started, and returns their ids.

-- Why here: a role that does not own the table may not delete, and calls this function instead (docs/operate.md).
CREATE OR REPLACE FUNCTION delete_security_events(of_account integer, most integer)
RETURNS SETOF integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM security_event WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM security_event e JOIN account_deletion d ON d.account_id = e.account_id AND d.started_at IS NOT NULL
    WHERE e.account_id = of_account LIMIT most))
  RETURNING id
$$;
REVOKE ALL ON FUNCTION delete_security_events(of_account integer, most integer) FROM PUBLIC;
