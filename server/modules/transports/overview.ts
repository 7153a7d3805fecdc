import type { Expired } from '../../db/purge.ts'

/** What limits and counts leave behind. Days of a warm-up are kept longer than any warm-up takes. */
export const EXPIRED_LIMITS: readonly Expired[] = [
  { table: 'sending_rate', where: 'free_at < $1', kept_days: 1 },
  { table: 'transport_back_off', where: 'last_at < $1', kept_days: 7 },
  { table: 'transport_hour', where: 'hour < $1', kept_days: 90 },
  { table: 'daily_allowance', where: 'day < $1', kept_days: 800 },
  { table: 'mail_wait', where: 'until < $1', kept_days: 7 },
]
