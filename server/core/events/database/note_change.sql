-- Records one change for automations that wait for it.

-- Why here: a statement that makes a single change calls it instead of the trigger, which joins rows before and after the change with all fields
-- and listeners. Each connection keeps the plan (decision 0050).
CREATE OR REPLACE FUNCTION note_change(account integer, event_type text, what text, subscriber bigint, details jsonb, happened_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
  SELECT account, event_type, what, subscriber, details, happened_at
  WHERE EXISTS (SELECT FROM automation_listener l WHERE l.account_id = account AND l.type = event_type AND l.object = what
    AND (l.detail ->> 'value' IS NULL OR l.detail ->> 'value' = details ->> 'value'));
END $$;
