-- CreateTable
CREATE TABLE "billing_event" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,

    CONSTRAINT "billing_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_day" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "plan_type" TEXT NOT NULL,
    "active_subscribers" INTEGER NOT NULL,
    "peak_subscribers" INTEGER NOT NULL,
    "messages_sent" INTEGER NOT NULL DEFAULT 0,
    "messages_in_month" INTEGER NOT NULL DEFAULT 0,
    "batch_id" UUID,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateTable
CREATE TABLE "usage_batch" (
    "id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "usage_batch_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "billing_event_account_id_idx" ON "billing_event"("account_id");

-- CreateIndex
CREATE INDEX "billing_event_received_at_idx" ON "billing_event"("received_at");

-- CreateIndex
CREATE INDEX "usage_day_batch_id_idx" ON "usage_day"("batch_id");

-- CreateIndex
CREATE INDEX "usage_day_day_idx" ON "usage_day"("day");

-- CreateIndex
CREATE INDEX "usage_batch_next_attempt_at_idx" ON "usage_batch"("next_attempt_at");

-- Days that are still to be reported.
CREATE INDEX "usage_day_unreported_idx" ON "usage_day"("day", "account_id") WHERE batch_id IS NULL;
