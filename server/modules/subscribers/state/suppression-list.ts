import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import {
  allSpellingsOf,
  normalizeEmailAddress,
  parseEmailAddress,
  spellingsOf,
} from '../../../lib/text/email-address.ts'
import { patternHash, type SuppressionReason, suppressionHash } from './suppression.ts'

/** An entry of an account's list. */
export interface Suppression {
  id: number
  /** Null for an erased address. */
  email_address: string | null
  reason: SuppressionReason
  source: string | null
  note: string | null
  /** The user who added it. */
  by: string | null
  created_at: string
}

const ENTRY = `t.id, t.email_address, t.reason, t.source, t.note, ${isoSql('t.created_at')} as created_at,
  (select coalesce(u.name, u.email) from users u where u.id = t.created_by) as by`

/** Lists the account's entries, newest first. A complete address also finds erased entries; other text matches parts of addresses. */
export function listSuppressions(
  ctx: Ctx,
  { search, reason, ...paging }: { search?: string | undefined; reason?: SuppressionReason | undefined } & PageQuery,
): Promise<Page<Suppression>> {
  const where = ['t.account_id = $1']
  const values: unknown[] = []
  const address = search && parseEmailAddress(search)
  const hashes = address && allSpellingsOf(address).map((spelling) => suppressionHash(ctx.account_id, spelling))
  if (hashes) where.push(`t.address_hash = any ($${values.push(hashes) + 1}::text[])`)
  else if (search) where.push(`position($${values.push(normalizeEmailAddress(search)) + 1} in t.email_address) > 0`)
  if (reason) where.push(`t.reason = $${values.push(reason) + 1}`)
  return keysetPage<Suppression>(ctx.sql, paging, {
    name: 'suppressions',
    view: ENTRY,
    from: 'suppression t',
    where,
    values,
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
}

/** Throws not_found. */
export async function getSuppression(ctx: Ctx, { id }: { id: number }): Promise<Suppression> {
  const entry = await ctx.sql.one<Suppression>(
    `select ${ENTRY} from suppression t where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!entry) throw notFound()
  return entry
}

/** Deletes an entry and other spellings of its mailbox. Returns the deleted entry, or undefined. */
export async function deleteSuppression(
  tx: Tx,
  { id }: { id: number },
): Promise<{ email_address: string | null; reason: SuppressionReason } | undefined> {
  const removed = await tx.sql.one<{ email_address: string | null; reason: SuppressionReason }>(
    'delete from suppression where account_id = $1 and id = $2 returning email_address, reason',
    [id],
  )
  if (removed?.email_address)
    await tx.sql.run('delete from suppression where account_id = $1 and address_hash = any ($2::text[])', [
      allSpellingsOf(removed.email_address).map((spelling) => suppressionHash(tx.account_id, spelling)),
    ])
  return removed
}

/** An entry of the instance's list. */
export interface InstanceSuppression {
  id: number
  /** Null: only the hash is stored. */
  pattern: string | null
  reason: string
  note: string | null
  by: string | null
  created_at: string
  removed_at: string | null
  removed_by: string | null
  removal_note: string | null
}

/** Lists the instance's entries, last added or removed first. */
export function listInstanceSuppressions(
  ctx: Ctx,
  { search, is_removed, ...paging }: { search?: string | undefined; is_removed: boolean } & PageQuery,
): Promise<Page<InstanceSuppression>> {
  const where = ['$1::int is not null', `t.removed_at is ${is_removed ? 'not ' : ''}null`]
  const values: unknown[] = []
  if (search) {
    const text = normalizeEmailAddress(search)
    const [hash, part] = [values.push(patternHash(text)) + 1, values.push(text) + 1]
    where.push(`(t.pattern_hash = $${hash} or position($${part} in t.pattern) > 0)`)
  }
  const by_id = { expr: 't.id', type: 'integer', dir: 'desc' } as const
  const by = (column: string) => `(select coalesce(u.name, u.email) from users u where u.id = t.${column})`
  return keysetPage<InstanceSuppression>(ctx.sql, paging, {
    name: is_removed ? 'removed-instance-suppressions' : 'instance-suppressions',
    view: `t.id, t.pattern, t.reason, t.note, ${by('created_by')} as by, ${isoSql('t.created_at')} as created_at,
        ${isoSql('t.removed_at')} as removed_at, ${by('removed_by')} as removed_by, t.removal_note`,
    from: 'instance_suppression t',
    where,
    values,
    order: is_removed ? [{ expr: 't.removed_at', type: 'timestamptz', dir: 'desc' }, by_id] : [by_id],
  })
}

/** Adds normalized patterns to the instance's list, without their text if `hash_only`. Returns the number of new ones. */
export async function addInstanceSuppressions(
  tx: Tx,
  {
    patterns,
    reason,
    note,
    hash_only,
    user_id,
  }: { patterns: readonly string[]; reason: string; note: string | null; hash_only: boolean; user_id: number },
): Promise<number> {
  const { added } = (await tx.sql.one<{ added: number }>(
    `${UNSCOPED}with written as (
       insert into instance_suppression as s (pattern_hash, pattern, reason, note, created_by, created_at)
       select hash, pattern, $3, $4, $5::int, $6::timestamptz
       from unnest($1::text[], $2::text[]) as given(hash, pattern) order by hash
       on conflict (pattern_hash) do update set pattern = excluded.pattern, reason = excluded.reason, note = excluded.note,
         created_by = excluded.created_by, created_at = excluded.created_at, removed_at = null, removed_by = null, removal_note = null
         where s.removed_at is not null
       returning 1
     )
     select count(*)::int as added from written`,
    [patterns.map(patternHash), patterns.map((text) => (hash_only ? null : text)), reason, note, user_id, tx.now()],
  )) ?? { added: 0 }
  return added
}

/** Returns all spellings of an address, `@domain` or `name@`. */
const patternSpellings = (pattern: string): string[] =>
  pattern.startsWith('@')
    ? spellingsOf(`x${pattern}`).map((address) => address.slice(1))
    : pattern.endsWith('@')
      ? spellingsOf(`${pattern}x.example`).map((address) => address.slice(0, address.indexOf('@') + 1))
      : spellingsOf(pattern)

/** Marks an entry of the instance's list and other spellings of its mailbox as removed. Returns false without an entry. */
export async function removeInstanceSuppression(
  tx: Tx,
  { id, note, user_id }: { id: number; note: string; user_id: number },
): Promise<boolean> {
  const entry = await tx.db.instanceSuppression.findFirst({
    where: { id, removed_at: null },
    select: { pattern: true },
  })
  if (!entry) return false
  const hashes = entry.pattern === null ? [] : patternSpellings(entry.pattern).map(patternHash)
  await tx.sql.run(
    `${UNSCOPED}update instance_suppression set removed_at = $2, removed_by = $3, removal_note = $4
     where (id = $1 or pattern_hash = any ($5::text[])) and removed_at is null`,
    [id, tx.now(), user_id, note, hashes],
  )
  return true
}
