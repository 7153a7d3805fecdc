-- Few subscribers object to tracking. Conditions on opens and clicks leave them out.
CREATE INDEX "subscriber_untracked_idx" ON "subscriber" (account_id, id) WHERE tracking_disabled;
