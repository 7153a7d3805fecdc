-- The reputation guard counts hard bounces only.
DROP TRIGGER "mail_reputation" ON "mail";

ALTER TABLE "mail" ADD COLUMN "hard_bounced" INTEGER NOT NULL DEFAULT 0;
UPDATE "mail" m SET "hard_bounced" = d.hard_bounced
FROM (
  SELECT account_id, mail_id, count(*) AS hard_bounced FROM "delivery"
  WHERE bounced_at IS NOT NULL AND bounce_type = 'hard' GROUP BY 1, 2
) d
WHERE m.account_id = d.account_id AND m.id = d.mail_id;

ALTER TABLE "reputation_change" RENAME COLUMN "bounced" TO "hard_bounced";
ALTER TABLE "reputation_count" RENAME COLUMN "bounced" TO "hard_bounced";
ALTER TABLE "sending_guard" RENAME COLUMN "bounced" TO "hard_bounced";

-- What was counted so far, without other bounces. Counts that began again after a pause stay as low as they are.
UPDATE "reputation_count" c SET "hard_bounced" = least(c.hard_bounced, coalesce(h.hard_bounced, 0))
FROM "reputation_count" x LEFT JOIN (
  SELECT d.account_id, lower(split_part(m.snapshot #>> '{sender,address}', '@', 2)) AS domain,
    (d.bounced_at AT TIME ZONE 'UTC')::date AS day, count(*) AS hard_bounced
  FROM "delivery" d JOIN "mail" m ON m.account_id = d.account_id AND m.id = d.mail_id
  WHERE d.bounced_at IS NOT NULL AND d.bounce_type = 'hard' GROUP BY 1, 2, 3
) h ON h.account_id = x.account_id AND h.domain = x.domain AND h.day = x.day
WHERE x.hard_bounced > 0 AND c.account_id = x.account_id AND c.domain = x.domain AND c.day = x.day;

CREATE OR REPLACE FUNCTION note_reputation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reputation_change (account_id, domain, sent, hard_bounced, complained)
  VALUES (NEW.account_id, lower(split_part(NEW.snapshot #>> '{sender,address}', '@', 2)),
    NEW.sent - OLD.sent, NEW.hard_bounced - OLD.hard_bounced, NEW.complained - OLD.complained);
  RETURN NULL;
END $$;

CREATE TRIGGER mail_reputation AFTER UPDATE OF sent, hard_bounced, complained ON mail FOR EACH ROW
  WHEN (NEW.snapshot #>> '{sender,address}' IS NOT NULL
    AND (NEW.sent, NEW.hard_bounced, NEW.complained) IS DISTINCT FROM (OLD.sent, OLD.hard_bounced, OLD.complained))
  EXECUTE FUNCTION note_reputation_change();
