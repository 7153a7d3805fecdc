-- AlterTable
ALTER TABLE "landing_page" ADD COLUMN     "is_hidden" BOOLEAN;
