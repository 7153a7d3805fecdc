-- CreateTable
CREATE TABLE "analytics_account" (
    "account_id" INTEGER NOT NULL,
    "time_zone" TEXT NOT NULL,
    "noted_to" DATE NOT NULL,
    "cohorts_at" TIMESTAMPTZ(3),
    "cohorts_due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "analytics_account_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "analytics_day" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "counted_at" TIMESTAMPTZ(3),
    "next_count_at" TIMESTAMPTZ(3),

    CONSTRAINT "analytics_day_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateTable
CREATE TABLE "analytics_receiver" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "receiver" TEXT NOT NULL,
    "sent" INTEGER NOT NULL,
    "opened" INTEGER NOT NULL,
    "clicked" INTEGER NOT NULL,
    "unsubscribed" INTEGER NOT NULL,
    "bounced" INTEGER NOT NULL,
    "complained" INTEGER NOT NULL,

    CONSTRAINT "analytics_receiver_pkey" PRIMARY KEY ("account_id","day","receiver")
);

-- CreateTable
CREATE TABLE "analytics_source" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "form_id" INTEGER NOT NULL,
    "joined" INTEGER NOT NULL,
    "unsubscribed" INTEGER NOT NULL,
    "lost" INTEGER NOT NULL,

    CONSTRAINT "analytics_source_pkey" PRIMARY KEY ("account_id","day","source","form_id")
);

-- CreateTable
CREATE TABLE "analytics_cohort" (
    "account_id" INTEGER NOT NULL,
    "joined_in" DATE NOT NULL,
    "month" DATE NOT NULL,
    "joined" INTEGER NOT NULL,
    "subscribed" INTEGER NOT NULL,
    "engaged" INTEGER NOT NULL,

    CONSTRAINT "analytics_cohort_pkey" PRIMARY KEY ("account_id","joined_in","month")
);

-- CreateTable
CREATE TABLE "segment_size" (
    "account_id" INTEGER NOT NULL,
    "segment_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER,
    "active" INTEGER,

    CONSTRAINT "segment_size_pkey" PRIMARY KEY ("account_id","segment_id","day")
);

-- CreateIndex
CREATE INDEX "analytics_account_cohorts_due_at_idx" ON "analytics_account"("cohorts_due_at");

-- CreateIndex
CREATE INDEX "analytics_day_next_count_at_idx" ON "analytics_day"("next_count_at");

-- CreateIndex
CREATE INDEX "analytics_day_day_idx" ON "analytics_day" USING BRIN ("day");

-- CreateIndex
CREATE INDEX "analytics_receiver_day_idx" ON "analytics_receiver" USING BRIN ("day");

-- CreateIndex
CREATE INDEX "analytics_source_day_idx" ON "analytics_source" USING BRIN ("day");

-- CreateIndex
CREATE INDEX "segment_size_day_idx" ON "segment_size" USING BRIN ("day");

-- AddForeignKey
ALTER TABLE "analytics_account" ADD CONSTRAINT "analytics_account_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_day" ADD CONSTRAINT "analytics_day_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_receiver" ADD CONSTRAINT "analytics_receiver_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_source" ADD CONSTRAINT "analytics_source_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_cohort" ADD CONSTRAINT "analytics_cohort_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "segment_size" ADD CONSTRAINT "segment_size_account_id_segment_id_fkey" FOREIGN KEY ("account_id", "segment_id") REFERENCES "segment"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
