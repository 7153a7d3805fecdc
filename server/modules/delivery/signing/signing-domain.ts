import { type Ctx, systemPool } from '../../../core/context.ts'
import type { SigningKey } from '../../../mail/dkim/sign.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import { openPrivateKey } from './private-keys.ts'

/** The verified domain that signs for an address: its own, or the nearest parent. */
export interface SigningDomain {
  domain: string
  /** True if it equals the address's domain. */
  is_exact: boolean
  /** True if the last check missed a required record. */
  is_broken: boolean
  /** Keys with records in DNS. Many receivers recognize only RSA signatures. */
  keys: readonly { selector: string; algorithm: 'rsa' | 'ed25519'; private_key: string }[]
}

/** Returns the verified domain of the account that signs for this address, or null. */
export async function findSigningDomain(
  ctx: Ctx,
  { email_address }: { email_address: string },
): Promise<SigningDomain | null> {
  const domains = domainsOf(email_address)
  return nearest(domains, await ctx.sql.rows<KeyOfDomain>(`${KEYS} where d.account_id = $1 and ${SIGNS}`, [domains]))
}

/**
 * Returns the signing domain for service emails, which any account may have verified. Only the owner of a domain can verify it, so its keys
 * may sign for MAIL_FROM.
 */
export async function findServiceSigningDomain({
  email_address,
}: {
  email_address: string
}): Promise<SigningDomain | null> {
  const domains = domainsOf(email_address)
  const { rows } = await systemPool().query<KeyOfDomain>(`${KEYS} where $1::int is null and ${SIGNS}`, [null, domains])
  return nearest(domains, rows)
}

type KeyOfDomain = { domain: string; is_broken: boolean } & Record<
  'selector' | 'algorithm' | 'private_key',
  string | null
>

const KEYS = `
  select d.domain, d.broken_at is not null as is_broken, k.selector, k.algorithm::text, k.private_key
  from sending_domain d left join sending_key k on k.account_id = d.account_id and k.sending_domain_id = d.id
    and k.published_at is not null and k.missing_at is null and k.retired_at is null`
const SIGNS = 'd.domain = any ($2::text[]) and d.verified_at is not null order by length(d.domain) desc, k.id'

/** Returns the nearest verified domain of the account, at or above the address, whose return path is in DNS; or null. */
export async function findReturnPathDomain(
  ctx: Ctx,
  { email_address }: { email_address: string },
): Promise<string | null> {
  const found = await ctx.sql.one<{ domain: string }>(
    `select domain from sending_domain where account_id = $1 and domain = any ($2::text[])
       and verified_at is not null and return_path_verified_at is not null order by length(domain) desc limit 1`,
    [domainsOf(email_address)],
  )
  return found?.domain ?? null
}

/** Returns the domain of the address, then its parents. */
export function domainsOf(email_address: string): string[] {
  const labels = asciiDomainOf(email_address).split('.').slice(-MAX_LABELS)
  return labels.map((_, at) => labels.slice(at).join('.'))
}

function nearest(domains: readonly string[], rows: readonly KeyOfDomain[]): SigningDomain | null {
  const [first] = rows
  if (!first) return null
  const { domain, is_broken } = first
  const keys = rows.filter((row) => row.domain === domain && row.selector !== null) as SigningDomain['keys'][number][]
  return { domain, is_exact: domain === domains[0], is_broken, keys }
}

/** A name can have over a hundred labels, but practical ones have fewer than this. */
const MAX_LABELS = 10

/** Returns the signing keys, or why there are none. */
export function openKeys({ domain, keys }: SigningDomain): SigningKey[] | string {
  if (!keys.some(({ algorithm }) => algorithm === 'rsa'))
    return `The DKIM record of ${domain} is missing or has another value, so its emails cannot be signed. Restore the record shown under Settings › Sending domains`
  try {
    return keys.map(({ selector, algorithm, private_key }) => ({
      domain,
      selector,
      algorithm: `${algorithm}-sha256` as const,
      private_key: openPrivateKey(private_key),
    }))
  } catch {
    return `The keys of ${domain} can no longer be read. Create new keys under Settings › Sending domains`
  }
}
