-- CreateTable
CREATE TABLE "review_claim" (
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_claim_pkey" PRIMARY KEY ("account_id","kind","item_id")
);

-- CreateTable
CREATE TABLE "review_entry" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "snapshot" JSONB,
    "author_id" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_entry_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "review_entry_account_id_kind_item_id_id_idx" ON "review_entry"("account_id", "kind", "item_id", "id");

-- AddForeignKey
ALTER TABLE "review_claim" ADD CONSTRAINT "review_claim_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_entry" ADD CONSTRAINT "review_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
