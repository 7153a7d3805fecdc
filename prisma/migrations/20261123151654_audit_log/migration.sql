-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "acted_as" TEXT NOT NULL,
    "user_id" INTEGER,
    "email" TEXT,
    "ip" TEXT,
    "subject_account_id" INTEGER,
    "subject_user_id" INTEGER,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entry_occurred_at_idx" ON "audit_entry"("occurred_at");

-- CreateIndex
CREATE INDEX "audit_entry_subject_account_id_occurred_at_idx" ON "audit_entry"("subject_account_id", "occurred_at");

-- CreateIndex
CREATE INDEX "audit_entry_user_id_occurred_at_idx" ON "audit_entry"("user_id", "occurred_at");

-- CreateIndex
CREATE INDEX "security_event_occurred_at_idx" ON "security_event"("occurred_at");

-- Entries are added and read. Nothing changes them, and they are deleted only after 90 days at least: the shortest retention that the
-- settings of the instance accept. The triggers hold for the owner of the table too, who needs no right.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.occurred_at < clock_timestamp() - interval '90 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'An audit entry cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "audit_entry_is_append_only" BEFORE UPDATE OR DELETE ON "audit_entry" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "audit_entry_is_not_truncated" BEFORE TRUNCATE ON "audit_entry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The only way to delete for a role that does not own the table. Returns the ids of at most `most` entries that it deleted.
CREATE FUNCTION purge_audit_entries(before timestamptz, most int) RETURNS SETOF bigint LANGUAGE sql SECURITY DEFINER AS $$
  DELETE FROM audit_entry WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entry WHERE occurred_at < least(before, clock_timestamp() - interval '90 days') ORDER BY occurred_at LIMIT most))
  RETURNING id
$$;
-- Set in any schema, also that of a test or of an operator who uses another than public.
DO $$
DECLARE role_name text;
BEGIN
  EXECUTE format('ALTER FUNCTION purge_audit_entries(timestamptz, int) SET search_path = %I, pg_temp', current_schema());
  -- Roles that work with accounts and do not own the table: the application's, if another role migrates.
  FOR role_name IN
    SELECT DISTINCT r.rolname FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid IN ('account'::regclass, 'audit_entry'::regclass) AND r.oid <> c.relowner
  LOOP
    EXECUTE format('REVOKE ALL ON audit_entry FROM %I', role_name);
    EXECUTE format('GRANT SELECT, INSERT ON audit_entry TO %I', role_name);
    EXECUTE format('GRANT USAGE ON SEQUENCE audit_entry_id_seq TO %I', role_name);
    EXECUTE format('GRANT EXECUTE ON FUNCTION purge_audit_entries(timestamptz, int) TO %I', role_name);
  END LOOP;
  REVOKE ALL ON FUNCTION purge_audit_entries(timestamptz, int) FROM PUBLIC;
END $$;

-- The security log of an account: erasing a subscriber may replace their address in a summary, and nothing else changes an entry.
CREATE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.account_id, NEW.id, NEW.kind, NEW.app_id, NEW.user_id, NEW.occurred_at)
    IS NOT DISTINCT FROM (OLD.account_id, OLD.id, OLD.kind, OLD.app_id, OLD.user_id, OLD.occurred_at) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'A security event cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "security_event_is_append_only" BEFORE UPDATE ON "security_event" FOR EACH ROW EXECUTE FUNCTION refuse_security_event_change();
