import type { Route } from '../route.ts'

/** The tool for an operation: it reads, writes a draft, or asks a member to approve it. */
export type Use = 'read' | 'write' | 'approval'

/**
 * Operations that create or change something that no subscriber gets and no visitor sees until a member approves more. Everything else that
 * changes something needs an approval, so a new route does too. Verbs refuse what a draft does not cover, such as a broadcast that is
 * scheduled (core/reach.ts).
 */
const DRAFTS: ReadonlySet<string> = new Set([
  'POST /v4/broadcasts',
  'PUT /v4/broadcasts/:id',
  'POST /v4/broadcasts/:id/duplicate',
  'POST /v4/broadcasts/:id/resend',
  'POST /v4/broadcasts/:id/restore',
  'PUT /v4/broadcasts/:id/settings',
  'PUT /v4/broadcasts/:id/plan',
  'POST /v4/broadcasts/:id/versions',
  'PUT /v4/broadcasts/:id/versions/:version',
  'POST /v4/sequences',
  'PUT /v4/sequences/:sequence_id/emails/:id/draft',
  'POST /v4/email_templates',
  'POST /v4/email_templates/:id/duplicate',
  'POST /v4/snippets',
  'POST /v4/posts',
  'POST /v4/segments',
  'POST /v4/tags',
  'PUT /v4/tags/:id/color',
  'POST /v4/custom_fields',
  'POST /v4/subscribers/:subscriber_id/notes',
  'POST /v4/automations',
  'PUT /v4/automations/:id',
  'POST /v4/automations/:id/duplicate',
  'POST /v4/automations/:id/dry_runs',
  'POST /v4/automations/:automation_id/emails',
  'PUT /v4/automation_emails/:id',
  'POST /v4/automation_emails/:id/restore',
])

/** Paths that no assistant uses: access, secrets, links that sign in, and the notifications that ask for approval. */
const CLOSED = [
  '/v4/api_keys',
  '/v4/caught_mail',
  '/v4/checkouts',
  '/v4/comments/read',
  '/v4/installations',
  '/v4/invitations',
  '/v4/members',
  '/v4/notification_settings',
  '/v4/notifications',
  '/v4/recommendations_script',
  '/v4/security_events',
  '/v4/webhook_endpoints',
  '/v4/webhooks',
]
const CLOSED_SCOPES = ['team:write', 'account:write']

/** Returns the name of a route in the rules above and in stored approvals. */
export const routeName = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`

/** Returns how an assistant uses a route. Null: not at all. */
export function useOf(route: Route): Use | null {
  const { kind, method, path, options } = route
  if (kind === 'bulk' || options.credential === 'oauth' || options.has_secret || options.form_file) return null
  if (CLOSED_SCOPES.includes(options.scope) || CLOSED.some((one) => path === one || path.startsWith(`${one}/`)))
    return null
  if (method === 'get' || options.scope === 'read') return 'read'
  return DRAFTS.has(routeName(route)) ? 'write' : 'approval'
}
