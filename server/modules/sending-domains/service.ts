import type { Ctx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { isoOrNull } from '../../core/wire.ts'
import { acquireAdvisoryLock, write } from '../../core/write/write.ts'
import type { RecordResults } from '../../lib/dns/record-lookup.ts'
import { t } from '../../lib/locale/texts.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { getWarmUp } from '../transports/limits/warm-up-view.ts'
import type { WarmUpView } from '../transports/schema.ts'
import { checkSendingDomain, isOwnedByOther } from './check.ts'
import { parseOwnDomain, shownDomain } from './domain-name.ts'
import { makeKeys } from './keys.ts'
import { isLive, type KeyRow, recordsOf } from './records.ts'
import type { NewDomain, SendingDomainRow, SendingDomainView } from './schema.ts'

const MAX_DOMAINS = 50

interface Stored {
  id: number
  domain: string
  verified_at: Date | null
  broken_at: Date | null
  checked_at: Date | null
  results: unknown
  keys: KeyRow[]
}

/** Returns the account's domains in alphabetical order. */
export async function listSendingDomains(ctx: Ctx): Promise<SendingDomainRow[]> {
  const domains = await ctx.db.sendingDomain.findMany({
    include: { keys: true },
    orderBy: { domain: 'asc' },
    take: MAX_DOMAINS,
  })
  return domains.map(rowOf)
}

/** Returns a domain with the records that it should have, and the results of the last check. Throws not_found. */
export async function getSendingDomain(ctx: Ctx, { id }: { id: number }): Promise<SendingDomainView> {
  const storedDomain = await load(ctx, id)
  const row = rowOf(storedDomain)
  const results = storedDomain.results as RecordResults
  const records = recordsOf(storedDomain.domain, storedDomain.keys, results)
  const is_taken = row.status === 'pending' && row.is_signing && (await isOwnedByOther(ctx, storedDomain.domain))
  return {
    ...row,
    records,
    problem: problemOf(row, { is_taken, dmarc: results.dmarc?.state }),
    is_rotating: storedDomain.verified_at !== null && storedDomain.keys.some(isWaiting),
  }
}

/** Returns the warm-up of a domain; null until the account has verified it. Throws not_found. */
export async function getSendingDomainWarmUp(ctx: Ctx, { id }: { id: number }): Promise<WarmUpView | null> {
  const { domain, verified_at } = await load(ctx, id)
  return verified_at === null ? null : getWarmUp(ctx, { domain })
}

/** Looks up the records now and returns the results. Throws not_found. */
export async function checkNow(ctx: Ctx, { id }: { id: number }): Promise<SendingDomainView> {
  await checkSendingDomain(ctx, { id })
  return getSendingDomain(ctx, { id })
}

/** Adds a domain with new keys. Throws invalid for a name that no account can own, and for a domain that was already added. */
export async function addSendingDomain(ctx: Ctx, { domain: typed }: NewDomain): Promise<{ id: number }> {
  const domain = parseOwnDomain(typed)
  const keys = await makeKeys()
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'sending domains')
    const listed = await tx.db.sendingDomain.findMany({ select: { domain: true } })
    if (listed.some((known) => known.domain === domain)) throw invalid(t`${shownDomain(domain)} is already in the list`)
    if (listed.length >= MAX_DOMAINS)
      throw invalid(t`An account can have ${MAX_DOMAINS} sending domains. Remove one that you no longer use`)
    const { id } = await tx.db.sendingDomain.create({
      data: { account_id: tx.account_id, domain, created_at: tx.now() },
    })
    await tx.db.sendingKey.createMany({
      data: keys.map((key) => ({
        ...key,
        account_id: tx.account_id,
        sending_domain_id: id,
        created_at: tx.now(),
      })),
    })
    return { id }
  })
}

/** Deletes a domain with its keys. Its emails are no longer signed. Throws not_found. */
export async function deleteSendingDomain(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { count } = await ctx.db.sendingDomain.deleteMany({ where: { id } })
  if (count === 0) throw notFound()
}

/**
 * Adds new keys, which replace the current ones once their records are in DNS; until then the current ones sign. Throws not_found, and
 * conflict while earlier new keys wait.
 */
export async function rotateKeys(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await load(ctx, id)
  const keys = await makeKeys()
  await write(ctx, async (tx) => {
    await tx.sql.one('select 1 from sending_domain where account_id = $1 and id = $2 for update', [id])
    const { keys: present, domain } = await load(tx, id)
    if (present.some(isWaiting)) throw conflict('New keys already wait for their DNS records. Add those records first')
    // Delete a leftover Ed25519 key whose record was never added.
    await tx.db.sendingKey.deleteMany({ where: { sending_domain_id: id, published_at: null } })
    await tx.db.sendingKey.createMany({
      data: keys.map((key) => ({
        ...key,
        account_id: tx.account_id,
        sending_domain_id: id,
        created_at: tx.now(),
      })),
    })
    await recordSecurityEvent(tx, {
      kind: 'sending_keys_rotated',
      summary: `New keys of the sending domain ${shownDomain(domain)} were made`,
    })
  })
}

/** Deletes new keys that wait for their records. The current ones continue to sign. Throws not_found. */
export async function cancelRotation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    await tx.sql.one('select 1 from sending_domain where account_id = $1 and id = $2 for update', [id])
    const { keys, verified_at } = await load(tx, id)
    // A domain that was never verified has no other keys.
    if (verified_at === null) throw conflict('This domain has no other keys')
    const prefixes = keys.filter(isWaiting).map(({ selector }) => selector.replace(/-rsa$/, ''))
    const waiting = keys.filter(({ selector }) => prefixes.some((prefix) => selector.startsWith(prefix)))
    await tx.db.sendingKey.deleteMany({ where: { id: { in: waiting.map((key) => key.id) } } })
  })
}

async function load(ctx: Ctx, id: number): Promise<Stored> {
  const stored = await ctx.db.sendingDomain.findFirst({ where: { id }, include: { keys: { orderBy: { id: 'asc' } } } })
  if (!stored) throw notFound()
  return stored
}

/** An unpublished Ed25519 key does not count, because it is not required. */
const isWaiting = ({ algorithm, published_at, retired_at }: KeyRow) =>
  algorithm === 'rsa' && published_at === null && retired_at === null

const rowOf = ({ id, domain, verified_at, broken_at, checked_at, keys }: Stored): SendingDomainRow => ({
  id,
  domain: shownDomain(domain),
  status: verified_at === null ? 'pending' : broken_at === null ? 'verified' : 'broken',
  verified_at: isoOrNull(verified_at),
  broken_at: isoOrNull(broken_at),
  checked_at: isoOrNull(checked_at),
  is_signing: keys.some((key) => key.algorithm === 'rsa' && isLive(key)),
})

function problemOf(
  { status, is_signing, domain }: SendingDomainRow,
  { is_taken, dmarc }: { is_taken: boolean; dmarc: string | undefined },
): string | null {
  if (is_taken) return `Another account has verified ${domain}. Remove it there first, then check again.`
  if (status !== 'broken') return null
  if (!is_signing)
    return `Nothing is sent from addresses at ${domain}: the DKIM record is missing or has another value, so receivers would reject the signature. Restore the record, then check again.`
  return dmarc === 'found'
    ? null
    : 'The DMARC record is missing. Emails are still sent and signed, but Gmail and Outlook may reject them.'
}
