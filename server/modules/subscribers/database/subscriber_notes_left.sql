-- A subscriber who is no longer active is recorded for the automations that they are in, which they then leave.

-- Why here: bounces, complaints, unsubscribing and members change the state, and no run may continue after that (decision 0082).
CREATE OR REPLACE FUNCTION note_subscriber_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_run r WHERE r.account_id = NEW.account_id AND r.subscriber_id = NEW.id AND r.ended_at IS NULL) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    VALUES (NEW.account_id, 'subscriber_left', NEW.state::text, NEW.id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_notes_left AFTER UPDATE OF state ON subscriber
  FOR EACH ROW WHEN (old.state = 'active'::subscriber_state AND new.state <> 'active'::subscriber_state)
  EXECUTE FUNCTION note_subscriber_left();
