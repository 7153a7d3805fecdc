-- Entries of the audit log are added and read, never changed, and deleted only after 90 days, the shortest retention that the settings of the
-- instance accept.

-- Why here: a log that administrators could change proves nothing. The triggers also apply to the owner of the table (decision 0085).
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.occurred_at < clock_timestamp() - interval '90 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'An audit entry cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_entry_is_append_only BEFORE DELETE OR UPDATE ON audit_entry
  FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_change();

CREATE OR REPLACE TRIGGER audit_entry_is_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();
