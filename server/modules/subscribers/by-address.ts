import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { parseEmailAddress } from '../../lib/email-address.ts'
import type { ByAddress } from './schema.ts'

/**
 * The address that a request names to do `purpose`, as it is stored. Throws invalid when it names none, and not_found for an address
 * that no one can have, as for one that no one has: contract 8.5.5, 8.7.3.
 */
export function requireAddress({ email_address, purpose }: ByAddress & { purpose: string }): string {
  if (!email_address?.trim()) throw invalid(`Either subscriber id or email address is required to ${purpose}`)
  const address = parseEmailAddress(email_address)
  if (!address) throw notFound()
  return address
}

/** The id of the subscriber with the address that a request names. Throws as `requireAddress` does. */
export async function requireByAddress(ctx: Ctx, named: ByAddress & { purpose: string }): Promise<number> {
  const row = await ctx.sql.one<{ id: number }>(
    'select id from subscriber where account_id = $1 and email_address = $2',
    [requireAddress(named)],
  )
  if (!row) throw notFound()
  return row.id
}

/**
 * SQL that reads the people with the addresses of an array parameter, in the order of addresses, and locks them if it says so:
 * one look into the index each. PostgreSQL takes an account that has grown since its statistics were gathered for an empty one.
 * With `= any`, or with the account as a constant, it would then read the whole account for each address. The subquery hides
 * the constant, so the plan is made for an account of average size.
 */
export const eachByAddress = (
  columns: string,
  { addresses, lock = 'limit 1' }: { addresses: string; lock?: 'for no key update' | 'limit 1' },
): string =>
  `select s.* from (select distinct a from unnest(${addresses}::text[]) as a order by a) as wanted(a)
   cross join lateral (select ${columns} from subscriber s
     where s.account_id = (select $1::int) and s.email_address = wanted.a ${lock}) s`
