-- AlterTable
ALTER TABLE "snippet" ADD COLUMN     "value_plain" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "post_account_id_publication_id_key" ON "post"("account_id", "publication_id");
