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

CREATE OR REPLACE FUNCTION count_updated_engagement()
RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows WHERE sent_at IS NOT NULL)
    AND (SELECT min(mail_id) = max(mail_id) AND min(account_id) = max(account_id) FROM new_rows)
  THEN
    -- PostgreSQL checks a row that another statement has just changed again, with the clock, once it is locked.
    UPDATE subscriber_engagement e
    SET sent = e.sent + 1, opens = e.opens + c.opens, clicks = e.clicks + c.clicks, first_sent_at = least(e.first_sent_at, c.sent_at)
    FROM (
      SELECT account_id, subscriber_id, sent_at, (opened_at IS NOT NULL)::int AS opens, (clicked_at IS NOT NULL)::int AS clicks
      FROM new_rows WHERE sent_at IS NOT NULL ORDER BY account_id, subscriber_id
    ) c
    WHERE e.account_id = c.account_id AND e.subscriber_id = c.subscriber_id
      AND c.sent_at >= least(e.first_sent_at, clock_timestamp() - interval '90 days');
    RETURN NULL;
  END IF;
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, sent, opens, clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, sum(n) AS sent, sum(n * (opened_at IS NOT NULL)::int) AS opens,
      sum(n * (clicked_at IS NOT NULL)::int) AS clicks
    FROM (
      SELECT account_id, subscriber_id, sent_at, opened_at, clicked_at, 1 AS n FROM new_rows WHERE sent_at IS NOT NULL
      UNION ALL
      SELECT account_id, subscriber_id, sent_at, opened_at, clicked_at, -1 FROM old_rows WHERE sent_at IS NOT NULL
    ) both_sides
    GROUP BY 1, 2, 3
    HAVING sum(n) <> 0 OR sum(n * (opened_at IS NOT NULL)::int) <> 0 OR sum(n * (clicked_at IS NOT NULL)::int) <> 0) c;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION has_room_for_subscribers(of_account integer, adding integer, fold_above integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  most int;
  active bigint;
  pieces bigint;
BEGIN
  SELECT subscriber_limit INTO most FROM account WHERE id = of_account;
  IF most IS NULL THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock(of_account, hashtext('subscriber limit'));
  SELECT coalesce(sum(change) FILTER (WHERE state = 'active'), 0), count(*) INTO active, pieces
  FROM subscriber_count WHERE account_id = of_account;
  IF pieces > fold_above THEN
    PERFORM fold_subscriber_counts(of_account);
  END IF;
  RETURN active + adding <= most;
END $$;

CREATE OR REPLACE FUNCTION note_tagging() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT NEW.account_id, 'tag_added', NEW.tag_id::text, NEW.subscriber_id, NEW.tagged_at
  WHERE EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = NEW.account_id AND l.type = 'tag_added' AND l.object = NEW.tag_id::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_events_of_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (account_id, id, type, data, created_at, kept_until)
  SELECT account_id, event_ids[1], type, data, leaves_at, leaves_at + interval '33 days' FROM old_rows WHERE data IS NOT NULL;
  RETURN NULL;
END $$;
