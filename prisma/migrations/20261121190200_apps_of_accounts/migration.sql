-- An app goes with the account of its developer.
DELETE FROM "app" a WHERE a."account_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "account" c WHERE c."id" = a."account_id");

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
