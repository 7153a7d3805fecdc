-- The demo's readers are invented: with a mail server in the settings its letters would bounce, and spoil a good name.
ALTER TABLE "account" ADD COLUMN "mail_is_caught" BOOLEAN NOT NULL DEFAULT false;

UPDATE "account" a SET "mail_is_caught" = true
WHERE EXISTS (
  SELECT FROM "membership" m JOIN "users" u ON u."id" = m."user_id"
  WHERE m."account_id" = a."id" AND u."email" = 'nora@studio-north.example'
);
