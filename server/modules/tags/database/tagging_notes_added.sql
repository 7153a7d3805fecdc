-- Adding a tag is recorded for automations that wait for it.

-- Why here: processes of any version and statements by hand also tag (decision 0082). Each row tells the trigger whether to check:
-- is_listened_to is null if the statement has read that nothing listens, or has recorded the set with note_taggings (decision 0050).
CREATE OR REPLACE FUNCTION note_tagging() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT NEW.account_id, 'tag_added', NEW.tag_id::text, NEW.subscriber_id, NEW.tagged_at
  WHERE EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = NEW.account_id AND l.type = 'tag_added' AND l.object = NEW.tag_id::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tagging_notes_added AFTER INSERT ON tagging
  FOR EACH ROW WHEN (new.is_listened_to)
  EXECUTE FUNCTION note_tagging();
