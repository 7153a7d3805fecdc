import { unscoped } from '../../db/client.ts'
import { configure } from '../../testing/servers/provider-webhooks.ts'
import { accounts, expired, FIRST, OLD, rows, subscribers, type Work } from './many-of.ts'

/** Nothing listens on this port. */
const BILLING = {
  BILLING_WEBHOOK_SECRET: `whsec_${btoa('a secret of billing for tests')}`,
  BILLING_USAGE_URL: 'http://127.0.0.1:9/usage',
}
const ACCOUNT = { name: `'Studio ' || n`, time_zone: `'UTC'` }

/** Jobs whose work grows with the number of accounts. */
export const PLANS_AND_USAGE: Record<string, Work> = {
  'accounts/apply-plans': expired('account', { ...ACCOUNT, plan_type: `'creator'`, cancels_at: OLD }, 2_000),
  'accounts/store-subscriber-counts': expired('account', { ...ACCOUNT, active_subscribers: '7' }, 2_000),
  'accounts/note-limits': expired('account', { ...ACCOUNT, subscriber_limit: '10', active_subscribers: '10' }, 210),
  'notifications/send-digests': async (account_id) => {
    // Digests are sent from 8:00 local time, so this picks a time zone where it is morning or noon.
    const hour = new Date().getUTCHours()
    const time_zone = hour < 8 ? 'Etc/GMT-8' : hour < 16 ? 'UTC' : 'Etc/GMT+8'
    await unscoped().account.update({ where: { id: account_id }, data: { time_zone } })
    await rows(account_id, 'notification_setting', 450, {
      user_id: `${FIRST} + n`,
      digest: `'daily'`,
      digest_until: OLD,
      channels: `'{}'`,
    })
    return undefined
  },
  'users/rewrite-spellings': expired('users', { email: `'lea' || n || '@xn--mnchen-3ya.example'` }, 2_000),
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

// Domains that cannot exist, so no name server is asked for them.

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

const LONG_AGO = `now() - interval '900 days'`
const COUNTS = { sent: '1', opened: '0', clicked: '0', unsubscribed: '0', bounced: '0', complained: '0' }
const COUNTED_TO = { time_zone: `'UTC'`, noted_to: 'now()', cohorts_due_at: OLD }

/** Jobs that compute figures for pages, by account, day and segment. */
export const GROWING_FIGURES: Record<string, Work> = {
  'analytics/note-days': async () => {
    await accounts('subscriber', 450, { email_address: `'p' || n || '@x.example'` })
    return undefined
  },
  'analytics/count-days': async (account_id) => {
    await rows(account_id, 'analytics_account', 1, COUNTED_TO)
    await rows(account_id, 'analytics_day', 50, { day: `now() - n * interval '1 day'`, next_count_at: OLD })
    return undefined
  },
  'analytics/count-cohorts': async () => {
    await accounts('analytics_account', 4, COUNTED_TO)
    return undefined
  },
  'subscribers/count-active': async () => {
    await accounts('active_count_account', 20, { due_at: OLD })
    return undefined
  },
  'analytics/purge-expired': expired('analytics_receiver', {
    account_id: '$account',
    day: LONG_AGO,
    receiver: `'d' || n || '.example'`,
    ...COUNTS,
  }),
  'segments/count-sizes': async (account_id) => {
    await subscribers(account_id, 10)
    await rows(account_id, 'segment', 24, { name: `'Segment ' || n`, definition: `'{"all": []}'` })
    return undefined
  },
  'segments/purge-expired': expired('segment_size', { account_id: '$account', segment_id: 'n', day: LONG_AGO }),
}
