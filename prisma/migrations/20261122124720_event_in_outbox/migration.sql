-- AlterTable
ALTER TABLE "webhook_outbox" ADD COLUMN     "data" JSON;

-- What Prisma's schema language cannot say.

-- A write that has one event waited for two rows and four index entries. It writes one row now. The row becomes an event when
-- deliveries are cut from it: in a trigger, so a process of an older version does it, too.
CREATE OR REPLACE FUNCTION write_public_event(account int, name text, data json, at timestamptz, envelope_bytes int, kept_days int)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at, data)
  VALUES (account, name, ARRAY[nextval('webhook_event_id_seq')], ARRAY[octet_length(data::text) + envelope_bytes], at, data);
END $$;

CREATE FUNCTION keep_events_of_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- 33 days: KEPT_DAYS of server/core/outbox.ts.
  INSERT INTO webhook_event (account_id, id, type, data, created_at, kept_until)
  SELECT account_id, event_ids[1], type, data, leaves_at, leaves_at + interval '33 days' FROM old_rows WHERE data IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_outbox_keeps_events" AFTER DELETE ON "webhook_outbox" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_events_of_outbox();

-- The outbox first: what it had is an event afterwards.
CREATE OR REPLACE FUNCTION delete_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_outbox b USING old_rows o WHERE b.account_id = o.id;
  DELETE FROM webhook_event e USING old_rows o WHERE e.account_id = o.id;
  RETURN NULL;
END $$;
