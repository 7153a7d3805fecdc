ALTER TABLE "tag" ADD COLUMN "topic_name" TEXT, ADD COLUMN "topic_description" TEXT;
ALTER TABLE "subscriber" ADD COLUMN "paused_until" TIMESTAMPTZ(3);

CREATE TABLE "preference_request" (
  "account_id" INTEGER NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "subscriber_id" BIGINT NOT NULL,
  "kind" TEXT NOT NULL,
  "new_address" TEXT,
  "token_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "preference_request_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "preference_request_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id")
    REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "preference_request_token_hash_key" ON "preference_request"("token_hash");
CREATE INDEX "preference_request_account_id_subscriber_id_idx" ON "preference_request"("account_id", "subscriber_id");
CREATE INDEX "preference_request_expires_at_idx" ON "preference_request"("expires_at");

CREATE TABLE "leave_reason" (
  "account_id" INTEGER NOT NULL,
  "subscriber_id" BIGINT NOT NULL,
  "reason" TEXT NOT NULL,
  "comment" TEXT,
  "mail_id" INTEGER,
  "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT "leave_reason_pkey" PRIMARY KEY ("account_id", "subscriber_id"),
  CONSTRAINT "leave_reason_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id")
    REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "leave_reason_account_id_given_at_idx" ON "leave_reason"("account_id", "given_at");
