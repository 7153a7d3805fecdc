-- AlterTable
ALTER TABLE "tagging" ADD COLUMN     "is_listened_to" BOOLEAN DEFAULT true;

-- A row says whether the trigger must look for listeners, so one that nothing listens to costs nothing. Processes that know nothing of the
-- column leave its default. Sets note their events themselves, with one call.

CREATE FUNCTION note_taggings(account integer, tag_ids integer[], subscriber_ids bigint[], happened_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT account, 'tag_added', n.tag_id::text, n.subscriber_id, happened_at FROM unnest(tag_ids, subscriber_ids) AS n(tag_id, subscriber_id)
  WHERE EXISTS (SELECT FROM automation_listener l WHERE l.account_id = account AND l.type = 'tag_added' AND l.object = n.tag_id::text);
END $$;

CREATE FUNCTION note_tagging() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Merging tags in a process of the version before, which is no event.
  IF current_setting('envoi.merges_tags', true) IS DISTINCT FROM 'on' THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT NEW.account_id, 'tag_added', NEW.tag_id::text, NEW.subscriber_id, NEW.tagged_at
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = NEW.account_id AND l.type = 'tag_added' AND l.object = NEW.tag_id::text);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER "tagging_notes_added" ON "tagging";
CREATE TRIGGER "tagging_notes_added" AFTER INSERT ON "tagging" FOR EACH ROW WHEN (NEW.is_listened_to) EXECUTE FUNCTION note_tagging();
-- Accepted: only the trigger that is dropped above called it.
DROP FUNCTION note_tags_added();
