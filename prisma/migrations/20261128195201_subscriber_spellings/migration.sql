-- Addresses that are not in their one form: nearly none, so finding them costs nothing at a million subscribers.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriber_spelling_idx" ON "subscriber" ("account_id", "id")
  WHERE "email_address" IS NOT NFC NORMALIZED OR "email_address" ~ '[！-～。｡]' OR strpos("email_address", 'xn--') > 0
