-- AlterTable
ALTER TABLE "custom_field" ADD COLUMN     "choices" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "type" TEXT NOT NULL DEFAULT 'text';
