-- A record of consent is evidence (GDPR Art. 7): it is added, and deleted with its subscriber, and never changed.
CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A consent record cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "consent_is_immutable" BEFORE UPDATE ON "consent" FOR EACH ROW EXECUTE FUNCTION refuse_consent_change();
