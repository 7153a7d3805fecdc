-- Nothing could issue a token before this migration: what stands here was made by hand, and has no consent behind it.
DELETE FROM "oauth_token";

-- CreateEnum
CREATE TYPE "app_status" AS ENUM ('unpublished', 'in_review', 'published');

-- CreateEnum
CREATE TYPE "installation_state" AS ENUM ('pending', 'installed', 'uninstalled');

-- AlterTable
ALTER TABLE "app" ADD COLUMN     "after_install_url" TEXT,
ADD COLUMN     "authorization_url" TEXT,
ADD COLUMN     "category" TEXT,
ADD COLUMN     "client_secret_hint" TEXT,
ADD COLUMN     "client_uri" TEXT,
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "logo_uri" TEXT,
ADD COLUMN     "plugin_authorize_url" TEXT,
ADD COLUMN     "plugin_client_id" TEXT,
ADD COLUMN     "plugin_client_secret" TEXT,
ADD COLUMN     "plugin_refresh_url" TEXT,
ADD COLUMN     "plugin_revoke_url" TEXT,
ADD COLUMN     "plugin_token_url" TEXT,
ADD COLUMN     "published_at" TIMESTAMPTZ(3),
ADD COLUMN     "return_to_domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "review_note" TEXT,
ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reviewed_by" INTEGER,
ADD COLUMN     "revoke_url" TEXT,
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY['public']::TEXT[],
ADD COLUMN     "settings_url" TEXT,
ADD COLUMN     "status" "app_status" NOT NULL DEFAULT 'unpublished',
ADD COLUMN     "submitted_at" TIMESTAMPTZ(3),
ADD COLUMN     "support_url" TEXT,
ADD COLUMN     "tagline" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "webhook_events" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "webhook_url" TEXT,
ADD COLUMN     "website_url" TEXT;

-- AlterTable
ALTER TABLE "oauth_token" ADD COLUMN     "grant_id" INTEGER NOT NULL,
ADD COLUMN     "refresh_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "refresh_used_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "app_logo" (
    "app_id" INTEGER NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_logo_pkey" PRIMARY KEY ("app_id")
);

-- CreateTable
CREATE TABLE "app_plugin" (
    "id" SERIAL NOT NULL,
    "app_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "request_url" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '[]',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_plugin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "app_id" INTEGER NOT NULL,
    "tenant_name" TEXT NOT NULL DEFAULT '',
    "state" "installation_state" NOT NULL DEFAULT 'pending',
    "installed_by" INTEGER,
    "return_to" TEXT,
    "partner_access_token" TEXT,
    "partner_refresh_token" TEXT,
    "partner_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "installed_at" TIMESTAMPTZ(3),
    "uninstalled_at" TIMESTAMPTZ(3),
    "uninstalled_by" TEXT,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "oauth_grant" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "app_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "installation_id" INTEGER NOT NULL,
    "scopes" TEXT[],
    "redirect_uri" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "code_challenge" TEXT,
    "code_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "code_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "security_event" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "app_id" INTEGER,
    "user_id" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "security_event_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_plugin_app_id_identifier_key" ON "app_plugin"("app_id", "identifier");

-- CreateIndex
CREATE INDEX "installation_app_id_state_idx" ON "installation"("app_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "installation_account_id_app_id_tenant_name_key" ON "installation"("account_id", "app_id", "tenant_name");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grant_code_hash_key" ON "oauth_grant"("code_hash");

-- CreateIndex
CREATE INDEX "oauth_grant_account_id_app_id_idx" ON "oauth_grant"("account_id", "app_id");

-- CreateIndex
CREATE INDEX "app_account_id_id_idx" ON "app"("account_id", "id");

-- CreateIndex
CREATE INDEX "app_status_published_at_idx" ON "app"("status", "published_at");

-- CreateIndex
CREATE INDEX "oauth_token_account_id_grant_id_idx" ON "oauth_token"("account_id", "grant_id");

-- AddForeignKey
ALTER TABLE "app_logo" ADD CONSTRAINT "app_logo_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_plugin" ADD CONSTRAINT "app_plugin_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_account_id_installation_id_fkey" FOREIGN KEY ("account_id", "installation_id") REFERENCES "installation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_account_id_grant_id_fkey" FOREIGN KEY ("account_id", "grant_id") REFERENCES "oauth_grant"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
