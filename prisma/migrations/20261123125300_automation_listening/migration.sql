-- Tags and forms are changed most often, one at a time: one statement for each change costs its writer about half of a question and a
-- statement. Listeners are looked up for each row by a subquery, so the plan is the same for one row and for a million.

CREATE OR REPLACE FUNCTION note_tags_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT n.account_id, 'tag_added', n.tag_id::text, n.subscriber_id, n.tagged_at FROM new_rows n
  WHERE (SELECT true FROM automation_listener l
    WHERE l.account_id = n.account_id AND l.type = 'tag_added' AND l.object = n.tag_id::text LIMIT 1);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_tags_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id)
  SELECT o.account_id, 'tag_removed', o.tag_id::text, o.subscriber_id FROM old_rows o
  WHERE (SELECT true FROM automation_listener l
      WHERE l.account_id = o.account_id AND l.type = 'tag_removed' AND l.object = o.tag_id::text LIMIT 1)
    AND EXISTS (SELECT FROM tag g WHERE g.account_id = o.account_id AND g.id = o.tag_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_forms_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT n.account_id, 'form_joined', n.form_id::text, n.subscriber_id, n.added_at FROM new_rows n
  WHERE (SELECT true FROM automation_listener l
    WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', n.form_id::text) LIMIT 1);
  RETURN NULL;
END $$;

-- One question for both kinds of events, because nearly every change of a subscriber asks it.
CREATE OR REPLACE FUNCTION note_subscribers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
