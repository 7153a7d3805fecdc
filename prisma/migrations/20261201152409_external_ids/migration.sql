-- CreateTable
CREATE TABLE "external_id" (
    "account_id" INTEGER NOT NULL,
    "external_id" TEXT NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "external_id_pkey" PRIMARY KEY ("account_id","external_id")
);

-- CreateIndex
CREATE INDEX "external_id_account_id_subscriber_id_idx" ON "external_id"("account_id", "subscriber_id");

-- AddForeignKey
ALTER TABLE "external_id" ADD CONSTRAINT "external_id_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
