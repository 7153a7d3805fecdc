-- Changing the settings of the instance makes every process read them again.

-- Why here: processes cache the settings (server/core/instance/settings.ts), and the notice belongs to the transaction.
CREATE OR REPLACE FUNCTION announce_instance_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('instance_settings', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER instance_setting_is_announced AFTER INSERT OR DELETE OR UPDATE ON instance_setting
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_instance_settings();
