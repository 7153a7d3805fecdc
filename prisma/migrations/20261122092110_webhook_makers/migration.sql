-- Who made a webhook, so that owners are told by name when that member leaves.
ALTER TABLE "webhook_endpoint" ADD COLUMN "created_by" INTEGER;
ALTER TABLE "legacy_webhook" ADD COLUMN "created_by" INTEGER;
