import { accounts, expired, OLD, type Work } from './many-of.ts'

// Names that cannot exist, so no one is asked for them.

const sendingDomains = expired(
  'sending_domain',
  { account_id: '$account', domain: `md5(random()::text) || '.example'` },
  60,
)

/** Jobs that look up the DNS records of every account's domains. */
export const CHECKED_DOMAINS: Record<string, Work> = {
  'sending-domains/check-all': sendingDomains,
  'sending-domains/check-changing': sendingDomains,
  'sites/check-domains': async () => {
    const domain = `'many' || n || '.example'`
    await accounts('site', 60, { domain, domain_token: `'token'`, domain_live_at: OLD })
    return undefined
  },
}
