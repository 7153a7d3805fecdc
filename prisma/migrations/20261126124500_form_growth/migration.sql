-- AlterTable
ALTER TABLE "form" ADD COLUMN     "test_number" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "test_started_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "form_subscription" ADD COLUMN     "ticked_tag_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "form_count" (
    "account_id" INTEGER NOT NULL,
    "form_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "version" TEXT NOT NULL DEFAULT '',
    "value" TEXT NOT NULL DEFAULT '',
    "views" INTEGER NOT NULL DEFAULT 0,
    "sign_ups" INTEGER NOT NULL DEFAULT 0,
    "blocked" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "form_count_pkey" PRIMARY KEY ("account_id","form_id","day","kind","version","value")
);

-- CreateTable
CREATE TABLE "form_file" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "form_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'storing',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "form_file_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "form_file_email" (
    "account_id" INTEGER NOT NULL,
    "form_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "next_attempt_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "form_file_email_pkey" PRIMARY KEY ("account_id","form_id","subscriber_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "form_file_key_key" ON "form_file"("key");

-- CreateIndex
CREATE INDEX "form_file_account_id_form_id_idx" ON "form_file"("account_id", "form_id");

-- CreateIndex
CREATE INDEX "form_file_email_account_id_subscriber_id_idx" ON "form_file_email"("account_id", "subscriber_id");

-- AddForeignKey
ALTER TABLE "form_count" ADD CONSTRAINT "form_count_account_id_form_id_fkey" FOREIGN KEY ("account_id", "form_id") REFERENCES "form"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_file" ADD CONSTRAINT "form_file_account_id_form_id_fkey" FOREIGN KEY ("account_id", "form_id") REFERENCES "form"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_file_email" ADD CONSTRAINT "form_file_email_account_id_form_id_fkey" FOREIGN KEY ("account_id", "form_id") REFERENCES "form"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_file_email" ADD CONSTRAINT "form_file_email_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "form_file_email_due_idx" ON "form_file_email" ("account_id", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "form_file_ready_idx" ON "form_file" ("account_id", "form_id") WHERE "state" = 'ready';

-- CreateIndex
CREATE INDEX "form_file_leftover_idx" ON "form_file" ("updated_at") WHERE "state" <> 'ready';
