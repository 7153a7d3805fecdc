-- AlterTable
ALTER TABLE "bulk_request" ADD COLUMN     "untried_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "bulk_failure" (
    "account_id" INTEGER NOT NULL,
    "bulk_request_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "item" JSONB NOT NULL,
    "errors" TEXT[],

    CONSTRAINT "bulk_failure_pkey" PRIMARY KEY ("account_id","bulk_request_id","number")
);

-- AddForeignKey
ALTER TABLE "bulk_failure" ADD CONSTRAINT "bulk_failure_account_id_bulk_request_id_fkey" FOREIGN KEY ("account_id", "bulk_request_id") REFERENCES "bulk_request"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
