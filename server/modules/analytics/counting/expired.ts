import type { Expired } from '../../../db/purge.ts'
import { MAX_DAYS } from './days.ts'

/** Days that are older than every range, and months of cohorts that no page shows. */
export const EXPIRED_FIGURES: readonly Expired[] = [
  ...['analytics_day', 'analytics_receiver', 'analytics_source'].map((table) => ({
    table,
    where: `day < ($1::timestamptz at time zone 'UTC')::date`,
    kept_days: MAX_DAYS + 2,
  })),
  { table: 'analytics_cohort', where: `month < ($1::timestamptz at time zone 'UTC')::date`, kept_days: 430 },
]
