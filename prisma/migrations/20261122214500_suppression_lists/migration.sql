ALTER TABLE "suppression"
  ADD COLUMN "id" BIGSERIAL NOT NULL,
  ADD COLUMN "email_address" TEXT,
  ADD COLUMN "source" TEXT,
  ADD COLUMN "note" TEXT,
  ADD COLUMN "created_by" INTEGER;
CREATE UNIQUE INDEX "suppression_account_id_id_key" ON "suppression"("account_id", "id");

CREATE TABLE "instance_suppression" (
  "id" SERIAL NOT NULL,
  "pattern_hash" TEXT NOT NULL,
  "pattern" TEXT,
  "reason" TEXT NOT NULL,
  "note" TEXT,
  "created_by" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
  "removed_at" TIMESTAMPTZ(3),
  "removed_by" INTEGER,
  "removal_note" TEXT,
  CONSTRAINT "instance_suppression_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "instance_suppression_pattern_hash_key" ON "instance_suppression"("pattern_hash");
