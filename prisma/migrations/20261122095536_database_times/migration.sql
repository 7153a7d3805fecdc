-- Prisma fills in now() from the clock of its process; any other default is left to PostgreSQL.
-- AlterTable
ALTER TABLE "account" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "api_key" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "app" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "app_draft_logo" ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "app_logo" ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "app_plugin" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "auth_throttle" ALTER COLUMN "window_started_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "broadcast" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "bulk_request" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "caught_mail" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "confirmation" ALTER COLUMN "requested_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "consent" ALTER COLUMN "given_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "creator_profile" ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "custom_field" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "email_template" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "engagement" ALTER COLUMN "occurred_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "enrollment" ALTER COLUMN "added_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "delay_from" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "export" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "form" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "form_subscription" ALTER COLUMN "added_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "import" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "import_preview" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "installation" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "invitation" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "legacy_webhook" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "link" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "mail" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "membership" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "oauth_grant" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "oauth_token" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "outbox" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "password_reset" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "post" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "product" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "purchase" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "retired_slot" ALTER COLUMN "retired_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "security_event" ALTER COLUMN "occurred_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "segment" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "send_batch" ALTER COLUMN "started_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "sending_address" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "sequence" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "sequence_email" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "service_mail" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "session" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "last_seen_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "sign_up_request" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "snippet" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "state_change" ALTER COLUMN "occurred_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "subscriber" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "suppression" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "tag" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "tagging" ALTER COLUMN "tagged_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "user_identity" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "users" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "webhook_delivery" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "webhook_endpoint" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();

-- AlterTable
ALTER TABLE "webhook_event" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
