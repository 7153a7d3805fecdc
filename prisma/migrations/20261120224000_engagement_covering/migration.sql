-- Questions about opens and clicks are answered from indexes alone: an account has twenty events per subscriber, and each lies
-- somewhere else in the table. docs/decisions/0016-filter.md

DROP INDEX "engagement_account_id_subscriber_id_occurred_at_idx";
CREATE INDEX "engagement_subscriber_idx" ON "engagement" (account_id, subscriber_id, occurred_at)
  INCLUDE (kind, is_machine, mail_id, link_id);

DROP INDEX "engagement_account_id_link_id_subscriber_id_idx";
CREATE INDEX "engagement_link_idx" ON "engagement" (account_id, link_id, occurred_at)
  INCLUDE (subscriber_id, mail_id) WHERE link_id IS NOT NULL AND NOT is_machine;

CREATE INDEX "engagement_open_idx" ON "engagement" (account_id, occurred_at)
  INCLUDE (subscriber_id, mail_id) WHERE kind = 'open' AND NOT is_machine;
