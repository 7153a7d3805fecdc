-- Stores the events of a transaction for webhooks, and queues them for delivery by type.

-- Why here: each connection keeps the plan, so one message can carry the events and the commit (decision 0050).
CREATE OR REPLACE FUNCTION write_public_events(account integer, events json, at timestamptz, collect_ms integer, most integer, envelope_bytes integer, kept_days integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH written AS (
    INSERT INTO webhook_event (account_id, type, data, created_at, kept_until)
    SELECT account, e.type, e.data, at, at + kept_days * interval '1 day' FROM json_to_recordset(events) AS e(type text, data json)
    RETURNING id, webhook_event.type, octet_length(data::text) + envelope_bytes AS size
  )
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at)
  SELECT account, w.type, array_agg(w.id ORDER BY w.id), array_agg(w.size ORDER BY w.id),
    CASE WHEN count(*) = 1 OR count(*) >= most THEN at ELSE at + collect_ms * interval '1 ms' END
  FROM written w GROUP BY w.type;
END $$;
