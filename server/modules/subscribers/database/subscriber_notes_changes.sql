-- Changed values are recorded for automations that wait for the field, and forms that a subscriber joined before confirming are recorded when
-- they become active.

-- Why here: automations must not miss any change, whichever statement or version makes it (decision 0082). A statement for one subscriber that
-- has read that nothing listens, or records the change itself, disables this with envoi.nothing_listens (decision 0050), for one statement.
CREATE OR REPLACE FUNCTION note_subscribers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM automation_listener l
    WHERE l.type IN ('field_changed', 'form_joined') AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'field_changed', f.id::text, n.id, jsonb_build_object('value', n.fields ->> f.slot), n.updated_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
      JOIN custom_field f ON f.account_id = n.account_id
    WHERE n.fields <> o.fields AND n.fields ->> f.slot IS DISTINCT FROM o.fields ->> f.slot
      AND EXISTS (SELECT FROM automation_listener l WHERE l.account_id = f.account_id AND l.type = 'field_changed' AND l.object = f.id::text
        AND (l.detail ->> 'value' IS NULL OR l.detail ->> 'value' = n.fields ->> f.slot));
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'form_joined', j.form_id::text, n.id, n.updated_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
      JOIN form_subscription j ON j.account_id = n.account_id AND j.subscriber_id = n.id
    WHERE n.state = 'active' AND o.state = 'inactive'
      AND NOT EXISTS (SELECT FROM state_change c WHERE c.account_id = n.account_id AND c.subscriber_id = n.id
        AND c.from_state = 'active' AND c.occurred_at > j.added_at)
      AND EXISTS (SELECT FROM automation_listener l
        WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', j.form_id::text));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_notes_changes AFTER UPDATE ON subscriber
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_subscribers_changed();
