-- AlterTable
ALTER TABLE "broadcast" ADD COLUMN     "is_from_program" BOOLEAN NOT NULL DEFAULT false;
