-- CreateTable
CREATE TABLE "delivery_report" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER,
    "source" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "mail_id" INTEGER,
    "subscriber_id" BIGINT,
    "address" TEXT,
    "status" TEXT,
    "diagnostic" TEXT,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "delivery_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "received_message" (
    "id" BIGSERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "recipient" TEXT,
    "raw" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "received_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "delivery_report_account_id_subscriber_id_id_idx" ON "delivery_report"("account_id", "subscriber_id", "id");

-- CreateIndex
CREATE INDEX "delivery_report_created_at_idx" ON "delivery_report"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_report_source_source_id_key" ON "delivery_report"("source", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "received_message_source_source_id_key" ON "received_message"("source", "source_id");

-- AddForeignKey
ALTER TABLE "delivery_report" ADD CONSTRAINT "delivery_report_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
