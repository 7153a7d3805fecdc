-- CreateTable
CREATE TABLE "invoice_payment" (
    "account_id" INTEGER NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "invoice_payment_pkey" PRIMARY KEY ("account_id","transaction_id")
);

-- CreateIndex
CREATE INDEX "invoice_payment_account_id_invoice_id_idx" ON "invoice_payment"("account_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_payment_created_at_idx" ON "invoice_payment"("created_at");

-- AddForeignKey
ALTER TABLE "invoice_payment" ADD CONSTRAINT "invoice_payment_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
