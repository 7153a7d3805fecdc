ALTER TABLE "email_template" ADD COLUMN "source" TEXT, ADD COLUMN "design" JSONB;
