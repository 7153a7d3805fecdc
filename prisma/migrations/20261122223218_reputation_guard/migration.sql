-- Counts of messages by From domain and day, for the reputation guard.
CREATE TABLE "reputation_change" (
  "id" BIGSERIAL NOT NULL,
  "account_id" INTEGER NOT NULL,
  "domain" TEXT NOT NULL,
  "sent" INTEGER NOT NULL,
  "bounced" INTEGER NOT NULL,
  "complained" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT "reputation_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "reputation_count" (
  "account_id" INTEGER NOT NULL,
  "domain" TEXT NOT NULL,
  "day" DATE NOT NULL,
  "sent" INTEGER NOT NULL DEFAULT 0,
  "bounced" INTEGER NOT NULL DEFAULT 0,
  "complained" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "reputation_count_pkey" PRIMARY KEY ("account_id", "domain", "day")
);
CREATE INDEX "reputation_count_day_idx" ON "reputation_count"("day");

CREATE TABLE "sending_guard" (
  "account_id" INTEGER NOT NULL,
  "domain" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "cause" TEXT NOT NULL,
  "sent" INTEGER NOT NULL,
  "bounced" INTEGER NOT NULL,
  "complained" INTEGER NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sending_guard_pkey" PRIMARY KEY ("account_id", "domain")
);

ALTER TABLE "reputation_count" ADD CONSTRAINT "reputation_count_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sending_guard" ADD CONSTRAINT "sending_guard_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever changes the counts of an email is counted. Only inserts, so no sender waits for another.
CREATE FUNCTION note_reputation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reputation_change (account_id, domain, sent, bounced, complained)
  VALUES (NEW.account_id, lower(split_part(NEW.snapshot #>> '{sender,address}', '@', 2)),
    NEW.sent - OLD.sent, NEW.bounced - OLD.bounced, NEW.complained - OLD.complained);
  RETURN NULL;
END $$;

CREATE TRIGGER mail_reputation AFTER UPDATE OF sent, bounced, complained ON mail FOR EACH ROW
  WHEN (NEW.snapshot #>> '{sender,address}' IS NOT NULL
    AND (NEW.sent, NEW.bounced, NEW.complained) IS DISTINCT FROM (OLD.sent, OLD.bounced, OLD.complained))
  EXECUTE FUNCTION note_reputation_change();
