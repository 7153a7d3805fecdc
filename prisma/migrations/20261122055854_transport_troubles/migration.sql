CREATE TABLE "transport_trouble" (
    "account_id" INTEGER NOT NULL,
    "reply" TEXT NOT NULL,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "pauses" INTEGER NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(3),

    CONSTRAINT "transport_trouble_pkey" PRIMARY KEY ("account_id")
);
