-- AlterTable
ALTER TABLE "reputation_count" ADD COLUMN     "failed_hard" INTEGER NOT NULL DEFAULT 0;
