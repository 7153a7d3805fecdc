CREATE TABLE "kept_event" (
    "event_id" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "resend_at" TIMESTAMPTZ(3) NOT NULL,
    "resend_minutes" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_event_pkey" PRIMARY KEY ("event_id","job")
);

CREATE INDEX "kept_event_resend_at_idx" ON "kept_event"("resend_at");
