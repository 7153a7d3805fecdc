import { clock } from '../../core/clock.ts'
import { systemCtx, systemPool } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import type { RecordResolver } from '../../lib/dns/record-lookup.ts'
import { checkDomain } from './domain.ts'

/** Domains looked up in parallel. At five seconds each at most, a batch takes up to five seconds. */
const BATCH = 10
/** Domains that were never connected are looked up for this long after they were added. */
const PENDING_MS = 14 * 86_400_000

/**
 * Looks up the records of the next domains after an account: connected and recently added domains. Returns the last account, or null after
 * the last batch.
 */
export async function checkSiteDomains({
  after,
  resolver,
}: {
  after: number
  resolver?: () => RecordResolver
}): Promise<number | null> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    `select s.account_id from site s
     where s.account_id > $1 and s.domain is not null and (s.domain_live_at is not null or s.domain_added_at > $2)
     order by s.account_id limit ${BATCH}`,
    [after, new Date(+clock.now() - PENDING_MS)],
  )
  await Promise.all(
    rows.map(({ account_id }) =>
      checkDomain(systemCtx(account_id), { ...(resolver && { resolver: resolver() }) }).catch((err: unknown) =>
        rootLogger().warn({ err, account_id }, 'the domain of a site was not checked'),
      ),
    ),
  )
  return rows.length < BATCH ? null : (rows.at(-1)?.account_id ?? null)
}
