import type { Ctx } from '../../../core/context.ts'
import { findSuppressed, IS_LISTED, needsHashes } from './suppression.ts'

/** Counts of a set of subscribers. */
export interface SuppressedCount {
  suppressed: number
  /** False: more may be suppressed, because hashing each address of a large set would take too long. */
  is_exact: boolean
}

/** Hashing an address for both lists takes about 10 µs, and reading it about as long. */
const MAX_HASHED = 5_000

/**
 * Counts suppressed among active subscribers who match a condition over `subscriber s`, with values from `$3`. Entries that only hashes
 * find (`needsHashes`) count if there are at most `most_hashed` subscribers.
 */
export async function countSuppressed(
  ctx: Ctx,
  { where, values }: { where: string; values: readonly unknown[] },
  { most_hashed = MAX_HASHED }: { most_hashed?: number } = {},
): Promise<SuppressedCount> {
  const of_set = `from subscriber s where s.account_id = $1 and s.state = 'active' and (${where})`
  const needs_hashes = await needsHashes(ctx)
  if (needs_hashes) {
    const rows = await ctx.sql.rows<{ email_address: string }>(`select s.email_address ${of_set} limit $2::int`, [
      most_hashed + 1,
      ...values,
    ])
    if (rows.length <= most_hashed) {
      const found = await findSuppressed(ctx, { email_addresses: rows.map(({ email_address }) => email_address) })
      return { suppressed: found.size, is_exact: true }
    }
  }
  // Most accounts have no entries, and evaluating a segment can take long.
  const row = await ctx.sql.one<{ suppressed: number }>(
    `select case when exists (select from suppression where account_id = $1 and email_address is not null and $2::int is not null)
       then (select count(*) ${of_set} and ${IS_LISTED}) else 0 end::int as suppressed`,
    [0, ...values],
  )
  return { suppressed: row?.suppressed ?? 0, is_exact: !needs_hashes }
}
