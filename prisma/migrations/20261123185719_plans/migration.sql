-- AlterTable
ALTER TABLE "account" ADD COLUMN     "billing_changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "has_own_limit" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_trial_open" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "renewal_anchor" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "plan" (
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "subscriber_limit" INTEGER,
    "member_limit" INTEGER,
    "has_reporting" BOOLEAN NOT NULL DEFAULT false,
    "has_api" BOOLEAN NOT NULL DEFAULT true,
    "price_month" INTEGER,
    "price_year" INTEGER,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "trial_days" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "archived_at" TIMESTAMPTZ(3),
    "limit_changed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "plan_notice" (
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "about" TIMESTAMPTZ(3) NOT NULL,
    "plan" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_notice_pkey" PRIMARY KEY ("account_id","kind","about")
);

-- AddForeignKey
ALTER TABLE "plan_notice" ADD CONSTRAINT "plan_notice_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "plan" ("key", "name", "description", "subscriber_limit", "has_reporting", "position", "created_at", "updated_at") VALUES
  ('free', 'Free', 'For your first subscribers.', 1000, false, 10, now(), now()),
  ('creator', 'Creator', 'For a growing list.', 5000, false, 20, now(), now()),
  ('creator_pro', 'Creator Pro', 'Any number of subscribers, with reporting.', NULL, true, 30, now(), now());

-- Every process reads the plans again.
CREATE FUNCTION announce_plans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('plans', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "plan_is_announced" AFTER INSERT OR UPDATE OR DELETE ON "plan"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_plans();

-- A plan may not include the API, so each process looks up the credentials of an account whose plan changed.
CREATE OR REPLACE TRIGGER account_announces_change AFTER UPDATE OF api_disabled, plan_type ON "account" FOR EACH ROW
  WHEN ((OLD.api_disabled, OLD.plan_type) IS DISTINCT FROM (NEW.api_disabled, NEW.plan_type))
  EXECUTE FUNCTION announce_credentials('id');
