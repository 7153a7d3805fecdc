-- AlterTable
ALTER TABLE "automation_listener" ADD COLUMN     "listens_since" TIMESTAMPTZ(3);
