-- A record of consent is evidence (GDPR Art. 7): it is added, deleted with its subscriber, and never changed.

-- Why here: evidence is only worth something if no code path, and no statement by hand, can change it.
CREATE OR REPLACE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A consent record cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER consent_is_immutable BEFORE UPDATE ON consent
  FOR EACH ROW
  EXECUTE FUNCTION refuse_consent_change();
