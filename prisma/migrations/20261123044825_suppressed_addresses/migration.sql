-- Enqueueing recipients looks their addresses up.
CREATE INDEX "suppression_account_id_email_address_idx" ON "suppression"("account_id", "email_address");
