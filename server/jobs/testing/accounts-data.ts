import { configure } from '../../testing/servers/provider-webhooks.ts'
import { accounts, expired, FIRST, OLD, type Work } from './many-of.ts'

/** No one listens there. */
const BILLING = {
  BILLING_WEBHOOK_SECRET: `whsec_${btoa('a secret of billing for tests')}`,
  BILLING_USAGE_URL: 'http://127.0.0.1:9/usage',
}
const ACCOUNT = { name: `'Studio ' || n`, time_zone: `'UTC'` }

/** Jobs whose work grows with the number of accounts. */
export const PLANS_AND_USAGE: Record<string, Work> = {
  'accounts/apply-plans': expired('account', { ...ACCOUNT, plan_type: `'creator'`, cancels_at: OLD }, 2_000),
  'accounts/store-subscriber-counts': expired('account', { ...ACCOUNT, active_subscribers: '7' }, 2_000),
  'users/mark-without-account': expired('users', { email: `'alone' || n || '@many.example'` }, 2_000),
  'billing/count-usage': async (account_id) => {
    configure(BILLING)
    return expired('account', ACCOUNT, 2_500)(account_id)
  },
  'billing/report-usage': async (account_id) => {
    configure(BILLING)
    const counts = { plan_type: `'free'`, active_subscribers: '1', peak_subscribers: '1' }
    return expired('usage_day', { account_id: `${FIRST} + n`, day: `'2001-01-01'`, ...counts }, 2_000)(account_id)
  },
}

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
