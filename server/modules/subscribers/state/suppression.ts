import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { type Cryptographer, createCryptographer } from '../../../lib/crypto/crypto.ts'

/** Returns the keyed hash that the suppression list has of an address: the list does not reveal addresses (L5). */
export const suppressionHash = (account_id: number, email_address: string): string =>
  cryptographer().digest('suppression', `${account_id}:${email_address}`)

/** Returns those of the normalized addresses that this account must never email. */
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
