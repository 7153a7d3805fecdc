ALTER TABLE "sending_address" ADD COLUMN "gets_replies" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "broadcast" ADD COLUMN "reply_to_address" TEXT;
