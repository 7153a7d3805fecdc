-- AlterTable
ALTER TABLE "account_product" DROP CONSTRAINT "account_product_pkey",
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "account_product" ADD CONSTRAINT "account_product_pkey" PRIMARY KEY USING INDEX "account_product_account_id_product_id_key";

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "sold_as" INTEGER;

-- CreateTable
CREATE TABLE "checkout" (
    "account_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "api_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "received_at" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "checkout_pkey" PRIMARY KEY ("account_id","provider")
);

-- CreateTable
CREATE TABLE "early_refund" (
    "account_id" INTEGER NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "early_refund_pkey" PRIMARY KEY ("account_id","transaction_id")
);

-- AddForeignKey
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "early_refund" ADD CONSTRAINT "early_refund_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
