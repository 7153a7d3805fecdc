-- AlterTable
ALTER TABLE "account" ADD COLUMN     "is_setup_hidden" BOOLEAN NOT NULL DEFAULT false;
