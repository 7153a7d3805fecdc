-- AlterTable
ALTER TABLE "automation_email" ADD COLUMN     "left_out" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "snippet" ADD COLUMN     "left_out" TEXT[] DEFAULT ARRAY[]::TEXT[];
