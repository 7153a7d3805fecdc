-- AlterTable
ALTER TABLE "broadcast" ADD COLUMN     "excluded" JSONB;
