-- A limit that an administrator gave, and trials that have not ended.
-- Repeats until no row changes.
UPDATE account a
SET has_own_limit = a.subscriber_limit IS DISTINCT FROM batch.plan_limit,
  is_trial_open = batch.is_open
FROM (
  SELECT b.id, p.subscriber_limit AS plan_limit,
    coalesce(b.trial_lapse_date > now() AND b.plan_type <> 'free', false) AS is_open
  FROM account b JOIN plan p ON p.key = b.plan_type
  WHERE b.id > current_setting('migration.id')::int
    AND ((b.subscriber_limit IS DISTINCT FROM p.subscriber_limit AND NOT b.has_own_limit)
      OR (b.trial_lapse_date > now() AND b.plan_type <> 'free' AND NOT b.is_trial_open))
  ORDER BY b.id LIMIT 2000
) batch WHERE a.id = batch.id RETURNING 0 AS account_id, a.id
