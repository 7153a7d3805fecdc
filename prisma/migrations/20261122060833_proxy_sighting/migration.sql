-- CreateTable
CREATE TABLE "proxy_sighting" (
    "is_private" BOOLEAN NOT NULL,
    "ip" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "proxy_sighting_pkey" PRIMARY KEY ("is_private")
);
