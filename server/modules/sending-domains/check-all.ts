import { clock } from '../../core/clock.ts'
import { systemCtx, systemPool } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import type { RecordResolver } from '../../lib/dns/record-lookup.ts'
import { checkSendingDomain } from './check.ts'

const CONCURRENCY = 10
/** Domains per batch. At five seconds each at most, a batch takes up to ten seconds. */
const DOMAINS_PER_BATCH = 20

/** Position to continue a pass from. */
export interface DomainPosition extends Record<string, number> {
  account_id: number
  id: number
}

export const FIRST_DOMAIN: DomainPosition = { account_id: 0, id: 0 }

/**
 * Looks up the records of the next domains after a position, of all domains or only of those whose records are expected to change soon.
 * Returns the position to continue from, or null after the last domain.
 */
export async function checkDomains({
  which,
  after = FIRST_DOMAIN,
  resolver,
  patience_ms,
}: {
  which: 'all' | 'changing'
  after?: DomainPosition
  resolver?: () => RecordResolver
  patience_ms?: number
}): Promise<DomainPosition | null> {
  const { rows } = await systemPool().query<{ account_id: number; id: number }>(
    `select d.account_id, d.id from sending_domain d
     where (d.account_id, d.id) > ($1, $2) and ${WHICH[which]} order by 1, 2 limit ${DOMAINS_PER_BATCH}`,
    [after.account_id, after.id, ...(which === 'changing' ? [new Date(+clock.now() - LATELY_MS)] : [])],
  )
  const waiting = [...rows]
  const lookup = { ...(patience_ms !== undefined && { patience_ms }) }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { account_id, id } = next
      await checkSendingDomain(systemCtx(account_id), {
        id,
        ...lookup,
        ...(resolver && { resolver: resolver() }),
      }).catch((err: unknown) =>
        rootLogger().warn({ err, account_id, sending_domain_id: id }, 'a sending domain was not checked'),
      )
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return rows.length < DOMAINS_PER_BATCH ? null : (rows.at(-1) ?? null)
}

const LATELY_MS = 14 * 86_400_000

/** Domains that were added lately, lost a record, or have new keys without records. */
const WHICH = {
  all: 'true',
  changing: `(d.broken_at is not null
    or d.verified_at is null and d.created_at > $3
    or exists (select from sending_key k where k.account_id = d.account_id and k.sending_domain_id = d.id
      and k.published_at is null and k.created_at > $3))`,
}
