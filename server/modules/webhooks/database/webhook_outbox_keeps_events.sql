-- An event that was written alone is stored when its row leaves the outbox, and kept for 33 days: KEPT_DAYS in server/core/events/outbox.ts.

-- Why here: deliveries are created by processes of any version, and the event must be stored by the same statement (decision 0050).
CREATE OR REPLACE FUNCTION keep_events_of_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (account_id, id, type, data, created_at, kept_until)
  SELECT account_id, event_ids[1], type, data, leaves_at, leaves_at + interval '33 days' FROM old_rows WHERE data IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_outbox_keeps_events AFTER DELETE ON webhook_outbox
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_events_of_outbox();
