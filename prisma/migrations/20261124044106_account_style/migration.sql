-- CreateTable
CREATE TABLE "account_style" (
    "account_id" INTEGER NOT NULL,
    "choices" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "account_style_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "account_style" ADD CONSTRAINT "account_style_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
