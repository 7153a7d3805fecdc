-- AlterTable
ALTER TABLE "app" ADD COLUMN     "calls_paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "calls_paused_reason" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "disabled_reason" TEXT;

-- CreateTable
CREATE TABLE "delivery_result" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "is_report" BOOLEAN NOT NULL DEFAULT false,
    "accepted" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "deferred" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "refused" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "unconfirmed" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "hard_bounced" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "soft_bounced" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "complained" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_result_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receiver_hour" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "receiver" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "deferred" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "unconfirmed" INTEGER NOT NULL DEFAULT 0,
    "hard_bounced" INTEGER NOT NULL DEFAULT 0,
    "soft_bounced" INTEGER NOT NULL DEFAULT 0,
    "complained" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "receiver_hour_pkey" PRIMARY KEY ("hour","receiver")
);

-- CreateTable
CREATE TABLE "webhook_hour" (
    "account_id" INTEGER NOT NULL,
    "legacy" BOOLEAN NOT NULL,
    "hook_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_hour_pkey" PRIMARY KEY ("account_id","legacy","hook_id","hour")
);

-- CreateTable
CREATE TABLE "outbound_hour" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "app_id" INTEGER NOT NULL DEFAULT 0,
    "host" TEXT NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "outbound_hour_pkey" PRIMARY KEY ("hour","kind","app_id","host")
);

-- AddForeignKey
ALTER TABLE "webhook_hour" ADD CONSTRAINT "webhook_hour_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Endpoints that fail are few among those that work.
CREATE INDEX "webhook_hour_failures_idx" ON "webhook_hour" ("hour", "account_id", "legacy", "hook_id") WHERE failures > 0;

-- Hours of now are written again and again.
ALTER TABLE "receiver_hour" SET (fillfactor = 50);
ALTER TABLE "webhook_hour" SET (fillfactor = 50);
ALTER TABLE "outbound_hour" SET (fillfactor = 50);
