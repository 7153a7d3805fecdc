-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "partner_refresh_until" TIMESTAMPTZ(3),
ADD COLUMN     "partner_state_hash" TEXT;
