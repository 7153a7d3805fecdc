-- Ranks of subscribers with email, in indexes without those who have none: decision 0049. Sends,
-- opens, and clicks wait while an index is built, half a second per million subscribers with email. The indexes they replace go
-- in a later migration: a transaction that builds an index and then drops one can meet a deadlock with a send.
CREATE INDEX "subscriber_engagement_with_mail_open_rate_idx" ON "subscriber_engagement" (account_id, (coalesce(opens::float8 / nullif(sent, 0), 0::float8)), subscriber_id) WHERE sent > 0;
CREATE INDEX "subscriber_engagement_with_mail_click_rate_idx" ON "subscriber_engagement" (account_id, (coalesce(clicks::float8 / nullif(sent, 0), 0::float8)), subscriber_id) WHERE sent > 0;
