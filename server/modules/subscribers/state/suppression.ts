import { setImmediate as immediate } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { allSpellingsOf, domainOf, spellingsOf } from '../../../lib/text/email-address.ts'
import { isOtherForm } from '../spellings/other-form.ts'

// The hash is the key of both lists, so erased addresses need no other column.

export type SuppressionReason = 'erased' | 'hard_bounce' | 'complaint' | 'manual' | 'import'

/** Returns the keyed hash of a normalized address in the account's list, which does not reveal it (L5). */
export const suppressionHash = (account_id: number, email_address: string): string =>
  cryptographer().digest('suppression', `${account_id}:${email_address}`)

/** Returns the keyed hash of an address, `@domain` or `name@` in the instance's list. */
export const patternHash = (pattern: string): string => cryptographer().digest('instance-suppression', pattern)

/** Returns the instance's possible entries for a normalized address. */
const patternsOf = (email_address: string): string[] =>
  spellingsOf(email_address).flatMap((address) => [
    address,
    `@${domainOf(address)}`,
    `${address.slice(0, address.lastIndexOf('@'))}@`,
  ])

/** Reads which lists have entries, and whether the account has entries without text or in another spelling. */
const readListed = (ctx: Ctx) =>
  ctx.sql.one<{ account: boolean; other_forms: boolean; instance: boolean }>(
    `select exists (select from suppression where account_id = $1) as account,
       exists (select from suppression where account_id = $1 and email_address is null)
         or exists (select from suppression where account_id = $1 and ${isOtherForm('email_address')}) as other_forms,
       exists (select from instance_suppression where removed_at is null) as instance`,
  )

/** SQL condition that the account's list has the address of `subscriber s` as plain text. Other entries need hashes: see `needsHashes`. */
export const IS_LISTED =
  'exists (select from suppression x where x.account_id = $1 and x.email_address = s.email_address)'

/** Returns whether some entries can only be found by hash: the instance's, erased ones, and other spellings. */
export async function needsHashes(ctx: Ctx): Promise<boolean> {
  const found = await ctx.sql.one<{ needed: boolean }>(
    `select exists (select from suppression where account_id = $1 and email_address is null)
       or exists (select from suppression where account_id = $1 and ${isOtherForm('email_address')})
       or exists (select from instance_suppression where removed_at is null) as needed`,
  )
  return found?.needed ?? false
}

/** Returns the normalized addresses that this account must not email, with the reason in its own list, or `instance`. */
export async function findSuppressed(
  ctx: Ctx,
  { email_addresses }: { email_addresses: readonly string[] },
): Promise<Map<string, SuppressionReason | 'instance'>> {
  const reasons = new Map<string, SuppressionReason | 'instance'>()
  const listed = await readListed(ctx)
  if (listed?.account) {
    const by_hash = new Map<string, string>()
    await forEachAddress(email_addresses, (address) => {
      // A hash does not reveal which spelling it was made from.
      const spellings = listed.other_forms ? allSpellingsOf(address) : spellingsOf(address)
      for (const spelling of spellings) by_hash.set(suppressionHash(ctx.account_id, spelling), address)
    })
    const rows = await ctx.sql.rows<{ address_hash: string; reason: SuppressionReason }>(
      'select address_hash, reason from suppression where account_id = $1 and address_hash = any ($2::text[])',
      [[...by_hash.keys()]],
    )
    for (const { address_hash, reason } of rows) {
      const address = by_hash.get(address_hash) ?? ''
      // If two spellings have entries, the one that a sign-up does not lift counts.
      if ((reasons.get(address) ?? 'hard_bounce') === 'hard_bounce') reasons.set(address, reason)
    }
  }
  if (listed?.instance) {
    const hashes_of = new Map<string, string[]>()
    await forEachAddress(email_addresses, (address) => hashes_of.set(address, patternsOf(address).map(patternHash)))
    const rows = await ctx.sql.rows<{ pattern_hash: string }>(
      `${UNSCOPED}select pattern_hash from instance_suppression
       where removed_at is null and pattern_hash = any ($1::text[])`,
      [[...new Set([...hashes_of.values()].flat())]],
    )
    const hashes = new Set(rows.map(({ pattern_hash }) => pattern_hash))
    for (const [address, own] of hashes_of) if (own.some((hash) => hashes.has(hash))) reasons.set(address, 'instance')
  }
  return reasons
}

/** Number of addresses hashed before other work of the process gets a turn. A hash takes microseconds. */
const HASHED_TOGETHER = 1_000

async function forEachAddress(email_addresses: readonly string[], hash: (address: string) => void): Promise<void> {
  for (const [at, address] of email_addresses.entries()) {
    if (at > 0 && at % HASHED_TOGETHER === 0) await immediate()
    hash(address)
  }
}

/** Hard bounces and complaints are also states, which decide for existing subscribers. */
const IS_ALSO_STATE: ReadonlySet<string> = new Set(['hard_bounce', 'complaint'])

/** Returns the addresses that an import skips. Data of existing subscribers who bounced or complained can still be updated. */
export function skippedByImport(
  suppressed: ReadonlyMap<string, SuppressionReason | 'instance'>,
  known: { has(address: string): boolean },
): Set<string> {
  const skipped = [...suppressed].filter(([address, reason]) => !(IS_ALSO_STATE.has(reason) && known.has(address)))
  return new Set(skipped.map(([address]) => address))
}

/** Returns whether a form ignores the address. A bounced subscriber may sign up again: the confirmation shows that the mailbox works. */
export const blocksSignUp = (reason: SuppressionReason | 'instance' | undefined): boolean =>
  reason !== undefined && reason !== 'hard_bounce'

export interface NewSuppressions {
  /** Normalized. */
  email_addresses: readonly string[]
  reason: Exclude<SuppressionReason, 'erased'>
  source: string
  note?: string | null
  created_by?: number | null
}

/**
 * Adds addresses to the account's list. Returns the number of new ones. A listed address keeps its entry, except that any other reason
 * replaces a hard bounce, the only one lifted by a new sign-up.
 */
export async function suppressAddresses(
  tx: Tx,
  { email_addresses, reason, source, note = null, created_by = null }: NewSuppressions,
): Promise<number> {
  if (email_addresses.length === 0) return 0
  const by_hash = new Map(email_addresses.map((address) => [suppressionHash(tx.account_id, address), address]))
  const { added } = (await tx.sql.one<{ added: number }>(
    `with written as (
       insert into suppression as s (account_id, address_hash, email_address, reason, source, note, created_by, created_at)
       select $1, hash, address, $4, $5, $6, $7::int, $8::timestamptz
       from unnest($2::text[], $3::text[]) as given(hash, address) order by hash
       on conflict (account_id, address_hash) do update
         set reason = excluded.reason, source = excluded.source, note = excluded.note, created_by = excluded.created_by
         where s.reason = 'hard_bounce' and excluded.reason <> 'hard_bounce'
       returning xmax = 0 as is_new
     )
     select (count(*) filter (where is_new))::int as added from written`,
    [[...by_hash.keys()], [...by_hash.values()], reason, source, note, created_by, tx.now()],
  )) ?? { added: 0 }
  return added
}

/** Removes entries of hard bounces, because the mailboxes work again. */
export async function liftBounces(tx: Tx, { email_addresses }: { email_addresses: readonly string[] }): Promise<void> {
  await tx.sql.run(
    `delete from suppression where account_id = $1 and reason = 'hard_bounce' and address_hash = any ($2::text[])`,
    [email_addresses.flatMap(allSpellingsOf).map((address) => suppressionHash(tx.account_id, address))],
  )
}
