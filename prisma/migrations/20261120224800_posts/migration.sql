-- AlterTable
ALTER TABLE "post" ADD COLUMN     "content_html" TEXT;

-- CreateIndex
CREATE INDEX "post_account_id_status_published_at_id_idx" ON "post"("account_id", "status", "published_at", "id");

-- CreateIndex
CREATE INDEX "post_status_published_at_idx" ON "post"("status", "published_at");
