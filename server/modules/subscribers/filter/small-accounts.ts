import type { Ctx } from '../../../core/context.ts'
import type { PageSpec } from '../../../core/page/sql.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'

// Planning a filter for its values takes a fifth of its time in an account of 10,000 subscribers, and nothing that counts in one of a
// million, where a plan for other values can take three times as long. So small accounts share one plan for each text, and large ones do
// not (decision 0016). Both texts differ, so PostgreSQL compares what a plan costs with executions in small accounts only.

/** Subscribers of any state. */
const SMALL = 20_000
/** An account that grew has the wrong plan for this long, which is slower and as correct. */
const KNOWN_MS = 60_000
const MAX_KNOWN = 10_000

const singleton = processSingleton('sizes of filtered accounts', () => new Map<number, Known>())

interface Known {
  is_small: boolean
  until: number
}

/**
 * Returns whether a filter of the account keeps its plan. While this process does not know the size of the account, it does not, and the
 * page brings the size with it.
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
