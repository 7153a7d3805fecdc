-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "translations" JSONB;
