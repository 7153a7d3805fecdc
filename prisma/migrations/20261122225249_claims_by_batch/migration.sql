-- A claimed delivery stays queued and its batch names it: each recipient is written twice instead of three times (decision 0074).
ALTER TABLE "send_batch" ADD COLUMN "claimed" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[];

CREATE TABLE "hand_over" (
    "account_id" INTEGER NOT NULL,
    "batch_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "entries" TEXT NOT NULL,

    CONSTRAINT "hand_over_pkey" PRIMARY KEY ("account_id","batch_id","id")
);

CREATE FUNCTION delete_hand_overs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hand_over h USING old_rows o WHERE h.account_id = o.account_id AND h.batch_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "send_batch_deletes_hand_overs" AFTER DELETE ON "send_batch" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_hand_overs();

-- Batches of running processes, and of processes that died. A running one can write nothing more, because its columns are gone: what it
-- is sending now is unconfirmed when its session has ended.
UPDATE "send_batch" b SET claimed = ARRAY(
  SELECT d.subscriber_id FROM "delivery" d
  WHERE d.account_id = b.account_id AND d.mail_id = b.mail_id AND d.state = 'sending' AND d.claimed_by = b.id
);
INSERT INTO "hand_over" (account_id, batch_id, entries) SELECT account_id, id, to_json(in_flight)::text FROM "send_batch" WHERE in_flight <> '{}';
UPDATE "mail" m SET sent = m.sent + b.sent, failed = m.failed + b.failed, excluded = m.excluded + b.excluded,
  unconfirmed = m.unconfirmed + b.unconfirmed
FROM (
  SELECT account_id, mail_id, sum(sent) AS sent, sum(failed) AS failed, sum(excluded) AS excluded, sum(unconfirmed) AS unconfirmed
  FROM "send_batch" GROUP BY 1, 2
) b WHERE m.account_id = b.account_id AND m.id = b.mail_id;
UPDATE "delivery" d SET state = 'queued' FROM "send_batch" b
WHERE d.account_id = b.account_id AND d.mail_id = b.mail_id AND d.state = 'sending';

ALTER TABLE "send_batch" DROP COLUMN "in_flight", DROP COLUMN "sent", DROP COLUMN "failed", DROP COLUMN "excluded",
  DROP COLUMN "unconfirmed", DROP COLUMN "bounced";
-- A Message-ID is made of the other ids.
ALTER TABLE "delivery" DROP COLUMN "claimed_by", DROP COLUMN "message_id";

-- Fresh deliveries are sent in their order, the others by the time they wait for. Together they cost what the one index did.
DROP INDEX "delivery_claim_idx";
CREATE INDEX "delivery_fresh_idx" ON "delivery" (account_id, mail_id, id) WHERE state = 'queued' AND next_attempt_at IS NULL;
CREATE INDEX "delivery_waiting_idx" ON "delivery" (account_id, mail_id, next_attempt_at) WHERE state = 'queued' AND next_attempt_at IS NOT NULL;
