-- CreateTable
CREATE TABLE "confirmation" (
    "account_id" INTEGER NOT NULL,
    "form_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "confirmation_pkey" PRIMARY KEY ("account_id","form_id","subscriber_id")
);

-- CreateIndex
CREATE INDEX "confirmation_account_id_subscriber_id_idx" ON "confirmation"("account_id", "subscriber_id");

-- AddForeignKey
ALTER TABLE "confirmation" ADD CONSTRAINT "confirmation_account_id_form_id_fkey" FOREIGN KEY ("account_id", "form_id") REFERENCES "form"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "confirmation" ADD CONSTRAINT "confirmation_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Letters that are due: few among all that were ever sent.
CREATE INDEX "confirmation_due_idx" ON "confirmation" ("account_id", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
