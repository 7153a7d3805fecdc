-- Needs every other process stopped.
-- A circuit per transport and account replaces the one error per account. Old rows name no transport; the next message finds the same
-- error again.
DROP TRIGGER "account_delete_transport_errors" ON "account";
DROP FUNCTION delete_transport_errors_of_accounts();
DROP TABLE "transport_error";

-- CreateTable
CREATE TABLE "transport_circuit" (
    "transport" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "reply" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "pauses" INTEGER NOT NULL DEFAULT 0,
    "probe_at" TIMESTAMPTZ(3),

    CONSTRAINT "transport_circuit_pkey" PRIMARY KEY ("transport","account_id")
);

-- CreateTable
CREATE TABLE "transport_back_off" (
    "transport" TEXT NOT NULL,
    "receiver" TEXT NOT NULL,
    "reply" TEXT NOT NULL,
    "deferrals" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "pauses" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "transport_back_off_pkey" PRIMARY KEY ("transport","receiver")
);

-- CreateTable
CREATE TABLE "sending_rate" (
    "key" TEXT NOT NULL,
    "free_at" TIMESTAMPTZ(6) NOT NULL,
    "granted" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sending_rate_pkey" PRIMARY KEY ("key")
);
-- Each batch of messages updates its rows.
ALTER TABLE "sending_rate" SET (fillfactor = 50);

-- CreateTable
CREATE TABLE "daily_allowance" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "number" INTEGER NOT NULL,
    "allowance" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "granted" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "daily_allowance_pkey" PRIMARY KEY ("subject","day")
);

-- CreateTable
CREATE TABLE "established_domain" (
    "domain" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "established_domain_pkey" PRIMARY KEY ("domain")
);
INSERT INTO "established_domain" (domain, note)
SELECT DISTINCT lower(split_part(email_address, '@', 2)), 'Used before warm-up was introduced.'
FROM "sending_address" WHERE status = 'confirmed';

-- CreateTable
CREATE TABLE "transport_hour" (
    "transport" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "deferred" INTEGER NOT NULL DEFAULT 0,
    "unconfirmed" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "transport_hour_pkey" PRIMARY KEY ("transport","hour")
);
ALTER TABLE "transport_hour" SET (fillfactor = 50);

-- CreateTable
CREATE TABLE "mail_wait" (
    "account_id" INTEGER NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "mail_wait_pkey" PRIMARY KEY ("account_id","mail_id","cause")
);

-- AddForeignKey
ALTER TABLE "mail_wait" ADD CONSTRAINT "mail_wait_account_id_mail_id_fkey" FOREIGN KEY ("account_id", "mail_id") REFERENCES "mail"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Circuits of account 0 belong to no account, so a foreign key cannot delete the others with their account.
CREATE FUNCTION delete_transport_circuits_of_accounts() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  DELETE FROM transport_circuit WHERE account_id <> 0 AND account_id = ANY (ARRAY(SELECT id FROM old_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER "account_delete_transport_circuits" AFTER DELETE ON "account" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_transport_circuits_of_accounts();
