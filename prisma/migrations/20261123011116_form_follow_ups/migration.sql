ALTER TABLE "form_subscription" ADD COLUMN "follow_up_due" BOOLEAN NOT NULL DEFAULT false;
