-- CreateTable
CREATE TABLE "deleted_record" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "also" JSONB NOT NULL DEFAULT '{}',
    "deleted_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_record_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "deleted_record_deleted_at_idx" ON "deleted_record"("deleted_at");

-- AddForeignKey
ALTER TABLE "deleted_record" ADD CONSTRAINT "deleted_record_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
