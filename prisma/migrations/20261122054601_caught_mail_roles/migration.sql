-- The least role that may read a caught message. What is already there is for owners when it may be a service email, which an
-- Auto-Submitted header shows; everything else went to subscribers.
ALTER TABLE "caught_mail" ADD COLUMN "shown_to" "role" NOT NULL DEFAULT 'owner';
UPDATE "caught_mail" SET "shown_to" = 'viewer' WHERE position('Auto-Submitted:'::bytea in "raw") = 0;

-- Service emails that wait may be invitations of owners.
ALTER TABLE "service_mail" ADD COLUMN "shown_to" "role" NOT NULL DEFAULT 'owner';
ALTER TABLE "service_mail" ALTER COLUMN "shown_to" SET DEFAULT 'admin';
