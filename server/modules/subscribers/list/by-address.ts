import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { t } from '../../../lib/locale/texts.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import type { ByAddress } from '../schema.ts'

/**
 * Returns the normalized address of a request for `purpose`. Throws invalid if it is missing, and not_found if it is malformed, as for an
 * unknown one (contract 8.5.5, 8.7.3).
 */
export function requireAddress({ email_address, purpose }: ByAddress & { purpose: string }): string {
  if (!email_address?.trim()) throw invalid(t`Either subscriber id or email address is required to ${purpose}`)
  const address = parseEmailAddress(email_address)
  if (!address) throw notFound()
  return address
}

/** Returns the id of the subscriber with the address. Throws as `requireAddress` does, and not_found for an unknown one. */
export async function requireByAddress(ctx: Ctx, named: ByAddress & { purpose: string }): Promise<number> {
  const id = await findByAddress(ctx, { email_address: requireAddress(named) })
  if (id === undefined) throw notFound()
  return id
}

/** Returns the id of the subscriber with a normalized address. A lock prevents deletion until the transaction ends. */
export async function findByAddress(
  ctx: Ctx,
  { email_address, lock = '' }: { email_address: string; lock?: 'for no key update' | 'for key share' | '' },
): Promise<number | undefined> {
  const row = await ctx.sql.one<{ id: number }>(
    `${ONE_PLAN}select s.id from subscriber s where ${hasAddress('$2')} ${lock}`,
    [email_address],
  )
  return row?.id
}

/**
 * Returns the condition that `subscriber s` has an address, as one index lookup. PostgreSQL plans for a recently grown account as if it
 * were empty: with the account as a constant, or with `= any`, it would read the whole account per address. The subquery hides the
 * constant, so it plans for an average account.
 */
export const hasAddress = (address: string): string =>
  `s.account_id = (select $1::int) and s.email_address = ${address}`

/** Returns a query of the subscribers with the addresses in an array parameter, ordered by address and optionally locked. */
export const eachByAddress = (
  columns: string,
  { addresses, lock = 'limit 1' }: { addresses: string; lock?: 'for no key update' | 'limit 1' },
): string =>
  `select s.* from (select distinct a from unnest(${addresses}::text[]) as a order by a) as wanted(a)
   cross join lateral (select ${columns} from subscriber s where ${hasAddress('wanted.a')} ${lock}) s`

/** Returns a subquery of the addresses in an array parameter without a subscriber. */
export const missingAddresses = (addresses: string): string =>
  `(select w.a as email_address from unnest(${addresses}::text[]) as w(a)
    left join lateral (select true as is_known from subscriber s where ${hasAddress('w.a')} limit 1) s on true
    where s.is_known is null)`
