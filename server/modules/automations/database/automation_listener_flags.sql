-- Marks tags and custom fields that automations wait for: is_listened_to follows the listeners of published versions.

-- Why here: publishing by a process of any version keeps the flags correct. Fields and tags are locked before they are read, so of two
-- transactions, the second sees what the first committed (decision 0050).
CREATE OR REPLACE FUNCTION flag_what_is_listened_to(accounts integer[], types text[], objects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM custom_field f
  WHERE (f.account_id, f.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type = 'field_changed')
  ORDER BY f.account_id, f.id FOR NO KEY UPDATE;
  PERFORM FROM tag t
  WHERE (t.account_id, t.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type IN ('tag_added', 'tag_removed'))
  ORDER BY t.account_id, t.id FOR NO KEY UPDATE;
  UPDATE custom_field f SET is_listened_to = NOT f.is_listened_to
  WHERE (f.account_id, f.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type = 'field_changed')
  AND f.is_listened_to <> EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = f.account_id AND l.type = 'field_changed' AND l.object = f.id::text);
  UPDATE tag t SET is_listened_to = NOT t.is_listened_to
  WHERE (t.account_id, t.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type IN ('tag_added', 'tag_removed'))
  AND t.is_listened_to <> EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = t.account_id AND l.type IN ('tag_added', 'tag_removed') AND l.object = t.id::text);
END $$;

CREATE OR REPLACE FUNCTION listeners_are_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(n.account_id), array_agg(n.type), array_agg(n.object)) FROM new_rows n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION listeners_are_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(c.account_id), array_agg(c.type), array_agg(c.object))
  FROM (SELECT n.account_id, n.type, n.object FROM new_rows n UNION SELECT o.account_id, o.type, o.object FROM old_rows o) c;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION listeners_are_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(o.account_id), array_agg(o.type), array_agg(o.object)) FROM old_rows o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER automation_listener_is_added AFTER INSERT ON automation_listener
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listeners_are_added();

CREATE OR REPLACE TRIGGER automation_listener_is_changed AFTER UPDATE ON automation_listener
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listeners_are_changed();

CREATE OR REPLACE TRIGGER automation_listener_is_removed AFTER DELETE ON automation_listener
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listeners_are_removed();
