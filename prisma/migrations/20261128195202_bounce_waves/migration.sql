-- CreateTable
CREATE TABLE "bounce_wave" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "text_key" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "sample" TEXT NOT NULL,
    "subscribers" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "bounce_wave_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "text_bounce" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "text_key" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "mail_id" INTEGER,
    "wave_id" INTEGER,
    "is_waiting" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "text_bounce_pkey" PRIMARY KEY ("account_id","subscriber_id")
);

-- CreateIndex
CREATE INDEX "bounce_wave_state_since_idx" ON "bounce_wave"("state", "since");

-- CreateIndex
CREATE INDEX "text_bounce_account_id_text_key_at_idx" ON "text_bounce"("account_id", "text_key", "at");

-- CreateIndex
CREATE INDEX "text_bounce_account_id_wave_id_subscriber_id_idx" ON "text_bounce"("account_id", "wave_id", "subscriber_id");

-- CreateIndex
CREATE INDEX "text_bounce_at_idx" ON "text_bounce"("at");

-- AddForeignKey
ALTER TABLE "bounce_wave" ADD CONSTRAINT "bounce_wave_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "text_bounce" ADD CONSTRAINT "text_bounce_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "text_bounce" ADD CONSTRAINT "text_bounce_account_id_wave_id_fkey" FOREIGN KEY ("account_id", "wave_id") REFERENCES "bounce_wave"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
