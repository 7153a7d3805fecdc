-- What Prisma's schema language cannot say.

-- The few deliveries of a hook that did not get through, among a long history. What gets through at once is never in it.
CREATE INDEX "webhook_delivery_troubled_idx" ON "webhook_delivery" (account_id, legacy, hook_id, status, id) WHERE status IN ('failed', 'retrying');
