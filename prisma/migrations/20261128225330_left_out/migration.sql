-- AlterTable
ALTER TABLE "broadcast" ADD COLUMN     "left_out" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "sequence_email" ADD COLUMN     "left_out" TEXT[] DEFAULT ARRAY[]::TEXT[];
