-- Counts of the last minute, which every process writes several times a second. They need not survive a crash, so they cost no log.
CREATE UNLOGGED TABLE "api_count" (
    "key" TEXT NOT NULL,
    "second" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "api_count_pkey" PRIMARY KEY ("key","second")
);
