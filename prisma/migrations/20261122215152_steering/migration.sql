-- AlterTable
ALTER TABLE "account" ADD COLUMN     "undo_seconds" INTEGER NOT NULL DEFAULT 30;

-- AlterTable
ALTER TABLE "broadcast" ADD COLUMN     "stopped_by" INTEGER,
ADD COLUMN     "undo_until" TIMESTAMPTZ(3);
