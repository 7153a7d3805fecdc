-- Deleting or publishing an app makes every process look up the credentials of all accounts again.

-- Why here: the app's tokens belong to many accounts, and each process caches some (decision 0048).
CREATE OR REPLACE TRIGGER app_announces_change AFTER UPDATE OF deleted_at, published_at ON app
  FOR EACH ROW WHEN (old.deleted_at IS DISTINCT FROM new.deleted_at OR old.published_at IS DISTINCT FROM new.published_at)
  EXECUTE FUNCTION announce_credentials('');
