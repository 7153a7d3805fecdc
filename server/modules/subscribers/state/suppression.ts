import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { type Cryptographer, createCryptographer } from '../../../lib/crypto/crypto.ts'

/** How an address stands in the suppression list: keyed, so that the list tells nobody who is on it (L5). */
export const suppressionHash = (account_id: number, email_address: string): string =>
  cryptographer().digest('suppression', `${account_id}:${email_address}`)

/** Those of these normalised addresses that must never be mailed in this account. */
export async function findSuppressed(
  ctx: Ctx,
  { email_addresses }: { email_addresses: readonly string[] },
): Promise<Set<string>> {
  const any = await ctx.sql.one('select 1 as found from suppression where account_id = $1 limit 1')
  if (!any) return new Set()
  const by_hash = new Map(email_addresses.map((address) => [suppressionHash(ctx.account_id, address), address]))
  const rows = await ctx.sql.rows<{ address_hash: string }>(
    'select address_hash from suppression where account_id = $1 and address_hash = any ($2::text[])',
    [[...by_hash.keys()]],
  )
  return new Set(rows.flatMap(({ address_hash }) => by_hash.get(address_hash) ?? []))
}

let shared: Cryptographer | undefined
const cryptographer = () => {
  shared ??= createCryptographer(env().SECRET_KEY)
  return shared
}
