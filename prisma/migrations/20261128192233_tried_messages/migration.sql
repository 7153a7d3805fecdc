-- Bounce rates divide by the messages that were tried (decision 0032). Counts from before have none that failed.
ALTER TABLE "sending_guard" ADD COLUMN "failed" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "analytics_receiver" ADD COLUMN "failed" INTEGER NOT NULL DEFAULT 0;
