-- What writes the events of a transaction: functions, whose plans each connection keeps, so that one message can carry them and
-- the commit.
CREATE FUNCTION write_nudges(account int, events jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (account_id, type, data, created_at)
  SELECT account, e.type, e.data, at FROM jsonb_to_recordset(events) AS e(type text, data jsonb);
END $$;

CREATE FUNCTION write_public_events(account int, events json, at timestamptz, collect_ms int, most int, envelope_bytes int, kept_days int)
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

-- Most writes tell one thing, and then simple statements take two thirds of the time.
CREATE FUNCTION write_public_event(account int, name text, data json, at timestamptz, envelope_bytes int, kept_days int)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event_id bigint;
BEGIN
  INSERT INTO webhook_event (account_id, type, data, created_at, kept_until)
  VALUES (account, name, data, at, at + kept_days * interval '1 day') RETURNING id INTO event_id;
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at)
  VALUES (account, name, ARRAY[event_id], ARRAY[octet_length(data::text) + envelope_bytes], at);
END $$;

-- Every write asks who listens: looking it up in two tables took longer than anything else that it does before its change.
ALTER TABLE "account" ADD COLUMN "heard_events" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE account SET heard_events = coalesce(heard_events(id), '{}');

CREATE FUNCTION gather_heard_events(gathering int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Locked first: what another transaction has added is seen by the statement after the wait.
  PERFORM FROM account WHERE id = gathering FOR NO KEY UPDATE;
  UPDATE account SET heard_events = (
    SELECT coalesce(array_agg(DISTINCT name), '{}') FROM (
      SELECT unnest(e.events) AS name FROM webhook_endpoint e WHERE e.account_id = gathering AND e.status = 'active'
      UNION ALL
      SELECT l.event_name FROM legacy_webhook l WHERE l.account_id = gathering
    ) heard
  ) WHERE id = gathering;
END $$;

CREATE FUNCTION hooks_have_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM gather_heard_events(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_endpoint_heard" AFTER INSERT OR DELETE OR UPDATE OF events, status ON "webhook_endpoint" FOR EACH ROW EXECUTE FUNCTION hooks_have_changed();
CREATE TRIGGER "legacy_webhook_heard" AFTER INSERT OR DELETE OR UPDATE OF event_name ON "legacy_webhook" FOR EACH ROW EXECUTE FUNCTION hooks_have_changed();

CREATE OR REPLACE FUNCTION heard_events(account int) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT a.heard_events FROM account a WHERE a.id = account);
END $$;
