-- Administrators page through the few reports that match nothing.
CREATE INDEX "delivery_report_unmatched_idx" ON "delivery_report" (id) WHERE outcome = 'unmatched';
