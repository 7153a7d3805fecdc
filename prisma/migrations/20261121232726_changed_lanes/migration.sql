-- AlterTable
ALTER TABLE "webhook_lane" ADD COLUMN     "is_changed" BOOLEAN NOT NULL DEFAULT false;
