import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { dnsResolver } from '../../lib/dns/dns-resolver.ts'
import type { RecordResolver, RecordResults } from '../../lib/dns/record-lookup.ts'
import { saveDmarc } from '../accounts/senders/dmarc-policies.ts'
import { notify } from '../notifications/notify.ts'
import { brokenDomainEmail } from './emails.ts'
import { lookUpRecords } from './lookup.ts'
import { isLive, type KeyRow, keyRecord, TRANSIT_MS } from './records.ts'

/** A page that checks again within this time gets the last result. */
const AGAIN_MS = 3_000

interface Lookup {
  resolver?: RecordResolver
  patience_ms?: number
}

/** Looks up the records of a domain and stores the results with all consequences. Throws not_found. */
export async function checkSendingDomain(ctx: Ctx, { id, ...lookup }: { id: number } & Lookup): Promise<void> {
  const known = await loadDomain(ctx, id)
  if (!known) throw notFound()
  if (known.checked_at && +ctx.now() - +known.checked_at < AGAIN_MS) return
  const { domain, keys } = known
  const { resolver = dnsResolver(env().DNS_SERVERS), ...limit } = lookup
  const { results, dmarc } = await lookUpRecords(domain, keys, { resolver, ...limit })
  await write(ctx, (tx) => applyResults(tx, { id, results }))
  if (dmarc !== undefined) await saveDmarc({ domain, dmarc }, ctx)
}

interface StoredDomain {
  id: number
  domain: string
  verified_at: Date | null
  broken_at: Date | null
  return_path_verified_at: Date | null
  checked_at: Date | null
  keys: KeyRow[]
}

async function loadDomain(ctx: Ctx, id: number): Promise<StoredDomain | null> {
  return ctx.db.sendingDomain.findFirst({ where: { id }, include: { keys: { orderBy: { id: 'asc' } } } })
}

async function applyResults(tx: Tx, { id, results }: { id: number; results: RecordResults }): Promise<void> {
  await tx.sql.one('select 1 from sending_domain where account_id = $1 and id = $2 for update', [id])
  const domain = await loadDomain(tx, id)
  // The domain was removed during the lookup.
  if (!domain) return
  const keys = await applyToKeys(tx, domain.keys, results)
  const is_signing = keys.some((key) => key.algorithm === 'rsa' && isLive(key))
  const dmarc = results.dmarc?.state
  const now = tx.now()
  const data = {
    results: Object.fromEntries(Object.entries(results).map(([key, result]) => [key, { ...result }])),
    checked_at: now,
  }
  const return_path_verified_at =
    results.return_path?.state === 'no_answer'
      ? domain.return_path_verified_at
      : results.return_path?.state === 'found'
        ? (domain.return_path_verified_at ?? now)
        : null
  if (!domain.verified_at) {
    const isComplete = is_signing && dmarc === 'found'
    const verified_at = isComplete && (await becomesOwner(tx, domain.domain)) ? now : null
    await tx.db.sendingDomain.updateMany({
      where: { id },
      data: { ...data, verified_at, broken_at: null, return_path_verified_at },
    })
    return
  }
  // Without an answer, the DMARC record counts as unchanged.
  const wasOnlyDmarc = domain.broken_at !== null && dmarc === 'no_answer'
  const isBroken = !is_signing || dmarc === 'missing' || wasOnlyDmarc
  const broken_at = isBroken ? (domain.broken_at ?? now) : null
  await tx.db.sendingDomain.updateMany({ where: { id }, data: { ...data, broken_at, return_path_verified_at } })
  if (isBroken && !domain.broken_at)
    await notify(tx, {
      kind: 'domain_broken',
      key: `${id} ${now.toISOString()}`,
      path: `/settings/sending-domains/${id}`,
      email: () => brokenDomainEmail({ id, domain: domain.domain, is_signing }),
    })
}

/**
 * Records which keys were found, retires keys that newer ones replace, and deletes keys that no message needs. Returns the remaining keys.
 */
async function applyToKeys(tx: Tx, keys: readonly KeyRow[], results: RecordResults): Promise<KeyRow[]> {
  const now = tx.now()
  const after = keys.map((key) => {
    const state = results[keyRecord(key)]?.state
    if (state === undefined || state === 'no_answer') return { ...key }
    if (state === 'found') return { ...key, published_at: key.published_at ?? now, missing_at: null }
    return { ...key, missing_at: key.published_at ? (key.missing_at ?? now) : null }
  })
  for (const algorithm of ['rsa', 'ed25519']) {
    const live = after.filter((key) => key.algorithm === algorithm && isLive(key))
    for (const key of after) {
      const isReplaced = key.algorithm === algorithm && live.some(({ id }) => id > key.id)
      if (isReplaced) key.retired_at ??= now
    }
  }
  const done = after.filter(
    ({ retired_at, missing_at, published_at }) =>
      retired_at && (!published_at || (missing_at && +retired_at + TRANSIT_MS <= +now)),
  )
  if (done.length > 0) await tx.db.sendingKey.deleteMany({ where: { id: { in: done.map(({ id }) => id) } } })
  const rest = after.filter((key) => !done.includes(key))
  for (const { id, published_at, missing_at, retired_at } of rest)
    await tx.db.sendingKey.updateMany({ where: { id }, data: { published_at, missing_at, retired_at } })
  return rest
}

/**
 * Returns whether this account may own the domain now: its keys are in DNS, so it controls the domain. If another account has verified the
 * domain, that one keeps it while its own keys are in DNS too.
 */
async function becomesOwner(tx: Tx, domain: string): Promise<boolean> {
  await tx.sql.run(
    `update sending_domain set verified_at = null
     where account_id <> $1 and domain = $2 and broken_at is not null and not exists (
       select from sending_key k where k.account_id = sending_domain.account_id and k.sending_domain_id = sending_domain.id
         and k.published_at is not null and k.missing_at is null and k.retired_at is null)`,
    [domain],
  )
  return !(await isOwnedByOther(tx, domain))
}

/** Returns whether another account has verified the domain. */
export async function isOwnedByOther(ctx: Ctx, domain: string): Promise<boolean> {
  const found = await ctx.sql.one(
    'select 1 from sending_domain where account_id <> $1 and domain = $2 and verified_at is not null',
    [domain],
  )
  return found !== undefined
}
