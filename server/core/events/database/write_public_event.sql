-- Stores the only event of a transaction for webhooks, as one row of the outbox. It becomes an event when deliveries are created. The size is
-- that of the JSON in memory, minus four bytes of length, because casting it to text copies it.

-- Why here: each connection keeps the plan, so one message can carry the event and the commit (decision 0050).
CREATE OR REPLACE FUNCTION write_public_event(account integer, name text, data json, at timestamptz, envelope_bytes integer, kept_days integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at, data)
  VALUES (account, name, ARRAY[nextval('webhook_event_id_seq')], ARRAY[pg_column_size(data) - 4 + envelope_bytes], at, data);
END $$;
