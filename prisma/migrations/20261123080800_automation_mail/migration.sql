ALTER TABLE "mail" DROP CONSTRAINT "mail_has_one_source";
-- Rows that exist satisfy the stricter constraint, and validating would read them all.
ALTER TABLE "mail" ADD CONSTRAINT "mail_has_one_source" CHECK (num_nonnulls(broadcast_id, sequence_email_id, automation_email_id) = 1) NOT VALID;
CREATE INDEX "mail_open_automation_idx" ON "mail" (account_id, automation_email_id) WHERE automation_email_id IS NOT NULL AND completed_at IS NULL;
