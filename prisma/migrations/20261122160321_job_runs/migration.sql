-- Runs of jobs on an Inngest server, which has no documented way to list them.
CREATE TABLE "job_run" (
    "id" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "error" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "job_run_started_at_idx" ON "job_run"("started_at");
