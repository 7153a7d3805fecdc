-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'retrying', 'delivered', 'failed');

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "disabled_by" TEXT,
ADD COLUMN     "warned_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "webhook_event" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "event_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "type" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "webhook_outbox" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "event_ids" BIGINT[],
    "sizes" INTEGER[],
    "leaves_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "legacy" BOOLEAN NOT NULL DEFAULT false,
    "hook_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "event_ids" BIGINT[],
    "event_count" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "resend_of" BIGINT,
    "is_sample" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "account_id" INTEGER NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("account_id","delivery_id","number")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "account_id" INTEGER NOT NULL,
    "legacy" BOOLEAN NOT NULL,
    "hook_id" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "holder" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("account_id","legacy","hook_id")
);

-- CreateIndex
CREATE INDEX "webhook_event_kept_until_idx" ON "webhook_event"("kept_until");

-- CreateIndex
CREATE INDEX "webhook_delivery_account_id_legacy_hook_id_id_idx" ON "webhook_delivery"("account_id", "legacy", "hook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE INDEX "webhook_lane_due_at_idx" ON "webhook_lane"("due_at");

-- AddForeignKey
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_account_id_delivery_id_fkey" FOREIGN KEY ("account_id", "delivery_id") REFERENCES "webhook_delivery"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- Open deliveries, few among many: a lane's next ones, and when it is due again.
CREATE INDEX "webhook_delivery_open_idx" ON "webhook_delivery" (account_id, legacy, hook_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_open_has_time"
  CHECK ((status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL) AND (next_attempt_at IS NULL) = (completed_at IS NOT NULL));

-- A queue is emptied as fast as it is filled: its statistics are always wrong, and what is gone from it must not pile up.
ALTER TABLE "webhook_outbox" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- Leased and released all the time, in place.
ALTER TABLE "webhook_lane" SET (fillfactor = 50);
ALTER TABLE "webhook_delivery" SET (fillfactor = 85);

-- Everything that webhooks of an account listen to: types, and names of the old kind. Asked with every transaction's first
-- statement; in PL/pgSQL its plan is kept.
CREATE FUNCTION heard_events(account int) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT array_agg(DISTINCT name) FROM (
      SELECT unnest(e.events) AS name FROM webhook_endpoint e WHERE e.account_id = account AND e.status = 'active'
      UNION ALL
      SELECT l.event_name FROM legacy_webhook l WHERE l.account_id = account
    ) heard
  );
END $$;
