-- What automations listen to already. Listeners that are added meanwhile are flagged by their trigger.
-- Accepted: finds the few tags by their keys from the listeners, a row lock each.
UPDATE tag t SET is_listened_to = true FROM automation_listener l
WHERE l.type IN ('tag_added', 'tag_removed') AND l.object ~ '^[0-9]{1,9}$'
  AND t.account_id = l.account_id AND t.id = CASE WHEN l.object ~ '^[0-9]{1,9}$' THEN l.object::integer END;

-- Accepted: finds the few custom fields by their keys from the listeners, a row lock each.
UPDATE custom_field f SET is_listened_to = true FROM automation_listener l
WHERE l.type = 'field_changed' AND l.object ~ '^[0-9]{1,9}$'
  AND f.account_id = l.account_id AND f.id = CASE WHEN l.object ~ '^[0-9]{1,9}$' THEN l.object::integer END;
