-- Removing a tag is recorded for automations that wait for it. Deleting the tag itself records nothing.

-- Why here: taggings are also deleted in sets (decision 0082). A statement for one tagging that has read that nothing listens, or records the
-- change itself, and the merging of tags, which is not an event, disable this with envoi.nothing_listens (decision 0050), for one statement.
CREATE OR REPLACE FUNCTION note_tags_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  INSERT INTO automation_event (account_id, type, object, subscriber_id)
  SELECT o.account_id, 'tag_removed', o.tag_id::text, o.subscriber_id FROM old_rows o
  WHERE (SELECT true FROM automation_listener l
      WHERE l.account_id = o.account_id AND l.type = 'tag_removed' AND l.object = o.tag_id::text LIMIT 1)
    AND EXISTS (SELECT FROM tag g WHERE g.account_id = o.account_id AND g.id = o.tag_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tagging_notes_removed AFTER DELETE ON tagging
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_tags_removed();
