-- AlterTable
ALTER TABLE "reputation_change" ADD COLUMN     "bounced" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failed" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "instance_figure" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "instance_figure_pkey" PRIMARY KEY ("name","at")
);

-- Buckets of now are written every few seconds by every process.
ALTER TABLE "instance_figure" SET (fillfactor = 50);

-- The changes also count all bounces and what failed, for the figures of the instance.
CREATE OR REPLACE FUNCTION note_reputation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reputation_change (account_id, domain, sent, hard_bounced, complained, bounced, failed)
  VALUES (NEW.account_id, lower(split_part(NEW.snapshot #>> '{sender,address}', '@', 2)),
    NEW.sent - OLD.sent, NEW.hard_bounced - OLD.hard_bounced, NEW.complained - OLD.complained,
    NEW.bounced - OLD.bounced, NEW.failed - OLD.failed);
  RETURN NULL;
END $$;

DROP TRIGGER mail_reputation ON mail;
CREATE TRIGGER mail_reputation AFTER UPDATE OF sent, hard_bounced, complained, bounced, failed ON mail FOR EACH ROW
  WHEN (NEW.snapshot #>> '{sender,address}' IS NOT NULL
    AND (NEW.sent, NEW.hard_bounced, NEW.complained, NEW.bounced, NEW.failed)
      IS DISTINCT FROM (OLD.sent, OLD.hard_bounced, OLD.complained, OLD.bounced, OLD.failed))
  EXECUTE FUNCTION note_reputation_change();
