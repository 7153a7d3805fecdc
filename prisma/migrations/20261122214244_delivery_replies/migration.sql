-- The transport that a message was handed to, and what its server answered.
ALTER TABLE "delivery" ADD COLUMN "transport" TEXT, ADD COLUMN "reply" TEXT;
