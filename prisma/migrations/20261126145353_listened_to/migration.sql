-- AlterTable
ALTER TABLE "custom_field" ADD COLUMN     "is_listened_to" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tag" ADD COLUMN     "is_listened_to" BOOLEAN NOT NULL DEFAULT false;

-- Locks the tags and fields first: another transaction may be adding a listener of the same one. The next statement sees what it committed.
CREATE FUNCTION flag_what_is_listened_to(accounts integer[], types text[], objects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM custom_field f
  WHERE (f.account_id, f.id) IN (SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END FROM unnest(accounts, types, objects) AS w(account_id, type, object)
    WHERE w.type = 'field_changed')
  ORDER BY f.account_id, f.id FOR NO KEY UPDATE;
  PERFORM FROM tag t
  WHERE (t.account_id, t.id) IN (SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END FROM unnest(accounts, types, objects) AS w(account_id, type, object)
    WHERE w.type IN ('tag_added', 'tag_removed'))
  ORDER BY t.account_id, t.id FOR NO KEY UPDATE;
  UPDATE custom_field f SET is_listened_to = NOT f.is_listened_to
  WHERE (f.account_id, f.id) IN (SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END FROM unnest(accounts, types, objects) AS w(account_id, type, object)
    WHERE w.type = 'field_changed')
  AND f.is_listened_to <> EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = f.account_id AND l.type = 'field_changed' AND l.object = f.id::text);
  UPDATE tag t SET is_listened_to = NOT t.is_listened_to
  WHERE (t.account_id, t.id) IN (SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END FROM unnest(accounts, types, objects) AS w(account_id, type, object)
    WHERE w.type IN ('tag_added', 'tag_removed'))
  AND t.is_listened_to <> EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = t.account_id AND l.type IN ('tag_added', 'tag_removed') AND l.object = t.id::text);
END $$;

CREATE FUNCTION listeners_are_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(n.account_id), array_agg(n.type), array_agg(n.object)) FROM new_rows n;
  RETURN NULL;
END $$;
CREATE TRIGGER "automation_listener_is_added" AFTER INSERT ON "automation_listener" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION listeners_are_added();

CREATE FUNCTION listeners_are_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(o.account_id), array_agg(o.type), array_agg(o.object)) FROM old_rows o;
  RETURN NULL;
END $$;
CREATE TRIGGER "automation_listener_is_removed" AFTER DELETE ON "automation_listener" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION listeners_are_removed();

CREATE FUNCTION listeners_are_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(c.account_id), array_agg(c.type), array_agg(c.object))
  FROM (SELECT n.account_id, n.type, n.object FROM new_rows n UNION SELECT o.account_id, o.type, o.object FROM old_rows o) c;
  RETURN NULL;
END $$;
CREATE TRIGGER "automation_listener_is_changed" AFTER UPDATE ON "automation_listener" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION listeners_are_changed();

-- A statement that makes one change and has read that nothing listens to it says so (server/core/events/listened-to.ts): a look for
-- listeners costs more than all else here. The word is taken back, so it holds for one statement.

CREATE OR REPLACE FUNCTION note_tags_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  IF current_setting('envoi.merges_tags', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT n.account_id, 'tag_added', n.tag_id::text, n.subscriber_id, n.tagged_at FROM new_rows n
  WHERE (SELECT true FROM automation_listener l
    WHERE l.account_id = n.account_id AND l.type = 'tag_added' AND l.object = n.tag_id::text LIMIT 1);
  RETURN NULL;
END $$;

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
