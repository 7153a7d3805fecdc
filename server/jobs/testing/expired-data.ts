import { accounts, expired, OLD, rows, subscribers, type Work } from './many-of.ts'

const TWO_YEARS_AGO = `now() - interval '800 days'`
const AT = { started_at: TWO_YEARS_AGO, ended_at: TWO_YEARS_AGO }

/** Jobs that delete the expired rows of one table. */
export const EXPIRED: Record<string, Work> = {
  'backups/purge-expired': expired('backup', {
    id: 'gen_random_uuid()',
    file: `'a'`,
    host: `'a'`,
    is_scheduled: 'true',
    ...AT,
  }),
  'billing/purge-expired': expired('billing_event', {
    id: `'many ' || n`,
    account_id: '$account',
    outcome: `'applied'`,
    occurred_at: OLD,
    received_at: OLD,
  }),
  'jobs/purge-expired': expired('job_run', { id: `'many ' || n`, started_at: OLD }),
  'oauth/purge-expired': expired('oauth_token', { account_id: '$account', refresh_expires_at: OLD }),
  'users/purge-expired': expired('session', { created_at: OLD }),
  'media/remove-files': expired('media_picture', {
    account_id: '$account',
    key: `'many ' || n`,
    digest: `'many ' || n`,
    name: `'a'`,
    state: `'removing'`,
    is_animated: 'false',
    width: '1',
    height: '1',
    bytes: '1',
    sizes: `'[]'`,
    updated_at: OLD,
  }),
  'rest/purge-expired': expired('idempotency_key', { account_id: '$account', expires_at: OLD }),
  'second-factors/purge-expired': expired('used_challenge', { challenge_hash: "'h' || n", used_at: OLD }),
  'security-events/purge-expired': expired('security_event', { account_id: '$account', occurred_at: OLD }),
  'admin/purge-expired': expired('audit_entry', { occurred_at: TWO_YEARS_AGO, action: `'a'`, acted_as: `'service'` }),
  'notifications/purge-expired': expired('notification', {
    account_id: '$account',
    kind: `'broadcast_sent'`,
    key: `'many ' || n`,
    least_role: `'viewer'`,
    title: `'a'`,
    detail: `'a'`,
    path: `'/'`,
    created_at: OLD,
  }),
  'approvals/purge-expired': expired('approval', {
    account_id: '$account',
    asked_by: `'a'`,
    operation: `'a'`,
    summary: `'a'`,
    input: `'{}'`,
    created_at: OLD,
    expires_at: OLD,
  }),
  'purchases/purge-expired': expired('early_refund', {
    account_id: '$account',
    transaction_id: `'many ' || n`,
    created_at: OLD,
  }),
  'deleted-records/purge-expired': expired('deleted_record', {
    account_id: '$account',
    kind: `'tag'`,
    item_id: 'n',
    content: `'{}'`,
    deleted_at: OLD,
  }),
  'subscriber-changes/purge-expired': expired('subscriber_change', {
    account_id: '$account',
    subscriber_id: 'n',
    kind: `'api_event'`,
    object: `'met'`,
    at: OLD,
  }),
  'tag-merges/purge-expired': expired('tag_merge', {
    account_id: '$account',
    from_tag_id: '1',
    from_name: `'a'`,
    into_tag_id: '2',
    into_name: `'b'`,
    state: `'completed'`,
    created_at: OLD,
    updated_at: OLD,
  }),
  'service-mail/purge-expired': expired('service_mail', { sent_at: OLD, created_at: OLD }),
  'bulk-requests/purge-expired': expired('bulk_request', { account_id: '$account', completed_at: OLD }, 250),
  'delivery/purge-expired': expired('caught_mail', { account_id: '$account', created_at: OLD }, 250),
}

const FORM_FILE = {
  id: '1',
  form_id: '1',
  key: `'file 1'`,
  name: `'guide.pdf'`,
  media_type: `'application/pdf'`,
  bytes: '1',
  state: `'ready'`,
}

/** Emails, files and counts of forms. */
export const OF_FORMS: Record<string, Work> = {
  'forms/send-stalled-files': async () => {
    await accounts('form_file_email', 130, { form_id: '1', subscriber_id: '1', next_attempt_at: OLD })
    return undefined
  },
  'forms/send-files': async (account_id) => {
    await rows(account_id, 'form', 1, { id: '1', uid: `'files'`, settings: `'{}'` })
    await subscribers(account_id, 60, {})
    await rows(account_id, 'form_file', 1, FORM_FILE)
    await rows(account_id, 'form_file_email', 60, { form_id: '1', subscriber_id: 'n', next_attempt_at: OLD })
    return {}
  },
  'forms/remove-files': async (account_id) => {
    const removed = { state: `'removing'`, updated_at: OLD }
    await rows(account_id, 'form_file', 130, { ...FORM_FILE, id: 'n', key: `'left ' || n`, ...removed })
    return undefined
  },
  'forms/purge-expired': expired('form_count', {
    form_id: '1',
    day: `now() - interval '800 days'`,
    kind: `'page'`,
    value: `'page ' || n`,
  }),
  'forms/requeue-stalled': async () => {
    await accounts('confirmation', 130, { form_id: '1', subscriber_id: '1', next_attempt_at: OLD })
    return undefined
  },
  'forms/send-confirmations': async (account_id) => {
    await rows(account_id, 'form', 1, { id: '1', uid: `'confirmations'`, settings: `'{}'` })
    await subscribers(account_id, 60, { state: `'inactive'` })
    await rows(account_id, 'confirmation', 60, { form_id: '1', subscriber_id: 'n', next_attempt_at: OLD })
    return {}
  },
}
