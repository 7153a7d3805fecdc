-- AlterTable
ALTER TABLE "legacy_webhook" ADD COLUMN     "app_id" INTEGER;
