-- Replaced by those of the two migrations before.
DROP INDEX IF EXISTS "subscriber_spelling_idx";
DROP INDEX IF EXISTS "suppression_spelling_idx";
