-- CreateTable
CREATE TABLE "webhook_retry" (
    "account_id" INTEGER NOT NULL,
    "legacy" BOOLEAN NOT NULL,
    "hook_id" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_retry_pkey" PRIMARY KEY ("account_id","legacy","hook_id")
);

-- CreateIndex
CREATE INDEX "webhook_retry_due_at_idx" ON "webhook_retry"("due_at");

-- AddForeignKey
ALTER TABLE "webhook_retry" ADD CONSTRAINT "webhook_retry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- First attempts and retries are sent by different hands. A delivery is in one of the two indexes, or in none once it has ended.
CREATE INDEX "webhook_delivery_pending_idx" ON "webhook_delivery" (account_id, legacy, hook_id, next_attempt_at, id) WHERE status = 'pending';
CREATE INDEX "webhook_delivery_retrying_idx" ON "webhook_delivery" (account_id, legacy, hook_id, next_attempt_at, id) WHERE status = 'retrying';
DROP INDEX "webhook_delivery_open_idx";
ALTER TABLE "webhook_retry" SET (fillfactor = 50);

-- Deliveries that wait for a retry by now: a cron starts their runs when they are due.
INSERT INTO "webhook_retry" (account_id, legacy, hook_id, due_at)
SELECT account_id, legacy, hook_id, min(next_attempt_at) FROM "webhook_delivery" WHERE status = 'retrying' GROUP BY 1, 2, 3;
