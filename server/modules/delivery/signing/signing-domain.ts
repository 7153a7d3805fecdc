import type { Ctx } from '../../../core/context.ts'
import type { SigningKey } from '../../../mail/dkim/sign.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import { openPrivateKey } from './private-keys.ts'

/** The verified domain that signs for an address: its own, or the nearest parent. */
export interface SigningDomain {
  domain: string
  /** Whether it is exactly the domain of the address. */
  is_exact: boolean
  /** Keys whose records were found in DNS. Without RSA, many receivers see no signature. */
  keys: readonly { selector: string; algorithm: 'rsa' | 'ed25519'; private_key: string }[]
}

/** Returns the verified domain of the account that signs for this address, or null. */
export async function findSigningDomain(
  ctx: Ctx,
  { email_address }: { email_address: string },
): Promise<SigningDomain | null> {
  const labels = asciiDomainOf(email_address).split('.').slice(-MOST_LABELS)
  const domains = labels.map((_, at) => labels.slice(at).join('.'))
  const rows = await ctx.sql.rows<{ domain: string } & Record<'selector' | 'algorithm' | 'private_key', string | null>>(
    `select d.domain, k.selector, k.algorithm::text, k.private_key
     from sending_domain d left join sending_key k on k.account_id = d.account_id and k.sending_domain_id = d.id
       and k.published_at is not null and k.missing_at is null and k.retired_at is null
     where d.account_id = $1 and d.domain = any ($2::text[]) and d.verified_at is not null
     order by length(d.domain) desc, k.id`,
    [domains],
  )
  const domain = rows[0]?.domain
  if (!domain) return null
  const keys = rows.filter((row) => row.domain === domain && row.selector !== null) as SigningDomain['keys'][number][]
  return { domain, is_exact: domain === domains[0], keys }
}

/** A name may have more than a hundred labels; none that is used has more than these. */
const MOST_LABELS = 10

/** Returns the keys to sign with, or why there are none. */
export function openKeys({ domain, keys }: SigningDomain): SigningKey[] | string {
  if (!keys.some(({ algorithm }) => algorithm === 'rsa'))
    return `The DKIM record of ${domain} is missing or has another value, so its emails cannot be signed. Restore the record shown under Settings → Sending domains`
  try {
    return keys.map(({ selector, algorithm, private_key }) => ({
      domain,
      selector,
      algorithm: `${algorithm}-sha256` as const,
      private_key: openPrivateKey(private_key),
    }))
  } catch {
    return `The keys of ${domain} cannot be read, because SECRET_KEY has changed. Create new keys under Settings → Sending domains`
  }
}
