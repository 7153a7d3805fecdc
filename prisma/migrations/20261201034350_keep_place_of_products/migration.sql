-- AlterTable
ALTER TABLE "product" ADD COLUMN     "set_up_at" TIMESTAMPTZ(3);
