-- The security log of an account is append-only, with three exceptions: erasing a subscriber replaces their address in a summary, the retention
-- deletes entries older than 90 days, and deleting an account deletes its log.

-- Why here: a log that its own service could change proves nothing. The triggers also apply to the owner of the table (decision 0085).
CREATE OR REPLACE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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

CREATE OR REPLACE TRIGGER security_event_is_append_only BEFORE UPDATE ON security_event
  FOR EACH ROW
  EXECUTE FUNCTION refuse_security_event_change();

CREATE OR REPLACE TRIGGER security_event_is_kept BEFORE DELETE ON security_event
  FOR EACH ROW
  EXECUTE FUNCTION refuse_security_event_change();

CREATE OR REPLACE TRIGGER security_event_is_not_truncated BEFORE TRUNCATE ON security_event
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_security_event_change();
