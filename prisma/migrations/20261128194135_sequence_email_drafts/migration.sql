-- AlterTable
ALTER TABLE "sequence_email" ADD COLUMN     "draft" JSONB;
