-- The security log of an account is append-only like the audit log. Three things remain: erasing a subscriber replaces their address in a
-- summary, the retention deletes what is older than 90 days, and an account whose deletion has started takes its log with it. A role that
-- does not own the table does them through the functions below.
CREATE OR REPLACE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.account_id, NEW.id, NEW.kind, NEW.app_id, NEW.user_id, NEW.occurred_at)
      IS NOT DISTINCT FROM (OLD.account_id, OLD.id, OLD.kind, OLD.app_id, OLD.user_id, OLD.occurred_at)
      AND (NEW.summary = OLD.summary OR (OLD.kind = 'suppression_removed' AND NEW.summary LIKE '%an erased address%'))
    THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    -- Clocks of processes differ a little from the database's.
    IF OLD.occurred_at < clock_timestamp() - interval '90 days' + interval '5 minutes'
      OR EXISTS (SELECT FROM account_deletion WHERE account_id = OLD.account_id AND started_at IS NOT NULL)
      OR NOT EXISTS (SELECT FROM account WHERE id = OLD.account_id)
    THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'A security event cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "security_event_is_kept" BEFORE DELETE ON "security_event" FOR EACH ROW EXECUTE FUNCTION refuse_security_event_change();
CREATE TRIGGER "security_event_is_not_truncated" BEFORE TRUNCATE ON "security_event" FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_event_change();

-- Returns the ids of at most `most` events of all accounts that it deleted.
CREATE FUNCTION purge_security_events(before timestamptz, most int) RETURNS SETOF int LANGUAGE sql SECURITY DEFINER AS $$
  DELETE FROM security_event WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM security_event WHERE occurred_at < least(before, clock_timestamp() - interval '90 days') ORDER BY occurred_at LIMIT most))
  RETURNING id
$$;
-- Deletes events of an account whose deletion has started. Returns the ids of at most `most` that it deleted.
CREATE FUNCTION delete_security_events(of_account int, most int) RETURNS SETOF int LANGUAGE sql SECURITY DEFINER AS $$
  DELETE FROM security_event WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM security_event e JOIN account_deletion d ON d.account_id = e.account_id AND d.started_at IS NOT NULL
    WHERE e.account_id = of_account LIMIT most))
  RETURNING id
$$;
-- Replaces an address in the summary of an event.
CREATE FUNCTION erase_in_security_event(of_account int, event_id int, address text) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
  UPDATE security_event SET summary = replace(summary, address, 'an erased address')
  WHERE account_id = of_account AND id = event_id AND kind = 'suppression_removed'
$$;
-- Accepted: it only sets the functions' schema and who may call them; it reads and writes no row.
DO $$
DECLARE
  role_name text;
  signature text;
BEGIN
  EXECUTE format('ALTER FUNCTION refuse_security_event_change() SET search_path = %I, pg_temp', current_schema());
  FOREACH signature IN ARRAY ARRAY['purge_security_events(timestamptz, int)', 'delete_security_events(int, int)', 'erase_in_security_event(int, int, text)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', signature, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    -- The application's role, if another role migrates. It keeps its rights on the table until the previous version, which needs them, has
    -- ended: docs/operate.md revokes them.
    FOR role_name IN
      SELECT DISTINCT r.rolname FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
      WHERE c.oid = 'account'::regclass AND r.oid <> c.relowner
    LOOP
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', signature, role_name);
    END LOOP;
  END LOOP;
END $$;
