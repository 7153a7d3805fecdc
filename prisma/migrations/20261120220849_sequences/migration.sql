-- DropIndex
DROP INDEX "enrollment_next_at_idx";

-- DropIndex
DROP INDEX "mail_account_id_sequence_email_id_key";

-- AlterTable
ALTER TABLE "enrollment" ADD COLUMN     "delay_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "next_email_id" INTEGER,
ADD COLUMN     "received" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "mail" ADD COLUMN     "edition" TEXT,
ADD COLUMN     "paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "sequence_email" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "problem" TEXT,
ALTER COLUMN "position" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "mail_account_id_sequence_email_id_run_edition_key" ON "mail"("account_id", "sequence_email_id", "run", "edition");

-- Who falls due in a sequence, in order; people who wait for nothing are in it nowhere.
CREATE INDEX "enrollment_due_idx" ON "enrollment" (account_id, sequence_id, next_at) WHERE state = 'active' AND next_at IS NOT NULL;
-- Mails of sequences that have something left to send.
CREATE INDEX "mail_open_sequence_idx" ON "mail" (account_id, sequence_email_id) WHERE sequence_email_id IS NOT NULL AND completed_at IS NULL;
-- An enrollment is rewritten with every email.
ALTER TABLE "enrollment" SET (fillfactor = 85);
