-- Bounces by their own time: a bounce at hand-over has no sent_at. Few rows have one.
CREATE INDEX "delivery_bounced_idx" ON "delivery" (account_id, bounced_at) WHERE bounced_at IS NOT NULL;

-- A human click counts as an open (docs/decisions/0032-rates.md), also where it was recorded before that rule.
CREATE TEMPORARY TABLE click_without_open ON COMMIT DROP AS
  SELECT d.account_id, d.mail_id, d.subscriber_id, d.id, d.clicked_at
  FROM delivery d JOIN mail m ON m.account_id = d.account_id AND m.id = d.mail_id
  WHERE d.clicked_at IS NOT NULL AND d.opened_at IS NULL AND coalesce((m.snapshot->>'open_tracking')::boolean, true);
UPDATE delivery d SET opened_at = c.clicked_at, last_opened_at = c.clicked_at, opens = 1
  FROM click_without_open c
  WHERE d.account_id = c.account_id AND d.mail_id = c.mail_id AND d.subscriber_id = c.subscriber_id;
INSERT INTO engagement (account_id, kind, subscriber_id, mail_id, delivery_id, occurred_at)
  SELECT account_id, 'open', subscriber_id, mail_id, id, clicked_at FROM click_without_open;
UPDATE mail m SET opened = opened + c.n
  FROM (SELECT account_id, mail_id, count(*)::int AS n FROM click_without_open GROUP BY 1, 2) c
  WHERE m.account_id = c.account_id AND m.id = c.mail_id;
