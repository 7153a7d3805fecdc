import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { parseEmailAddress } from '../../lib/email-address.ts'
import type { ByAddress } from './schema.ts'

/**
 * The id of the person whom a request names by address, to do `purpose` with them. Throws invalid when it names nobody, and
 * not_found alike for an address that nobody has and for one that nobody can have: contract 8.5.5, 8.7.3.
 */
export async function requireByAddress(
  ctx: Ctx,
  { email_address, purpose }: ByAddress & { purpose: string },
): Promise<number> {
  if (!email_address?.trim()) throw invalid(`Either subscriber id or email address is required to ${purpose}`)
  const address = parseEmailAddress(email_address)
  const row =
    address &&
    (await ctx.sql.one<{ id: number }>('select id from subscriber where account_id = $1 and email_address = $2', [
      address,
    ]))
  if (!row) throw notFound()
  return row.id
}
