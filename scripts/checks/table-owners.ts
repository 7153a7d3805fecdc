// Which module a table belongs to, and who else may write it or read it against the order of modules, with the reason.

/** The owner of each table: a module, or a layer beside the modules. Only the owner's files write the table. */
export const TABLES: Record<string, readonly string[]> = {
  accounts: ['account', 'creator_profile', 'invitation', 'membership', 'sending_address', 'sign_up_request'],
  'api-keys': ['api_key'],
  apps: ['app', 'app_draft_logo', 'app_logo', 'app_plugin', 'installation'],
  broadcasts: ['broadcast'],
  bounces: ['delivery_report', 'received_message'],
  'bulk-requests': ['bulk_failure', 'bulk_request', 'bulk_slice'],
  'custom-fields': ['custom_field', 'retired_slot'],
  delivery: [
    'caught_mail',
    'delivery',
    'engagement',
    'engagement_hit',
    'hand_over',
    'link',
    'mail',
    'mail_variant',
    'send_batch',
    'reputation_change',
    'reputation_count',
    'sending_guard',
  ],
  exports: ['export', 'export_chunk'],
  forms: ['confirmation', 'form', 'form_subscription'],
  imports: [
    'import',
    'import_chunk',
    'import_preview',
    'import_preview_subscriber',
    'import_preview_row',
    'import_row',
  ],
  oauth: ['oauth_grant', 'oauth_token'],
  transports: [
    'daily_allowance',
    'established_domain',
    'mail_wait',
    'sending_rate',
    'transport_back_off',
    'transport_circuit',
    'transport_hour',
  ],
  throttle: ['auth_throttle'],
  users: ['password_reset', 'session', 'user_identity', 'users'],
  posts: ['post'],
  preferences: ['leave_reason', 'preference_request'],
  proxies: ['unknown_proxy'],
  purchases: ['product', 'purchase', 'purchase_line'],
  'security-events': ['security_event'],
  segments: ['segment'],
  'automation-templates': ['automation_template', 'automation_template_version'],
  automations: [
    'automation',
    'automation_app_event',
    'automation_call',
    'automation_call_run',
    'automation_date',
    'automation_email',
    'automation_event',
    'automation_listener',
    'automation_notice',
    'automation_pull',
    'automation_run',
    'automation_segment',
    'automation_segment_member',
    'automation_step_count',
    'automation_task',
    'automation_trace',
    'automation_version',
    'automation_version_email',
  ],
  sequences: ['enrollment', 'removed_enrollment', 'sequence', 'sequence_change', 'sequence_email'],
  'sending-domains': ['sending_domain', 'sending_key'],
  'service-mail': ['service_mail'],
  snippets: ['snippet'],
  subscribers: [
    'consent',
    'instance_suppression',
    'state_change',
    'subscriber',
    'subscriber_count',
    'subscriber_engagement',
    'subscriber_search',
    'subscriber_search_due',
    'suppression',
  ],
  tags: ['tag', 'tagging'],
  templates: ['email_template'],
  webhooks: [
    'legacy_webhook',
    'webhook_attempt',
    'webhook_delivery',
    'webhook_endpoint',
    'webhook_event',
    'webhook_queue',
    'webhook_outbox',
    'webhook_retry',
  ],
  'server/jobs': ['clock_reading', 'job_run', 'kept_event', 'outbox'],
  'server/rest': ['idempotency_key'],
}

export interface Exception {
  /** A module, or the beginning of a path. */
  who: string
  /** Empty for all. */
  tables: readonly string[]
  why: string
}

/** Who else writes a table. */
export const OTHER_WRITERS: readonly Exception[] = [
  { who: 'privacy', tables: [], why: 'Erasure removes a subscriber from every table in one transaction.' },
  { who: 'server/seeding', tables: [], why: 'Seeding writes histories that services would take weeks to make.' },
  { who: 'server/demo', tables: [], why: 'The demo account is seeded.' },
  {
    who: 'server/rest/authenticate',
    tables: ['api_key', 'oauth_token'],
    why: 'Every request runs this statement: it checks the credential and records its use.',
  },
  {
    who: 'server/jobs/maintenance/set-back',
    tables: [],
    why: 'A clock that was set back shifts every time that something waits for.',
  },
  {
    who: 'accounts',
    tables: ['email_template', 'users'],
    why: 'A user, their first account and its templates are created in one nested write of Prisma, all or none.',
  },
  {
    who: 'templates',
    tables: ['automation_email', 'broadcast', 'sequence', 'sequence_email'],
    why: 'Emails of a deleted template use the default one, from the same transaction on.',
  },
  {
    who: 'webhooks',
    tables: ['outbox'],
    why: 'Every batch of failed attempts runs this statement: it records them and requests the retries.',
  },
]

/** Who reads a table of a module that comes later in the order of modules. */
export const LATER_READS: readonly Exception[] = [
  {
    who: 'bounces',
    tables: ['sending_address'],
    why: 'A provider that names no message of ours names the From address, which stands for its account.',
  },
  { who: 'subscribers', tables: ['account'], why: 'The limit of the plan is checked in the statement that creates.' },
  {
    who: 'subscribers',
    tables: ['tag', 'tagging'],
    why: 'Filters and pages of subscribers ask for tags in one statement.',
  },
  {
    who: 'custom-fields',
    tables: ['automation', 'automation_version', 'automation_run'],
    why: 'A field that an automation uses is not deleted.',
  },
  { who: 'subscribers', tables: ['users'], why: 'An entry of the suppression list names who added it.' },
  { who: 'subscribers', tables: ['mail', 'link'], why: 'Filters by opens and clicks.' },
  {
    who: 'subscribers',
    tables: [
      'automation_email',
      'broadcast',
      'delivery',
      'engagement',
      'form',
      'form_subscription',
      'import',
      'import_row',
      'sequence_email',
    ],
    why: 'The history of one subscriber is a page of all that happened, sorted in one statement.',
  },
  {
    who: 'posts',
    tables: ['account', 'broadcast', 'creator_profile'],
    why: 'A public post shows who wrote it, and where it was sent from.',
  },
  {
    who: 'delivery',
    tables: ['account', 'sending_address', 'sending_domain', 'sending_key'],
    why: 'Each email carries the account’s name, address and sender, and the signature of the sender’s domain.',
  },
  {
    who: 'snippets',
    tables: ['account', 'automation_email', 'broadcast', 'post', 'sequence_email'],
    why: 'The page of a snippet lists where it is used.',
  },
  { who: 'forms', tables: ['sequence'], why: 'A form is saved only with sequences that exist.' },
  {
    who: 'templates',
    tables: ['account', 'automation_email', 'broadcast', 'sequence', 'sequence_email'],
    why: 'The preview of a template shows the account’s name and address, its list how many emails use it.',
  },
  { who: 'bounces', tables: ['account'], why: 'A report may name an account that does not exist.' },
  { who: 'users', tables: ['membership'], why: 'A session opens the account that its user is still a member of.' },
  { who: 'security-events', tables: ['membership', 'users'], why: 'The log names who did what.' },
  { who: 'accounts', tables: ['app'], why: 'A row says which app made it.' },
  {
    who: 'delivery',
    tables: ['membership', 'users'],
    why: 'A test email goes to the user who asks for it, to members, and to a limited number of others.',
  },
  { who: 'accounts', tables: ['api_key', 'oauth_token'], why: 'Demoting a member lists what their credentials lose.' },
  {
    who: 'privacy',
    tables: ['leave_reason', 'preference_request'],
    why: 'A copy of a subscriber’s data has everything about them.',
  },
  { who: 'imports', tables: ['purchase'], why: 'Undo keeps subscribers who have bought something since.' },
  { who: 'purchases', tables: ['app'], why: 'A purchase names the app that recorded it.' },
  {
    who: 'bulk-requests',
    tables: ['app', 'installation', 'oauth_grant', 'oauth_token'],
    why: 'A request belongs to the credential that sent it.',
  },
  {
    who: 'apps',
    tables: ['oauth_grant', 'oauth_token', 'webhook_endpoint'],
    why: 'The list of installed apps says what each can reach.',
  },
  {
    who: 'oauth',
    tables: ['legacy_webhook', 'webhook_endpoint'],
    why: 'Reduced access lists the endpoints that go with it.',
  },
]
