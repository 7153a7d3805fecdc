-- How an address was proven. A proof by caught mail counts only while mail is caught.
CREATE TYPE "address_proof" AS ENUM ('mail', 'caught_mail', 'provider', 'operator');
ALTER TABLE "users" ADD COLUMN "email_proof" "address_proof";
ALTER TABLE "sending_address" ADD COLUMN "proof" "address_proof";

-- Until now nobody wrote down how, so nothing but a provider's word is more than caught mail. Behind a mail server these addresses
-- need a new link, once; while mail is caught nothing changes.
UPDATE "users" u SET "email_proof" = CASE
    WHEN EXISTS (SELECT FROM "user_identity" i WHERE i."user_id" = u."id") THEN 'provider' ELSE 'caught_mail' END::"address_proof"
  WHERE u."email_verified_at" IS NOT NULL;
UPDATE "sending_address" s SET "proof" = CASE
    WHEN EXISTS (SELECT FROM "membership" m JOIN "users" u ON u."id" = m."user_id"
      WHERE m."account_id" = s."account_id" AND u."email" = s."email_address" AND u."email_proof" = 'provider')
    THEN 'provider' ELSE 'caught_mail' END::"address_proof"
  WHERE s."status" = 'confirmed';

-- Which email carried a link. Links that are on their way are not known, and prove no more than caught mail.
ALTER TABLE "service_mail" ADD COLUMN "link_hash" TEXT, ADD COLUMN "was_caught" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX "service_mail_link_hash_key" ON "service_mail"("link_hash");
