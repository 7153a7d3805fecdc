-- AlterTable
ALTER TABLE "app" ADD COLUMN     "fetched_at" TIMESTAMPTZ(3);
