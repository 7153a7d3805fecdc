-- Addresses that are not in their one form, half-width ones and the long s included.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriber_other_form_idx" ON "subscriber" ("account_id", "id")
  WHERE "email_address" IS NOT NFC NORMALIZED OR "email_address" ~ '[！-～。｡-ﾟﾡ-ￜſ]' OR strpos("email_address", 'xn--') > 0
