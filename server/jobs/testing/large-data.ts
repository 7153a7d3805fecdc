import { systemCtx } from '../../core/context.ts'
import { database } from '../../db/client.ts'
import { startImport } from '../../modules/imports/service.ts'
import { manyRows } from '../../testing/database/many-rows.ts'
import { IMPORT_OPTIONS, uploaded } from '../../testing/modules/imports.ts'
import { CHECKED_DOMAINS, GROWING_FIGURES, PLANS_AND_USAGE } from './accounts-data.ts'
import { DELETED_ACCOUNTS, ENDED_BY_ADMINISTRATORS } from './administration-data.ts'
import { GROWING_AUTOMATIONS, LIMITED_AUTOMATIONS } from './automation-data.ts'
import { GROWING_BULK_ACTIONS, LIMITED_BULK_ACTIONS, WAVES_AND_SPELLINGS } from './bulk-data.ts'
import { EXPIRED, OF_FORMS } from './expired-data.ts'
import { accounts, expired, FIRST, grants, MANY, OLD, rows, subscribers, type Work } from './many-of.ts'

const EACH_HOUR = `(${OLD}) - n * interval '1 hour'`

/** Jobs whose work grows with the data, tested step by step. */
export const GROWING: Record<string, Work> = {
  ...EXPIRED,
  ...PLANS_AND_USAGE,
  ...DELETED_ACCOUNTS,
  ...GROWING_BULK_ACTIONS,
  ...WAVES_AND_SPELLINGS,
  ...GROWING_FIGURES,
  'accounts/purge-expired': async (account_id) => {
    await expired('sign_up_request', { expires_at: OLD })(account_id)
    return expired('invitation', { account_id: '$account', expires_at: OLD })(account_id)
  },
  'accounts/refresh-domain-policies': expired(
    'sending_address',
    { account_id: '$account', email_address: `'x@d' || n || '.example'`, status: `'confirmed'` },
    400,
  ),
  ...CHECKED_DOMAINS,
  'apps/uninstall-everywhere': async () => {
    await manyRows('app', 1, { id: `${FIRST} + 7`, client_id: `'many 7'`, deleted_at: OLD })
    await accounts('installation', 120, { id: '1', app_id: `${FIRST} + 7`, state: `'installed'` })
    return { app_id: FIRST + 7 }
  },
  'broadcasts/requeue-stalled': async (account_id) => {
    await rows(account_id, 'broadcast', 300, { id: `${FIRST} + n`, status: `'sending'` })
    await rows(account_id, 'mail', 300, { id: `${FIRST} + n`, broadcast_id: `${FIRST} + n`, completed_at: 'null' })
    await rows(account_id, 'broadcast', 8, { id: `${FIRST} + 10000 + n`, status: `'scheduled'`, send_at: OLD })
    return undefined
  },
  'broadcasts/purge-expired': expired(
    'broadcast',
    {
      account_id: '$account',
      id: `${FIRST} + 20000 + n`,
      status: `'draft'`,
      created_by: '1',
      created_at: OLD,
      updated_at: OLD,
    },
    600,
  ),
  'posts/purge-expired': expired(
    'post',
    { account_id: '$account', id: `${FIRST} + 10000 + n`, title: `''`, status: `'draft'`, created_at: OLD },
    600,
  ),
  'bounces/apply-received': expired(
    'received_message',
    { source_id: `'many ' || n`, raw: `'no report'::bytea` },
    2_000,
  ),
  'bounces/purge-expired': expired('delivery_report', {
    account_id: '$account',
    source_id: `'expired ' || n`,
    outcome: `'unmatched'`,
    created_at: OLD,
  }),
  'exports/purge-expired': async (account_id) => {
    await rows(account_id, 'export', 1, { id: '1', state: `'failed'`, updated_at: OLD })
    await rows(account_id, 'export_chunk', 250, { export_id: '1', seq: 'n' })
    return undefined
  },
  ...OF_FORMS,
  'imports/apply': async (account_id) => {
    const ctx = systemCtx(account_id)
    const lines = Array.from({ length: 6_000 }, (_, n) => `p${n}@x.example`)
    const { id } = await uploaded(ctx, ['email', ...lines].join('\n'))
    await startImport(ctx, { id, ...IMPORT_OPTIONS })
    return { import_id: id }
  },
  'delivery/settle-engagement': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'mail', 1, { id: '9', snapshot: `'{}'` })
    await rows(account_id, 'link', 1, { mail_id: '9', number: '1' })
    await rows(account_id, 'delivery', MANY, { mail_id: '9', subscriber_id: 'n', state: `'sent'`, sent_at: OLD })
    await rows(account_id, 'engagement_hit', MANY, {
      mail_id: '9',
      subscriber_id: 'n',
      link_number: '1',
      occurred_at: OLD,
    })
    return {}
  },
  'imports/purge-expired': async (account_id) => {
    await rows(account_id, 'import', 1, { id: '1', state: `'completed'`, done_rows: '9', updated_at: OLD })
    await rows(account_id, 'import_row', MANY, { import_id: '1' })
    return undefined
  },
  'jobs/adjust-to-clock': async (account_id) => {
    const ahead = `now() + interval '3 hours'`
    await manyRows('webhook_delivery', MANY, {
      account_id: `${account_id}`,
      status: `'retrying'`,
      next_attempt_at: ahead,
    })
    await database().pool.query(
      `insert into clock_reading (seen_at) values (now() + interval '1 hour')
       on conflict (only_row) do update set seen_at = excluded.seen_at`,
    )
    return undefined
  },
  'transports/purge-expired': expired('transport_hour', { transport: `'many'`, hour: EACH_HOUR }),
  'preferences/purge-expired': expired('preference_request', {
    account_id: '$account',
    token_hash: `'many ' || n`,
    expires_at: OLD,
  }),
  'delivery/count-results': expired('delivery_result', { account_id: '$account', at: OLD, accepted: 'array[n]' }),
  'reputation/check': expired('reputation_change', { account_id: '$account', domain: `'studio.example'` }),
  'reputation/purge-expired': expired('reputation_count', {
    account_id: '$account',
    day: OLD,
    domain: `'d' || n || '.example'`,
  }),
  'privacy/delete-file-contents': async (account_id) => {
    await rows(account_id, 'export', 1, { id: '2', state: `'failed'` })
    await rows(account_id, 'export_chunk', 250, { export_id: '2', seq: 'n' })
    return {}
  },
  'sequences/delete-enrollments': async (account_id) => {
    await rows(account_id, 'sequence', 1, { id: '1', deleted_at: OLD })
    await rows(account_id, 'enrollment', MANY, { sequence_id: '1', subscriber_id: 'n' })
    return { sequence_id: 1 }
  },
  'sequences/apply-change': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'sequence', 1, { id: '1' })
    await rows(account_id, 'enrollment', MANY, { sequence_id: '1', subscriber_id: 'n' })
    const source = `'{"kind":"everyone"}'`
    await rows(account_id, 'sequence_change', 1, { id: '1', sequence_id: '1', action: `'remove'`, source })
    return { sequence_change_id: 1 }
  },
  'sequences/purge-expired': expired('sequence_change', {
    account_id: '$account',
    id: 'n',
    sequence_id: '1',
    ended_at: OLD,
  }),
  'sequences/requeue-stalled': async (account_id) => {
    await rows(account_id, 'sequence', 510, { id: `${FIRST} + n`, active: 'true' })
    const due = { state: `'active'`, next_at: OLD }
    await rows(account_id, 'enrollment', 510, { sequence_id: `${FIRST} + n`, subscriber_id: 'n', ...due })
    return undefined
  },
  ...GROWING_AUTOMATIONS,
  'sequences/replan': async (account_id) => {
    await rows(account_id, 'sequence', 1, { id: '2' })
    const planned = { state: `'active'`, next_email_id: '7' }
    await rows(account_id, 'enrollment', MANY, { sequence_id: '2', subscriber_id: 'n', ...planned })
    return { sequence_id: 2 }
  },
  'subscribers/erase-custom-field': async (account_id) => {
    await rows(account_id, 'retired_slot', 1, { slot: `'city'` })
    await subscribers(account_id, MANY, { fields: `'{"city": "Oslo"}'` })
    return { slot: 'city' }
  },
  'subscribers/purge-expired': expired('subscriber_engagement', {
    account_id: '$account',
    subscriber_id: 'n',
    first_sent_at: OLD,
  }),
  'subscribers/requeue-stalled': async (account_id) => {
    await subscribers(account_id, 1_200, { queued_fields: `'{"city": "Oslo"}'`, updated_at: OLD })
    return undefined
  },
  'subscribers/write-search-texts': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'subscriber_search_due', 3, { first_id: 'n * 4096 - 4095', last_id: 'n * 4096' })
    return undefined
  },
  'webhooks/disable-app-endpoints': async (account_id) => {
    await rows(account_id, 'webhook_endpoint', 5, { id: `${FIRST} + n`, app_id: '9', status: `'active'` })
    await rows(account_id, 'webhook_delivery', MANY, { id: `${FIRST} + n`, hook_id: `${FIRST} + 1 + n % 5` })
    return { app_id: 9, installation_id: 1 }
  },
  'webhooks/purge-expired': expired('webhook_delivery', {
    account_id: '$account',
    created_at: OLD,
    next_attempt_at: 'null',
  }),
}

/** Jobs that process a limited part of the data per round and leave the rest to the next round. */
export const ROUNDS: Record<string, Work> = {
  'delivery/requeue-stalled': async () => {
    await accounts('engagement_hit', 600, { mail_id: '1', subscriber_id: '1', occurred_at: OLD })
    return undefined
  },
  ...LIMITED_AUTOMATIONS,
  ...LIMITED_BULK_ACTIONS,
  ...ENDED_BY_ADMINISTRATORS,
  'exports/requeue-stalled': async (account_id) => {
    await rows(account_id, 'export', 3_000, { id: `${FIRST} + n`, state: `'queued'`, updated_at: OLD })
    return undefined
  },
  'imports/requeue-stalled': async (account_id) => {
    await rows(account_id, 'import', 3_000, { id: `${FIRST} + n`, state: `'queued'`, updated_at: OLD })
    return undefined
  },
  'jobs/resend-kept-events': expired('kept_event', {
    account_id: '$account',
    data: `'{}'`,
    event_id: `'many ' || n`,
    resend_at: OLD,
    until: `now() + interval '1 day'`,
  }),
  'posts/publish-due': async (account_id) => {
    await rows(account_id, 'post', 3_000, { id: `${FIRST} + n`, status: `'scheduled'`, published_at: OLD })
    return undefined
  },
  'bulk-requests/requeue-stalled': async (account_id) => {
    await rows(account_id, 'bulk_request', 3_000, { id: `${FIRST} + n`, state: `'queued'`, updated_at: OLD })
    return undefined
  },
  'service-mail/retry': expired('service_mail', { account_id: '$account', id: `${FIRST} + n`, next_attempt_at: OLD }),
  'subscribers/apply-queued-fields': async (account_id) => {
    await subscribers(account_id, MANY, { queued_fields: `'{"city": "Oslo"}'` })
    const events = Array.from({ length: 100 }, (_, n) => ({ account_id, subscriber_id: n + 1 }))
    return { subscriber_id: 1, more: events.slice(1) }
  },
  'webhooks/requeue-stalled': expired('webhook_retry', { account_id: '$account', hook_id: 'n', due_at: OLD }),
}

/** Jobs that touch the same few rows whatever the size of the account. */
export const CONSTANT: Record<string, Work> = {
  'admin/sample-figures': expired('webhook_delivery', { account_id: '$account', created_at: OLD }),
  'transports/recheck': expired('transport_circuit', { transport: `'gone'` }, 1),
  'accounts/refresh-sender-policy': async (account_id) => {
    await rows(account_id, 'sending_address', MANY, { id: `${FIRST} + n`, email_address: `'y@e' || n || '.example'` })
    return { sending_address_id: FIRST + 1 }
  },
  'broadcasts/start-scheduled': async (account_id) => {
    await rows(account_id, 'broadcast', MANY, { id: `${FIRST} + n`, status: `'draft'` })
    return { broadcast_id: FIRST + 1, send_at: '2026-01-01T00:00:00Z' }
  },
  'installs/notify-uninstall': async (account_id) => {
    await manyRows('app', 1, { id: `${FIRST} + 8`, client_id: `'many 8'` })
    await rows(account_id, 'installation', MANY, {
      id: `${FIRST} + n`,
      app_id: '8',
      state: `'uninstalled'`,
      tenant_name: 'n',
    })
    return { installation_id: FIRST + 1, app_id: FIRST + 8 }
  },
  'oauth/report-reduced-access': async (account_id) => {
    await grants(account_id, 5)
    return { user_id: 5, by: null, at: '2026-01-01T00:00:00Z', invitations: 0, role: 'viewer' }
  },
  'oauth/revoke-member-access': async (account_id) => {
    await grants(account_id, 6)
    return { user_id: 6, by: null, at: '2026-01-01T00:00:00Z', invitations: 0 }
  },
  'users/email-reset-link': async () => {
    await manyRows('users', MANY, { email: `'user' || n || '@x.example'` })
    return { account_id: 0, email_address: 'user7@x.example' }
  },
  'users/renew-emailed-link': async () => {
    await manyRows('password_reset', MANY, { token_hash: `'many ' || n` })
    return { account_id: 0, link_hash: 'many 1' }
  },
  'proxies/purge-expired': expired('unknown_proxy', { seen_at: OLD }, 1),
  'bulk-requests/send-callback': async (account_id) => {
    await rows(account_id, 'bulk_request', MANY, { id: `${FIRST} + n` })
    return { bulk_request_id: FIRST + 1 }
  },
  'sequences/resume-subscribers': async (account_id) => {
    const stopped = { sequence_id: '9', subscriber_id: 'n', state: `'stopped'` }
    await rows(account_id, 'enrollment', MANY, stopped)
    return { subscriber_ids: [1, 2, 3] }
  },
  'sequences/follow-up-sign-ups': async (account_id) => {
    await rows(account_id, 'form_subscription', MANY, { form_id: '9', subscriber_id: 'n', follow_up_due: 'true' })
    return { subscriber_ids: [1, 2, 3] }
  },
  'service-mail/send': async (account_id) => {
    await rows(account_id, 'service_mail', MANY, { id: `${FIRST} + 100000 + n` })
    return { service_mail_id: FIRST + 100_001 }
  },
  'webhooks/register-app-endpoints': async (account_id) => {
    await rows(account_id, 'webhook_endpoint', MANY, { id: `${FIRST} + 100000 + n`, app_id: '10' })
    return { app_id: 10, installation_id: 1 }
  },
}
