-- Processes of the version before list by these ranks without an index until they end.
DROP INDEX "subscriber_engagement_opens_idx";
DROP INDEX "subscriber_engagement_clicks_idx";
DROP INDEX "subscriber_engagement_open_rate_idx";
DROP INDEX "subscriber_engagement_click_rate_idx";
ALTER INDEX "subscriber_engagement_with_mail_open_rate_idx" RENAME TO "subscriber_engagement_open_rate_idx";
ALTER INDEX "subscriber_engagement_with_mail_click_rate_idx" RENAME TO "subscriber_engagement_click_rate_idx";
ALTER INDEX "subscriber_engagement_with_mail_opens_idx" RENAME TO "subscriber_engagement_opens_idx";
ALTER INDEX "subscriber_engagement_with_mail_clicks_idx" RENAME TO "subscriber_engagement_clicks_idx";
