-- AlterTable
ALTER TABLE "post" ADD COLUMN     "former_slugs" TEXT[] DEFAULT ARRAY[]::TEXT[];
