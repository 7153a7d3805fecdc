import type { AssistantLimits } from '../../core/assistants.ts'
import { isWithinHours } from '../../core/assistants.ts'
import { type Ctx, makeCtx } from '../../core/context.ts'
import type { Credential } from '../../core/credential.ts'
import { forbidden, invalid } from '../../core/errors.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { textOf } from '../errors.ts'
import { handle } from '../handler.ts'
import type { Route } from '../route.ts'
import { idsOf, type Operation } from './catalog.ts'
import { routeName, type Use } from './uses.ts'

/** An assistant's request. */
export interface Caller {
  credential: Credential
  limits: AssistantLimits
  /** Name of the key or app. */
  name: string
  base_url: string
  app_url: string
}

export interface Arguments {
  ids?: Record<string, number>
  query?: Record<string, string | number | boolean>
  body?: Record<string, unknown>
}

export interface Called {
  status: number
  body: unknown
}

/** Runs an operation as `/v4` does: its scopes, features, validation, idempotency, counting and log. */
export async function callOperation(
  { credential, base_url }: Caller,
  { route }: Operation,
  { ids, query, body }: Arguments,
  idempotency_key: string | null = null,
): Promise<Called> {
  const params = pathParameters({ route }, ids)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const headers: Record<string, string | null> = {
    'content-type': 'application/json',
    'idempotency-key': idempotency_key,
  }
  const answer = await handle(
    route,
    {
      method: route.method.toUpperCase(),
      path,
      query: queryText(query),
      header: (name) => headers[name] ?? null,
      readBody: async () => ({ bytes: Buffer.from(route.method === 'get' ? '' : JSON.stringify(body ?? {})) }),
      assistant: credential,
    },
    params,
    base_url,
  )
  try {
    return { status: answer.status, body: answer.body === null ? null : JSON.parse(textOf(answer.body)) }
  } finally {
    answer.release?.()
  }
}

/** Returns the path ids as text. Throws invalid without one. */
export function pathParameters(
  { route }: Pick<Operation, 'route'>,
  ids: Arguments['ids'] = {},
): Record<string, string> {
  const names = idsOf(route)
  const missing = names.filter((name) => ids[name] === undefined)
  if (missing.length > 0) throw invalid(missing.map((name) => `ids.${name} is required`))
  return Object.fromEntries(names.map((name) => [name, String(ids[name])]))
}

export const queryText = (query: Arguments['query'] = {}): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()

const ALLOWS: Record<AssistantLimits['access'], readonly Use[]> = {
  read: ['read'],
  drafts: ['read', 'write'],
  // Only test emails to members: requireTestEmail.
  tests: ['read', 'write', 'approval'],
  approvals: ['read', 'write', 'approval'],
}

const TEST_EMAILS: ReadonlySet<string> = new Set([
  'POST /v4/broadcasts/:id/test',
  'POST /v4/sequences/:sequence_id/emails/:id/test',
  'POST /v4/automation_emails/:id/test',
])

/** Throws forbidden if the limits allow only test emails to members, and an operation with these values is none. */
export async function requireTestEmail(
  ctx: Ctx,
  { access }: Pick<AssistantLimits, 'access'>,
  route: Route,
  { email_addresses = [] }: { email_addresses?: readonly string[] },
): Promise<void> {
  if (access !== 'tests') return
  if (!TEST_EMAILS.has(routeName(route)))
    throw forbidden('An admin limited this assistant to drafts and test emails, such as sendTestOfBroadcast')
  const members = await ctx.sql.rows<{ email: string }>(
    'select u.email from membership m join users u on u.id = m.user_id where m.account_id = $1',
  )
  const known = new Set(members.map(({ email }) => normalizeEmailAddress(email)))
  if (!email_addresses.every((address) => known.has(address)))
    throw forbidden('An admin limited this assistant to test emails to members of this account')
}

/** Throws forbidden if the assistant's limits exclude this use, or this hour of the account's day. */
export async function requireLimits({ credential, limits }: Caller, use: Use): Promise<void> {
  if (!ALLOWS[limits.access].includes(use))
    throw forbidden(
      limits.access === 'read'
        ? 'An admin limited this assistant to reading'
        : 'An admin limited this assistant to reading and drafts',
    )
  if (!limits.hours) return
  const { account_id, actor } = credential
  const ctx = makeCtx({ account_id, actor })
  const local = await ctx.sql.one<{ hour: number }>(
    `select extract(hour from $2::timestamptz at time zone time_zone)::int as hour from account where id = $1`,
    [ctx.now()],
  )
  if (!isWithinHours(limits, local?.hour ?? 0))
    throw forbidden(
      `An admin limited this assistant to the hours from ${limits.hours.from}:00 to ${limits.hours.until}:00`,
    )
}
