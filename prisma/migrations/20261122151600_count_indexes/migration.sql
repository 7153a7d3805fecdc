-- The other two, in a transaction of their own, so sends wait half as long.
CREATE INDEX "subscriber_engagement_with_mail_opens_idx" ON "subscriber_engagement" (account_id, opens, subscriber_id) WHERE sent > 0;
CREATE INDEX "subscriber_engagement_with_mail_clicks_idx" ON "subscriber_engagement" (account_id, clicks, subscriber_id) WHERE sent > 0;
