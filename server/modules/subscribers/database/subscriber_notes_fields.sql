-- Values with which a subscriber is created are recorded for automations that wait for a change of the field.

-- Why here: automations must not miss any value, whichever statement or version creates the subscriber (decision 0082). A statement for one
-- subscriber that has read that nothing listens, or records the change itself, disables this with envoi.nothing_listens (decision 0050), for one
-- statement.
CREATE OR REPLACE FUNCTION note_fields_set() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'field_changed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'field_changed', f.id::text, n.id, jsonb_build_object('value', n.fields ->> f.slot), n.created_at
    FROM new_rows n JOIN custom_field f ON f.account_id = n.account_id AND n.fields ? f.slot
    WHERE n.fields <> '{}' AND EXISTS (SELECT FROM automation_listener l WHERE l.account_id = f.account_id AND l.type = 'field_changed'
      AND l.object = f.id::text AND coalesce(l.detail ->> 'value', n.fields ->> f.slot) = n.fields ->> f.slot);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_notes_fields AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_fields_set();
