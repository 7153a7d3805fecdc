-- AlterTable
ALTER TABLE "account" ADD COLUMN     "automation_trace_days" INTEGER DEFAULT 365;

-- DropIndex
DROP INDEX "automation_trace_at_idx";

-- CreateIndex
CREATE INDEX "automation_trace_account_id_at_idx" ON "automation_trace"("account_id", "at");
