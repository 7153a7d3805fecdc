// Modules that may also write a table, or read it against the order of modules, each with a reason.

export interface Exception {
  /** A module, or the beginning of a path. */
  who: string
  /** Empty for all. */
  tables: readonly string[]
  why: string
}
/** Other writers of a table. */
export const OTHER_WRITERS: readonly Exception[] = [
  { who: 'privacy', tables: [], why: 'Erasure removes a subscriber from every table in one transaction.' },
  {
    who: 'tag-merges',
    tables: [],
    why: 'A merge replaces a tag in everything that names it and deletes it, in one transaction.',
  },
  {
    who: 'server/modules/tags/conditions',
    tables: [
      'automation',
      'automation_email',
      'automation_version',
      'automation_version_email',
      'broadcast',
      'email_template',
      'mail',
      'mail_variant',
      'post',
      'sequence_email',
      'snippet',
    ],
    why: 'Conditions name a tag, so its new name is written into them in the transaction of the rename.',
  },
  {
    who: 'deleted-records',
    tables: [],
    why: 'An undo puts back the rows that their owner named when it deleted them.',
  },
  { who: 'deletion', tables: [], why: 'Deleting an account deletes its rows of every table.' },
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
    who: 'users',
    tables: ['authenticator', 'passkey', 'recovery_code'],
    why: 'The owner of an address who proves it first takes it over without the second factors of a stranger.',
  },
  {
    who: 'templates',
    tables: ['automation_email', 'automation_version_email', 'broadcast', 'sequence', 'sequence_email'],
    why: 'Emails of a deleted template use the default one, from the same transaction on.',
  },
  {
    who: 'delivery',
    tables: ['instance_figure'],
    why: 'The statement that takes changes of counts adds them to the figures, so each is counted once.',
  },
  {
    who: 'webhooks',
    tables: ['outbox'],
    why: 'Every batch of failed attempts runs this statement: it records them and requests the retries.',
  },
]

/** Modules that read a table of a later module. */
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
    tables: ['automation', 'automation_version', 'automation_run', 'subscriber'],
    why: 'A field that an automation uses is not deleted, and values that do not fit a new type are counted.',
  },
  {
    who: 'custom-fields',
    tables: ['form', 'segment', 'snippet', 'broadcast', 'sequence_email', 'automation_version_email'],
    why: 'The deletion of a field that something uses is asked about.',
  },
  { who: 'analytics', tables: ['automation_email'], why: 'Revenue names the email that a purchase is credited to.' },
  {
    who: 'segments',
    tables: ['automation', 'automation_version', 'broadcast'],
    why: 'The deletion of a segment that something uses cannot be undone.',
  },
  {
    who: 'tags',
    tables: [
      'automation',
      'automation_email',
      'automation_listener',
      'automation_version_email',
      'broadcast',
      'email_template',
      'form',
      'mail',
      'sequence',
      'sequence_email',
      'snippet',
    ],
    why: 'Conditions of emails name tags, and the deletion of a tag or segment that one asks for cannot be undone.',
  },
  {
    who: 'templates',
    tables: ['automation', 'automation_version_email'],
    why: 'The deletion of a template of an email that may be sent cannot be undone.',
  },
  { who: 'segments', tables: ['account'], why: 'A segment is counted once on each day of its account’s time zone.' },
  { who: 'revisions', tables: ['users'], why: 'A revision names its author.' },
  { who: 'service-mail', tables: ['users'], why: 'An email to a user is in the language that they chose.' },
  {
    who: 'notifications',
    tables: ['membership', 'users', 'account', 'form', 'form_subscription'],
    why: 'Members are told as their role and settings say; the digest counts sign-ups.',
  },
  {
    who: 'comments',
    tables: [
      'broadcast',
      'sequence',
      'sequence_email',
      'automation',
      'automation_email',
      'post',
      'users',
      'membership',
    ],
    why: 'A comment is about a draft and names members. What deletes drafts calls this module, so it comes before them.',
  },
  {
    who: 'subscribers',
    tables: ['users', 'membership'],
    why: 'An entry of the suppression list names who added it, and a note its author.',
  },
  { who: 'subscribers', tables: ['mail', 'link', 'purchase_line'], why: 'Filters by opens, clicks and products.' },
  {
    who: 'subscribers',
    tables: [
      'automation',
      'automation_email',
      'automation_run',
      'broadcast',
      'delivery',
      'engagement',
      'enrollment',
      'form',
      'form_subscription',
      'import',
      'import_row',
      'purchase',
      'sequence',
      'sequence_email',
    ],
    why: 'The history of one subscriber is a page of all that happened, sorted in one statement.',
  },
  {
    who: 'posts',
    tables: ['broadcast'],
    why: 'A post says which broadcast it was sent as.',
  },
  {
    who: 'delivery',
    tables: ['account', 'sending_address', 'sending_domain', 'sending_key'],
    why: 'Each email carries the account’s name, address and sender, and the signature of the sender’s domain.',
  },
  {
    who: 'style',
    tables: ['account', 'creator_profile', 'post', 'site'],
    why: 'Public pages and emails show the account’s name, image and site, and a logo without alternative text is described by the name.',
  },
  {
    who: 'media',
    tables: [
      'account_style',
      'automation_email',
      'broadcast',
      'creator_profile',
      'email_template',
      'form',
      'landing_page',
      'landing_page_b',
      'mail',
      'post',
      'sequence_email',
      'snippet',
    ],
    why: 'A picture says where it is used before it is deleted.',
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
  {
    who: 'users',
    tables: ['account', 'authenticator', 'membership', 'passkey'],
    why: 'Each request reads in one query which account a session opens, and whether its user has a second factor and needs one.',
  },
  {
    who: 'second-factors',
    tables: ['account', 'membership'],
    why: 'The last second factor stays while an account of the user requires one.',
  },
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
  {
    who: 'sites',
    tables: ['form', 'landing_page'],
    why: 'The pages of a site show one form, which it names, and none of a landing page that was never published.',
  },
  { who: 'recommendations', tables: ['form'], why: 'A creator without a form to sign up with is not recommended.' },
  { who: 'purchases', tables: ['post'], why: 'A product that paid posts need is not removed.' },
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
