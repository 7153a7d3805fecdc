-- Everybody's mail of the trailing 90 days, for the five engagement ranks: docs/decisions/0020-engagement.md.

CREATE TABLE "subscriber_engagement" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "opens" INTEGER NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "first_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriber_engagement_pkey" PRIMARY KEY ("account_id","subscriber_id")
);

-- Nobody sends, opens or joins until this is filled.
LOCK TABLE "subscriber", "delivery" IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO subscriber_engagement (account_id, subscriber_id, sent, opens, clicks, first_sent_at)
SELECT s.account_id, s.id, coalesce(d.sent, 0), coalesce(d.opens, 0), coalesce(d.clicks, 0), d.first_sent_at
FROM subscriber s LEFT JOIN (
  SELECT account_id, subscriber_id, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks,
    min(sent_at) AS first_sent_at
  FROM delivery WHERE sent_at >= now() - interval '90 days' GROUP BY 1, 2
) d ON d.account_id = s.account_id AND d.subscriber_id = s.id;

ALTER TABLE "subscriber_engagement" ADD CONSTRAINT "subscriber_engagement_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One for each rank, ties by id.
CREATE INDEX "subscriber_engagement_sent_idx" ON "subscriber_engagement" (account_id, sent, subscriber_id);
CREATE INDEX "subscriber_engagement_opens_idx" ON "subscriber_engagement" (account_id, opens, subscriber_id);
CREATE INDEX "subscriber_engagement_clicks_idx" ON "subscriber_engagement" (account_id, clicks, subscriber_id);
CREATE INDEX "subscriber_engagement_open_rate_idx" ON "subscriber_engagement" (account_id, (coalesce(opens::float8 / nullif(sent, 0), 0::float8)), subscriber_id);
CREATE INDEX "subscriber_engagement_click_rate_idx" ON "subscriber_engagement" (account_id, (coalesce(clicks::float8 / nullif(sent, 0), 0::float8)), subscriber_id);
-- Whose oldest mail leaves the window next.
CREATE INDEX "subscriber_engagement_expiry_idx" ON "subscriber_engagement" (first_sent_at) WHERE first_sent_at IS NOT NULL;

CREATE FUNCTION make_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_engagement (account_id, subscriber_id) SELECT account_id, id FROM new_rows;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_makes_engagement" AFTER INSERT ON "subscriber" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION make_engagement();

CREATE TYPE engagement_change AS (account_id int, subscriber_id bigint, sent_at timestamptz, sent int, opens int, clicks int);

-- Rows are locked in the order of their keys: two statements that count the same people wait for each other instead of
-- deadlocking. The window is read from a row under its lock, so that what a recount has let go is not counted again.
CREATE FUNCTION apply_engagement(changes engagement_change[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  window_start timestamptz;
BEGIN
  IF changes IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM subscriber_engagement e JOIN unnest(changes) c USING (account_id, subscriber_id)
    ORDER BY e.account_id, e.subscriber_id FOR NO KEY UPDATE OF e;
  window_start := clock_timestamp() - interval '90 days';
  UPDATE subscriber_engagement e
  SET sent = e.sent + m.sent, opens = e.opens + m.opens, clicks = e.clicks + m.clicks,
    first_sent_at = CASE WHEN e.sent + m.sent > 0 THEN least(e.first_sent_at, m.first_sent_at) END
  FROM (
    SELECT c.account_id, c.subscriber_id, sum(c.sent)::int AS sent, sum(c.opens)::int AS opens, sum(c.clicks)::int AS clicks,
      min(c.sent_at) FILTER (WHERE c.sent > 0) AS first_sent_at
    FROM unnest(changes) c JOIN subscriber_engagement x USING (account_id, subscriber_id)
    WHERE c.sent_at >= least(x.first_sent_at, window_start)
    GROUP BY 1, 2
  ) m
  WHERE e.account_id = m.account_id AND e.subscriber_id = m.subscriber_id;
END $$;

-- What a statement has changed is what its new rows come to, less what its old rows came to. Rows that wait come to nothing.
CREATE FUNCTION count_engagement_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, sent, opens, clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks
    FROM new_rows WHERE sent_at IS NOT NULL GROUP BY 1, 2, 3) c;
  RETURN NULL;
END $$;
CREATE FUNCTION count_engagement_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, -sent, -opens, -clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks
    FROM old_rows WHERE sent_at IS NOT NULL GROUP BY 1, 2, 3) c;
  RETURN NULL;
END $$;
CREATE FUNCTION count_engagement_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE TRIGGER "delivery_engages_in" AFTER INSERT ON "delivery" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_engagement_in();
CREATE TRIGGER "delivery_engages_out" AFTER DELETE ON "delivery" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_engagement_out();
CREATE TRIGGER "delivery_engages_over" AFTER UPDATE ON "delivery" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_engagement_over();

-- Counts those anew whose oldest mail has left the window; gives how many. Waits for nobody: who is locked comes next time.
CREATE FUNCTION expire_engagement(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  accounts int[];
  subscribers bigint[];
  window_start timestamptz;
BEGIN
  SELECT array_agg(account_id), array_agg(subscriber_id) INTO accounts, subscribers FROM (
    SELECT account_id, subscriber_id FROM subscriber_engagement WHERE first_sent_at < clock_timestamp() - interval '90 days'
    ORDER BY first_sent_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED
  ) due;
  window_start := clock_timestamp() - interval '90 days';
  UPDATE subscriber_engagement e
  SET sent = c.sent, opens = c.opens, clicks = c.clicks, first_sent_at = c.first_sent_at
  FROM unnest(accounts, subscribers) AS due (account_id, subscriber_id), LATERAL (
    SELECT count(*) AS sent, count(d.opened_at) AS opens, count(d.clicked_at) AS clicks, min(d.sent_at) AS first_sent_at
    FROM delivery d WHERE d.account_id = due.account_id AND d.subscriber_id = due.subscriber_id AND d.sent_at >= window_start
  ) c
  WHERE e.account_id = due.account_id AND e.subscriber_id = due.subscriber_id;
  RETURN coalesce(cardinality(subscribers), 0);
END $$;
