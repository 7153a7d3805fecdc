-- Removing a member or changing their role makes every process look up the account's credentials again, because a key has at most the rights of
-- the member who created it.

-- Why here: memberships also end by a cascade when a user is deleted, which none of our statements sees.
CREATE OR REPLACE TRIGGER membership_announces_change AFTER UPDATE OF role ON membership
  FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role)
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE OR REPLACE TRIGGER membership_announces_end AFTER DELETE ON membership
  FOR EACH ROW
  EXECUTE FUNCTION announce_credentials('account_id');
