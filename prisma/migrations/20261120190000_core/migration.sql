-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'editor', 'viewer');

-- CreateEnum
CREATE TYPE "sending_address_status" AS ENUM ('pending', 'confirmed');

-- CreateEnum
CREATE TYPE "broadcast_status" AS ENUM ('draft', 'scheduled', 'sending', 'completed', 'aborted');

-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('broadcast', 'sequence_email');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('queued', 'sending', 'sent', 'unconfirmed', 'failed', 'excluded');

-- CreateEnum
CREATE TYPE "engagement_kind" AS ENUM ('open', 'click');

-- CreateEnum
CREATE TYPE "form_status" AS ENUM ('active', 'archived', 'trashed');

-- CreateEnum
CREATE TYPE "enrollment_state" AS ENUM ('active', 'completed', 'stopped');

-- CreateEnum
CREATE TYPE "subscriber_state" AS ENUM ('active', 'cancelled', 'bounced', 'complained', 'inactive');

-- CreateEnum
CREATE TYPE "work_state" AS ENUM ('uploading', 'ready', 'queued', 'running', 'stopping', 'stopped', 'completed', 'failed');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_identity" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_identity_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "token_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "auth_throttle" (
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auth_throttle_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "postal_address" TEXT,
    "plan_type" TEXT NOT NULL DEFAULT 'free',
    "plan_interval" TEXT NOT NULL DEFAULT 'month',
    "subscriber_limit" INTEGER DEFAULT 1000,
    "trial_lapse_date" TIMESTAMPTZ(3),
    "renews_at" TIMESTAMPTZ(3),
    "cancels_at" TIMESTAMPTZ(3),
    "colors" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "open_tracking_enabled" BOOLEAN NOT NULL DEFAULT true,
    "click_tracking_enabled" BOOLEAN NOT NULL DEFAULT true,
    "api_disabled" BOOLEAN NOT NULL DEFAULT false,
    "signed_up_by_app_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "role" NOT NULL DEFAULT 'viewer',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL DEFAULT 'viewer',
    "token_hash" TEXT NOT NULL,
    "invited_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "creator_profile" (
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "byline" TEXT,
    "bio" TEXT,
    "image_url" TEXT,
    "profile_url" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "creator_profile_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "sending_address" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email_address" TEXT NOT NULL,
    "from_name" TEXT NOT NULL,
    "status" "sending_address_status" NOT NULL DEFAULT 'pending',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_dmarc_configured" BOOLEAN NOT NULL DEFAULT false,
    "token_hash" TEXT,
    "token_expires_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sending_address_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "email_template" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "category" TEXT NOT NULL DEFAULT 'HTML',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "html" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_template_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "snippet" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "snippet_type" TEXT NOT NULL,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "content" TEXT,
    "document_id" SERIAL NOT NULL,
    "value_html" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "snippet_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "broadcast" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "publication_id" SERIAL NOT NULL,
    "subject" TEXT,
    "preview_text" TEXT,
    "description" TEXT,
    "content" TEXT,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "published_at" TIMESTAMPTZ(3),
    "send_at" TIMESTAMPTZ(3),
    "status" "broadcast_status" NOT NULL DEFAULT 'draft',
    "thumbnail_url" TEXT,
    "thumbnail_alt" TEXT,
    "email_template_id" INTEGER,
    "email_address" TEXT,
    "subscriber_filter" JSONB,
    "tracking_disabled" BOOLEAN NOT NULL DEFAULT false,
    "problem" TEXT,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "broadcast_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "post" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "publication_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT,
    "description" TEXT,
    "meta_description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "thumbnail_url" TEXT,
    "thumbnail_alt" TEXT,
    "is_paid" BOOLEAN NOT NULL DEFAULT false,
    "content" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "product" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "pid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "purchase" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'paid',
    "email_address" TEXT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "transaction_time" TIMESTAMPTZ(3) NOT NULL,
    "subtotal" DECIMAL(14,4) NOT NULL,
    "discount" DECIMAL(14,4) NOT NULL,
    "tax" DECIMAL(14,4) NOT NULL,
    "shipping" DECIMAL(14,4) NOT NULL,
    "total" DECIMAL(14,4) NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "purchase_line" (
    "account_id" INTEGER NOT NULL,
    "purchase_id" INTEGER NOT NULL,
    "lid" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "pid" TEXT NOT NULL,
    "sku" TEXT,
    "quantity" INTEGER NOT NULL,
    "unit_price" DECIMAL(14,4) NOT NULL,

    CONSTRAINT "purchase_line_pkey" PRIMARY KEY ("account_id","purchase_id","lid")
);

-- CreateTable
CREATE TABLE "mail" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "broadcast_id" INTEGER,
    "sequence_email_id" INTEGER,
    "snapshot" JSONB,
    "recipients" INTEGER NOT NULL DEFAULT 0,
    "laid_down_to" BIGINT NOT NULL DEFAULT 0,
    "laid_down_at" TIMESTAMPTZ(3),
    "sent" INTEGER NOT NULL DEFAULT 0,
    "unconfirmed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "excluded" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "clicked" INTEGER NOT NULL DEFAULT 0,
    "total_clicks" INTEGER NOT NULL DEFAULT 0,
    "unsubscribed" INTEGER NOT NULL DEFAULT 0,
    "bounced" INTEGER NOT NULL DEFAULT 0,
    "complained" INTEGER NOT NULL DEFAULT 0,
    "trouble" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "aborted_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "account_id" INTEGER NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "detail" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_by" INTEGER,
    "claimed_at" TIMESTAMPTZ(3),
    "message_id" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "bounced_at" TIMESTAMPTZ(3),
    "bounce_type" TEXT,
    "complained_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "clicked_at" TIMESTAMPTZ(3),
    "last_opened_at" TIMESTAMPTZ(3),
    "last_clicked_at" TIMESTAMPTZ(3),
    "opens" INTEGER NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("account_id","mail_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "send_batch" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "in_flight" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "open" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "excluded" INTEGER NOT NULL DEFAULT 0,
    "unconfirmed" INTEGER NOT NULL DEFAULT 0,
    "bounced" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "send_batch_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "link" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "unique_clicks" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "engagement" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" "engagement_kind" NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "link_id" INTEGER,
    "is_machine" BOOLEAN NOT NULL DEFAULT false,
    "user_agent" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engagement_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "caught_mail" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER,
    "mail_from" TEXT NOT NULL,
    "rcpt_to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "raw" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "caught_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_mail" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER,
    "to_address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "service_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "form" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "uid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'embed',
    "format" TEXT,
    "status" "form_status" NOT NULL DEFAULT 'active',
    "double_opt_in" BOOLEAN NOT NULL DEFAULT true,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "form_subscription" (
    "account_id" INTEGER NOT NULL,
    "form_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "referrer" TEXT,
    "utm_source" TEXT,
    "utm_medium" TEXT,
    "utm_campaign" TEXT,
    "utm_term" TEXT,
    "utm_content" TEXT,

    CONSTRAINT "form_subscription_pkey" PRIMARY KEY ("account_id","form_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "app" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "client_id" TEXT NOT NULL,
    "client_secret_hash" TEXT,
    "name" TEXT NOT NULL,
    "confidential" BOOLEAN NOT NULL DEFAULT true,
    "redirect_uris" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_token" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "app_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "access_token_hash" TEXT NOT NULL,
    "refresh_token_hash" TEXT,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "hold" BOOLEAN NOT NULL DEFAULT false,
    "repeat" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "email_address" TEXT,
    "email_template_id" INTEGER,
    "send_days" TEXT[] DEFAULT ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']::TEXT[],
    "send_hour" INTEGER NOT NULL DEFAULT 11,
    "time_zone" TEXT NOT NULL,
    "exclude_subscriber_sources" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "sequence_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "sequence_email" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "sequence_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "preview_text" TEXT,
    "content" TEXT NOT NULL DEFAULT '',
    "email_template_id" INTEGER,
    "published" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,
    "delay_value" INTEGER NOT NULL,
    "delay_unit" TEXT NOT NULL,
    "send_days" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sequence_email_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "enrollment" (
    "account_id" INTEGER NOT NULL,
    "sequence_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "state" "enrollment_state" NOT NULL DEFAULT 'active',
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_position" INTEGER,
    "next_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "enrollment_pkey" PRIMARY KEY ("account_id","sequence_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "subscriber" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "email_address" TEXT NOT NULL,
    "first_name" TEXT,
    "state" "subscriber_state" NOT NULL DEFAULT 'active',
    "fields" JSONB NOT NULL DEFAULT '{}',
    "queued_fields" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "canceled_at" TIMESTAMPTZ(3),
    "soft_bounces" INTEGER NOT NULL DEFAULT 0,
    "tracking_disabled" BOOLEAN NOT NULL DEFAULT false,
    "city" TEXT,
    "region" TEXT,
    "country" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "time_zone" TEXT,
    "location_pinned" BOOLEAN NOT NULL DEFAULT false,
    "source_type" TEXT,
    "source_name" TEXT,
    "source_mechanism" TEXT,
    "source_mechanism_id" TEXT,
    "source_form_id" INTEGER,
    "referrer" TEXT,
    "utm_source" TEXT,
    "utm_medium" TEXT,
    "utm_campaign" TEXT,
    "utm_term" TEXT,
    "utm_content" TEXT,

    CONSTRAINT "subscriber_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "subscriber_count" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "state" "subscriber_state" NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "subscriber_count_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "state_change" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "from_state" "subscriber_state",
    "to_state" "subscriber_state" NOT NULL,
    "cause" TEXT NOT NULL,
    "mail_id" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "state_change_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "consent" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "text" TEXT,
    "form_id" INTEGER,
    "import_id" INTEGER,
    "ip" TEXT,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consent_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "account_id" INTEGER NOT NULL,
    "address_hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("account_id","address_hash")
);

-- CreateTable
CREATE TABLE "custom_field" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "label" TEXT NOT NULL,
    "label_folded" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slot" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_field_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "retired_slot" (
    "account_id" INTEGER NOT NULL,
    "slot" TEXT NOT NULL,
    "retired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retired_slot_pkey" PRIMARY KEY ("account_id","slot")
);

-- CreateTable
CREATE TABLE "tag" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "name_folded" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "tagging" (
    "account_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "tagged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tagging_pkey" PRIMARY KEY ("account_id","tag_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "segment" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "app_id" INTEGER,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "legacy_webhook" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "target_url" TEXT NOT NULL,
    "event" JSONB NOT NULL,
    "event_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "legacy_webhook_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "import" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "filename" TEXT NOT NULL,
    "state" "work_state" NOT NULL DEFAULT 'uploading',
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "received_bytes" BIGINT NOT NULL DEFAULT 0,
    "content_hash" TEXT,
    "encoding" TEXT,
    "separator" TEXT,
    "has_header" BOOLEAN NOT NULL DEFAULT true,
    "headers" JSONB,
    "sample" JSONB,
    "mapping" JSONB,
    "options" JSONB NOT NULL DEFAULT '{}',
    "consent_source" TEXT,
    "total_rows" INTEGER,
    "text_bytes" BIGINT,
    "read_to" BIGINT NOT NULL DEFAULT 0,
    "done_rows" INTEGER NOT NULL DEFAULT 0,
    "created_count" INTEGER NOT NULL DEFAULT 0,
    "updated_count" INTEGER NOT NULL DEFAULT 0,
    "unchanged_count" INTEGER NOT NULL DEFAULT 0,
    "duplicate_count" INTEGER NOT NULL DEFAULT 0,
    "skipped_count" INTEGER NOT NULL DEFAULT 0,
    "invalid_count" INTEGER NOT NULL DEFAULT 0,
    "noted_count" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "import_chunk" (
    "account_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "import_chunk_pkey" PRIMARY KEY ("account_id","import_id","seq")
);

-- CreateTable
CREATE TABLE "import_row" (
    "account_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "row_number" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "message" TEXT,
    "email_address" TEXT,
    "subscriber_id" BIGINT,
    "cells" JSONB,

    CONSTRAINT "import_row_pkey" PRIMARY KEY ("account_id","import_id","row_number")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "account_id" INTEGER NOT NULL,
    "credential" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER,
    "content_type" TEXT,
    "body" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("account_id","credential","key")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "event_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "user_identity_user_id_idx" ON "user_identity"("user_id");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "password_reset_user_id_idx" ON "password_reset"("user_id");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sending_address_token_hash_key" ON "sending_address"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sending_address_account_id_email_address_key" ON "sending_address"("account_id", "email_address");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "snippet_account_id_key_key" ON "snippet"("account_id", "key");

-- CreateIndex
CREATE INDEX "broadcast_account_id_status_id_idx" ON "broadcast"("account_id", "status", "id");

-- CreateIndex
CREATE INDEX "broadcast_account_id_send_at_id_idx" ON "broadcast"("account_id", "send_at", "id");

-- CreateIndex
CREATE INDEX "broadcast_status_send_at_idx" ON "broadcast"("status", "send_at");

-- CreateIndex
CREATE UNIQUE INDEX "post_account_id_slug_key" ON "post"("account_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "product_account_id_pid_key" ON "product"("account_id", "pid");

-- CreateIndex
CREATE INDEX "purchase_account_id_subscriber_id_idx" ON "purchase"("account_id", "subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "purchase_account_id_transaction_id_key" ON "purchase"("account_id", "transaction_id");

-- CreateIndex
CREATE INDEX "purchase_line_account_id_product_id_idx" ON "purchase_line"("account_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "mail_account_id_broadcast_id_key" ON "mail"("account_id", "broadcast_id");

-- CreateIndex
CREATE UNIQUE INDEX "mail_account_id_sequence_email_id_key" ON "mail"("account_id", "sequence_email_id");

-- CreateIndex
CREATE INDEX "delivery_account_id_subscriber_id_sent_at_idx" ON "delivery"("account_id", "subscriber_id", "sent_at");

-- CreateIndex
CREATE INDEX "send_batch_account_id_mail_id_idx" ON "send_batch"("account_id", "mail_id");

-- CreateIndex
CREATE UNIQUE INDEX "link_account_id_mail_id_number_key" ON "link"("account_id", "mail_id", "number");

-- CreateIndex
CREATE INDEX "link_account_id_mail_id_unique_clicks_id_idx" ON "link"("account_id", "mail_id", "unique_clicks", "id");

-- CreateIndex
CREATE INDEX "engagement_account_id_subscriber_id_occurred_at_idx" ON "engagement"("account_id", "subscriber_id", "occurred_at");

-- CreateIndex
CREATE INDEX "engagement_account_id_mail_id_kind_occurred_at_idx" ON "engagement"("account_id", "mail_id", "kind", "occurred_at");

-- CreateIndex
CREATE INDEX "engagement_account_id_link_id_subscriber_id_idx" ON "engagement"("account_id", "link_id", "subscriber_id");

-- CreateIndex
CREATE INDEX "caught_mail_account_id_id_idx" ON "caught_mail"("account_id", "id");

-- CreateIndex
CREATE INDEX "service_mail_sent_at_id_idx" ON "service_mail"("sent_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "form_uid_key" ON "form"("uid");

-- CreateIndex
CREATE INDEX "form_subscription_account_id_form_id_added_at_id_idx" ON "form_subscription"("account_id", "form_id", "added_at", "id");

-- CreateIndex
CREATE INDEX "form_subscription_account_id_subscriber_id_idx" ON "form_subscription"("account_id", "subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "app_client_id_key" ON "app"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_token_access_token_hash_key" ON "oauth_token"("access_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_token_refresh_token_hash_key" ON "oauth_token"("refresh_token_hash");

-- CreateIndex
CREATE INDEX "oauth_token_account_id_app_id_idx" ON "oauth_token"("account_id", "app_id");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_email_account_id_sequence_id_position_key" ON "sequence_email"("account_id", "sequence_id", "position");

-- CreateIndex
CREATE INDEX "enrollment_account_id_sequence_id_added_at_id_idx" ON "enrollment"("account_id", "sequence_id", "added_at", "id");

-- CreateIndex
CREATE INDEX "enrollment_account_id_subscriber_id_idx" ON "enrollment"("account_id", "subscriber_id");

-- CreateIndex
CREATE INDEX "enrollment_next_at_idx" ON "enrollment"("next_at");

-- CreateIndex
CREATE INDEX "subscriber_account_id_state_id_idx" ON "subscriber"("account_id", "state", "id");

-- CreateIndex
CREATE INDEX "subscriber_account_id_created_at_id_idx" ON "subscriber"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriber_account_id_state_created_at_id_idx" ON "subscriber"("account_id", "state", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriber_account_id_updated_at_id_idx" ON "subscriber"("account_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "subscriber_account_id_state_updated_at_id_idx" ON "subscriber"("account_id", "state", "updated_at", "id");

-- CreateIndex
CREATE INDEX "subscriber_account_id_state_canceled_at_id_idx" ON "subscriber"("account_id", "state", "canceled_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_account_id_email_address_key" ON "subscriber"("account_id", "email_address");

-- CreateIndex
CREATE INDEX "state_change_account_id_subscriber_id_occurred_at_idx" ON "state_change"("account_id", "subscriber_id", "occurred_at");

-- CreateIndex
CREATE INDEX "state_change_account_id_occurred_at_idx" ON "state_change"("account_id", "occurred_at");

-- CreateIndex
CREATE INDEX "consent_account_id_subscriber_id_idx" ON "consent"("account_id", "subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_account_id_label_folded_key" ON "custom_field"("account_id", "label_folded");

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_account_id_key_key" ON "custom_field"("account_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_account_id_slot_key" ON "custom_field"("account_id", "slot");

-- CreateIndex
CREATE UNIQUE INDEX "tag_account_id_name_folded_key" ON "tag"("account_id", "name_folded");

-- CreateIndex
CREATE INDEX "tagging_account_id_tag_id_tagged_at_id_idx" ON "tagging"("account_id", "tag_id", "tagged_at", "id");

-- CreateIndex
CREATE INDEX "tagging_account_id_subscriber_id_tagged_at_id_idx" ON "tagging"("account_id", "subscriber_id", "tagged_at", "id");

-- CreateIndex
CREATE INDEX "legacy_webhook_account_id_event_name_idx" ON "legacy_webhook"("account_id", "event_name");

-- CreateIndex
CREATE INDEX "import_row_account_id_subscriber_id_import_id_idx" ON "import_row"("account_id", "subscriber_id", "import_id");

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- AddForeignKey
ALTER TABLE "user_identity" ADD CONSTRAINT "user_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "creator_profile" ADD CONSTRAINT "creator_profile_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_address" ADD CONSTRAINT "sending_address_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_template" ADD CONSTRAINT "email_template_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snippet" ADD CONSTRAINT "snippet_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post" ADD CONSTRAINT "post_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_line" ADD CONSTRAINT "purchase_line_account_id_purchase_id_fkey" FOREIGN KEY ("account_id", "purchase_id") REFERENCES "purchase"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_line" ADD CONSTRAINT "purchase_line_account_id_product_id_fkey" FOREIGN KEY ("account_id", "product_id") REFERENCES "product"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_account_id_broadcast_id_fkey" FOREIGN KEY ("account_id", "broadcast_id") REFERENCES "broadcast"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_account_id_sequence_email_id_fkey" FOREIGN KEY ("account_id", "sequence_email_id") REFERENCES "sequence_email"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_account_id_mail_id_fkey" FOREIGN KEY ("account_id", "mail_id") REFERENCES "mail"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "send_batch" ADD CONSTRAINT "send_batch_account_id_mail_id_fkey" FOREIGN KEY ("account_id", "mail_id") REFERENCES "mail"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link" ADD CONSTRAINT "link_account_id_mail_id_fkey" FOREIGN KEY ("account_id", "mail_id") REFERENCES "mail"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engagement" ADD CONSTRAINT "engagement_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form" ADD CONSTRAINT "form_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_subscription" ADD CONSTRAINT "form_subscription_account_id_form_id_fkey" FOREIGN KEY ("account_id", "form_id") REFERENCES "form"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_subscription" ADD CONSTRAINT "form_subscription_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_email" ADD CONSTRAINT "sequence_email_account_id_sequence_id_fkey" FOREIGN KEY ("account_id", "sequence_id") REFERENCES "sequence"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollment" ADD CONSTRAINT "enrollment_account_id_sequence_id_fkey" FOREIGN KEY ("account_id", "sequence_id") REFERENCES "sequence"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollment" ADD CONSTRAINT "enrollment_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "state_change" ADD CONSTRAINT "state_change_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tagging" ADD CONSTRAINT "tagging_account_id_tag_id_fkey" FOREIGN KEY ("account_id", "tag_id") REFERENCES "tag"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tagging" ADD CONSTRAINT "tagging_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "legacy_webhook" ADD CONSTRAINT "legacy_webhook_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import" ADD CONSTRAINT "import_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_chunk" ADD CONSTRAINT "import_chunk_account_id_import_id_fkey" FOREIGN KEY ("account_id", "import_id") REFERENCES "import"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_row" ADD CONSTRAINT "import_row_account_id_import_id_fkey" FOREIGN KEY ("account_id", "import_id") REFERENCES "import"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- Search by any part of address or name in the dashboard.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "subscriber_search_idx" ON "subscriber" USING gin ((email_address || ' ' || coalesce(first_name, '')) gin_trgm_ops) WITH (fastupdate = on);

-- A publication is no broadcast: with numbers of their own, a client that mixes them up is found out at once.
ALTER SEQUENCE "broadcast_publication_id_seq" RESTART WITH 100001;

-- Claiming due mail and finding claims of dead processes touches few rows of a large ledger.
CREATE INDEX "delivery_claim_idx" ON "delivery" (account_id, mail_id, id) WHERE state IN ('queued', 'sending');
-- What a report lists by name, and what an account has sent over time; rows that wait are in neither.
CREATE INDEX "delivery_exception_idx" ON "delivery" (account_id, mail_id, state, subscriber_id) WHERE state IN ('unconfirmed', 'failed', 'excluded');
CREATE INDEX "delivery_sent_idx" ON "delivery" (account_id, sent_at) WHERE sent_at IS NOT NULL;

-- The ledger and subscribers are updated in place often: leave room on the page.
ALTER TABLE "delivery" SET (fillfactor = 85);
ALTER TABLE "subscriber" SET (fillfactor = 90);

ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_email_is_folded" CHECK (email_address = lower(email_address));
ALTER TABLE "mail" ADD CONSTRAINT "mail_has_one_source" CHECK (num_nonnulls(broadcast_id, sequence_email_id) = 1);

CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "outbox_wakes_relay" AFTER INSERT ON "outbox" FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();

-- Rows of an import with a problem, few among many, keep their cells and are asked for alone.
CREATE INDEX "import_row_problem_idx" ON "import_row" (account_id, import_id, row_number) WHERE cells IS NOT NULL;

-- Compressing pieces of an upload costs more time than it saves: they are gone as soon as the import is through.
ALTER TABLE "import_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_cancelled_has_time" CHECK ((state = 'cancelled') = (canceled_at IS NOT NULL));

-- The imports in one person's history.
CREATE INDEX "import_row_subscriber_idx" ON "import_row" (account_id, subscriber_id) WHERE verdict IN ('created', 'updated');

-- Counting a million rows for the tabs of a page takes too long, and one counter row per state would make every writer of
-- an account wait for the others: changes are appended, and their sum is the number.
CREATE FUNCTION count_subscribers_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, count(*) FROM new_rows GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE FUNCTION count_subscribers_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, -count(*) FROM old_rows GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE FUNCTION count_subscribers_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) VALUES (OLD.account_id, OLD.state, -1), (NEW.account_id, NEW.state, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_counts_in" AFTER INSERT ON "subscriber" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers_in();
CREATE TRIGGER "subscriber_counts_out" AFTER DELETE ON "subscriber" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers_out();
CREATE TRIGGER "subscriber_counts_over" AFTER UPDATE ON "subscriber" FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION count_subscribers_over();
