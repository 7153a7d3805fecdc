-- Completing a sequence is recorded for automations that wait for it.

-- Why here: enrollments complete in sets, and automations must not miss any, whichever statement or version ends it (decision 0082).
CREATE OR REPLACE FUNCTION note_sequences_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'sequence_completed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'sequence_completed', n.sequence_id::text, n.subscriber_id, n.completed_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.sequence_id = n.sequence_id AND o.subscriber_id = n.subscriber_id
    WHERE n.state = 'completed' AND o.state <> 'completed' AND EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'sequence_completed' AND l.object = n.sequence_id::text);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER enrollment_notes_completed AFTER UPDATE ON enrollment
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_sequences_completed();
