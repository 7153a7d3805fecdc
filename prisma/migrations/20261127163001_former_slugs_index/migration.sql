-- Each address that no post has asks which one had it.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "post_former_slugs_idx" ON "post" USING GIN ("former_slugs")
