-- CreateTable
CREATE TABLE "revision" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "preview_text" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "author_id" INTEGER,
    "author" TEXT NOT NULL,
    "is_closed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "revision_account_id_kind_item_id_id_idx" ON "revision"("account_id", "kind", "item_id", "id");

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
