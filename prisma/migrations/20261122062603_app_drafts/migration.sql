-- AlterTable
ALTER TABLE "app" ADD COLUMN     "draft" JSONB,
ADD COLUMN     "draft_submitted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "app_draft_logo" (
    "app_id" INTEGER NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_draft_logo_pkey" PRIMARY KEY ("app_id")
);

-- AddForeignKey
ALTER TABLE "app_draft_logo" ADD CONSTRAINT "app_draft_logo_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;
