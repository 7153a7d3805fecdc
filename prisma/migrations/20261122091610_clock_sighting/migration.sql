-- The latest time that the database's clock has shown, to notice when it is set back.
CREATE TABLE "clock_sighting" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "clock_sighting_pkey" PRIMARY KEY ("only_row"),
    CONSTRAINT "clock_sighting_only_row" CHECK ("only_row")
);
