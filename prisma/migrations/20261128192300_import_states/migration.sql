-- AlterTable
ALTER TABLE "import" ADD COLUMN     "active_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "bounced_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cancelled_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "complained_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "inactive_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "import_preview" ADD COLUMN     "active_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "bounced_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cancelled_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "complained_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "inactive_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "questions" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "unknown_words" JSONB NOT NULL DEFAULT '[]';
