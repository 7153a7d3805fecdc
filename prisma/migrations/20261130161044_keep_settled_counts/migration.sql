-- AlterTable
ALTER TABLE "mail" ADD COLUMN     "carried" JSONB,
ADD COLUMN     "proof" JSONB;
