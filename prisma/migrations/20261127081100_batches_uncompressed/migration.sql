-- A batch of 500 has its subscribers in an array of 4 KB, and so has the row that notes its results. Both are deleted soon after, and
-- compressing one took 0.4 ms.
ALTER TABLE "send_batch" ALTER COLUMN "claimed" SET STORAGE EXTERNAL;
ALTER TABLE "delivery_result" ALTER COLUMN "accepted" SET STORAGE EXTERNAL, ALTER COLUMN "deferred" SET STORAGE EXTERNAL,
  ALTER COLUMN "refused" SET STORAGE EXTERNAL, ALTER COLUMN "unconfirmed" SET STORAGE EXTERNAL,
  ALTER COLUMN "hard_bounced" SET STORAGE EXTERNAL, ALTER COLUMN "soft_bounced" SET STORAGE EXTERNAL,
  ALTER COLUMN "complained" SET STORAGE EXTERNAL;
