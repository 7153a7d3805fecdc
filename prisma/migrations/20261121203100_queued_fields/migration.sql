-- What Prisma cannot say: the few people whose values wait for a job, of all accounts.
CREATE INDEX "subscriber_queued_fields_idx" ON "subscriber" (account_id, id) WHERE queued_fields IS NOT NULL;
