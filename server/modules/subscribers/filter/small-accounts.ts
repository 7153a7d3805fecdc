import type { Ctx } from '../../../core/context.ts'
import type { PageSpec } from '../../../core/page/sql.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'

// Small accounts share one plan per statement text, and large ones plan each filter (decision 0016). Planning takes a fifth of a filter's
// time with 10,000 subscribers, but is negligible with a million, where a plan for other values can take three times as long. The texts
// differ, so PostgreSQL compares costs of shared plans in small accounts only.

/** Subscribers in any state. */
const SMALL = 20_000
/** A grown account keeps the shared plan for this long, which is slower but correct. */
const KNOWN_MS = 60_000
const MAX_KNOWN = 10_000

const singleton = processSingleton('sizes of filtered accounts', () => new Map<number, Known>())

interface Known {
  is_small: boolean
  until: number
}

/**
 * Returns whether a filter of the account uses the shared plan. Not while this process does not know the account's size, which the page
 * then returns.
 */
export function planOf({ account_id, now }: Pick<Ctx, 'account_id' | 'now'>): Pick<PageSpec, 'keeps_plan' | 'aside'> {
  const known = singleton.get(account_id)
  if (known && known.until > +now()) return { keeps_plan: known.is_small }
  return {
    aside: {
      sql: '(select coalesce(sum(change), 0) from subscriber_count where account_id = $1)',
      take: (count) => {
        if (singleton.size >= MAX_KNOWN) singleton.clear()
        singleton.set(account_id, { is_small: Number(count) <= SMALL, until: +now() + KNOWN_MS })
      },
    },
  }
}
