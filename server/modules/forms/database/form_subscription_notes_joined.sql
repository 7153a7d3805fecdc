-- Joining a form is recorded for automations that wait for that form, or for any form. A subscriber who has to confirm first joins when they
-- become active: see subscriber_notes_changes.

-- Why here: automations must not miss any, whichever statement or version adds a subscriber to a form (decision 0082).
CREATE OR REPLACE FUNCTION note_forms_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT n.account_id, 'form_joined', n.form_id::text, n.subscriber_id, n.added_at FROM new_rows n
  WHERE (SELECT true FROM automation_listener l
    WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', n.form_id::text) LIMIT 1);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER form_subscription_notes_joined AFTER INSERT ON form_subscription
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_forms_joined();
