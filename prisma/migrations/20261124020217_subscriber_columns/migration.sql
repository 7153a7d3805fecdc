-- CreateTable
CREATE TABLE "subscriber_columns" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "chosen" JSONB NOT NULL,

    CONSTRAINT "subscriber_columns_pkey" PRIMARY KEY ("account_id","user_id")
);

-- AddForeignKey
ALTER TABLE "subscriber_columns" ADD CONSTRAINT "subscriber_columns_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "membership"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
