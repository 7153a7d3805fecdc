import { systemPool } from '../../../core/context.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'

const ROWS = 1_000
/** An account that was being created while its plan changed may have the old limit. */
const SETTLED_MS = 60_000

/**
 * Applies a plan's changed limit to its accounts, except accounts with their own limit. Works in batches that skip locked accounts, so a
 * cron calls it again.
 */
export async function applyLimits({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  const { rows } = await systemPool().query<{ key: string }>(
    'select key from plan where limit_changed_at is not null order by key',
  )
  for (const { key } of rows) {
    while ((await systemPool().query(APPLY, [key, ROWS])).rowCount === ROWS) if (budget?.isSpent()) return
    await systemPool().query(SETTLE, [key, new Date(+now - SETTLED_MS)])
  }
}

const DIFFERS = `a.plan_type = p.key and not a.has_own_limit and a.subscriber_limit is distinct from p.subscriber_limit`

const APPLY = `
  with due as (
    select a.id, p.subscriber_limit from plan p join account a on ${DIFFERS}
    where p.key = $1 limit $2 for no key update of a skip locked
  )
  update account set subscriber_limit = due.subscriber_limit from due where account.id = due.id`

const SETTLE = `
  update plan p set limit_changed_at = null
  where p.key = $1 and p.limit_changed_at <= $2 and not exists (select from account a where ${DIFFERS})`
