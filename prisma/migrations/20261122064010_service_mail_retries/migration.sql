ALTER TABLE "service_mail" ADD COLUMN "next_attempt_at" TIMESTAMPTZ(3),
ADD COLUMN "last_reply" TEXT;

-- What an earlier version was about to send: it is due now.
UPDATE "service_mail" SET "next_attempt_at" = now() WHERE "sent_at" IS NULL AND "error" IS NULL;

CREATE INDEX "service_mail_due_idx" ON "service_mail" ("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
