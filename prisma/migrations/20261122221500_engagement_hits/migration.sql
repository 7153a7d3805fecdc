-- Requests of tracked links and images wait here for a few seconds, until it shows whether a machine made them.
CREATE TABLE "engagement_hit" (
    "account_id" INTEGER NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "link_number" INTEGER,
    "url" TEXT,
    "evidence" TEXT,
    "user_agent" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "engagement_hit_pkey" PRIMARY KEY ("account_id", "mail_id", "subscriber_id", "id")
);

-- Why an open or click counts as one of a machine.
ALTER TABLE "engagement" ADD COLUMN "evidence" TEXT;
