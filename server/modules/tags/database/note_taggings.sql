-- Records a set of taggings for automations that wait for their tags.

-- Why here: a statement that tags a set stores taggings that call no trigger, and records them with one call whose plan each connection keeps
-- (decision 0050).
CREATE OR REPLACE FUNCTION note_taggings(account integer, tag_ids integer[], subscriber_ids bigint[], happened_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT account, 'tag_added', n.tag_id::text, n.subscriber_id, happened_at FROM unnest(tag_ids, subscriber_ids) AS n(tag_id, subscriber_id)
  WHERE EXISTS (SELECT FROM automation_listener l WHERE l.account_id = account AND l.type = 'tag_added' AND l.object = n.tag_id::text);
END $$;
