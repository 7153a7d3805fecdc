-- AlterTable
ALTER TABLE "import" ADD COLUMN     "fingerprint" TEXT,
ADD COLUMN     "kept_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "removed_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "restored_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undo_state" "work_state",
ADD COLUMN     "undone_rows" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undone_to" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "import_row" ADD COLUMN     "before" JSONB,
ADD COLUMN     "undone" TEXT;
