-- Listed addresses that are not in their one form: their hashes are asked for, too.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "suppression_other_form_idx" ON "suppression" ("account_id")
  WHERE "email_address" IS NOT NFC NORMALIZED OR "email_address" ~ '[！-～。｡-ﾟﾡ-ￜſ]' OR strpos("email_address", 'xn--') > 0
