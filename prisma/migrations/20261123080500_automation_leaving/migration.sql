-- Subscribers who are inside an automation leave it when they are no longer active.
CREATE FUNCTION note_subscriber_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_run r WHERE r.account_id = NEW.account_id AND r.subscriber_id = NEW.id AND r.ended_at IS NULL) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    VALUES (NEW.account_id, 'subscriber_left', NEW.state::text, NEW.id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_notes_left" AFTER UPDATE OF state ON "subscriber" FOR EACH ROW
  WHEN (OLD.state = 'active' AND NEW.state <> 'active') EXECUTE FUNCTION note_subscriber_left();

-- With the id, a claim begins exactly behind the last one, also among those who are due at the same moment.
DROP INDEX "automation_run_due_idx";
CREATE INDEX "automation_run_due_idx" ON "automation_run" ("account_id", "automation_id", "due_at", "id") WHERE ended_at IS NULL AND due_at IS NOT NULL;
