-- AlterTable
ALTER TABLE "site" ADD COLUMN     "has_address" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "layout" TEXT NOT NULL DEFAULT 'magazine';
