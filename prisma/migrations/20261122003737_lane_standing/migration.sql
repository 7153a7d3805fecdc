-- DropIndex
DROP INDEX "webhook_lane_due_at_idx";

-- AlterTable
ALTER TABLE "webhook_lane" ADD COLUMN     "standing" TEXT NOT NULL DEFAULT 'new';

-- CreateIndex
CREATE INDEX "webhook_lane_standing_due_at_idx" ON "webhook_lane"("standing", "due_at");
