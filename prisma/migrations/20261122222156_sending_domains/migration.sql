-- CreateEnum
CREATE TYPE "signing_algorithm" AS ENUM ('rsa', 'ed25519');

-- AlterTable
ALTER TABLE "sending_address" ADD COLUMN     "dmarc_policy" TEXT,
ADD COLUMN     "is_dmarc_strict" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_signed_by_relay" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sending_domain" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "domain" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "broken_at" TIMESTAMPTZ(3),
    "return_path_verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "results" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "sending_domain_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "sending_key" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "sending_domain_id" INTEGER NOT NULL,
    "selector" TEXT NOT NULL,
    "algorithm" "signing_algorithm" NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "published_at" TIMESTAMPTZ(3),
    "missing_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "sending_key_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sending_domain_account_id_domain_key" ON "sending_domain"("account_id", "domain");

-- CreateIndex
CREATE INDEX "sending_key_account_id_sending_domain_id_idx" ON "sending_key"("account_id", "sending_domain_id");

-- AddForeignKey
ALTER TABLE "sending_domain" ADD CONSTRAINT "sending_domain_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_key" ADD CONSTRAINT "sending_key_account_id_sending_domain_id_fkey" FOREIGN KEY ("account_id", "sending_domain_id") REFERENCES "sending_domain"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A verified domain belongs to one account; any number may wait for its records.
CREATE UNIQUE INDEX "sending_domain_owner_idx" ON "sending_domain"("domain") WHERE "verified_at" IS NOT NULL;

-- Servers that sent before sending domains existed keep sending: their mail server is trusted to sign for these addresses.
UPDATE "sending_address" SET "is_signed_by_relay" = true WHERE "status" = 'confirmed';
