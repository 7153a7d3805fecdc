-- A row beyond the plan's limit does not count as the first of its address, so a preview does not remember it.
ALTER TABLE "import_preview_person" DROP COLUMN "is_refused";
