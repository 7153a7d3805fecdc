-- Segments can be changed and deleted after sending.
ALTER TABLE "mail" ADD COLUMN     "audience" JSONB;
