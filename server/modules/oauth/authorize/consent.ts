import { type Ctx, makeCtx, systemCtx, systemPool } from '../../../core/context.ts'
import { forbidden } from '../../../core/errors.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { env } from '../../../env.ts'
import { equalInConstantTime } from '../../../lib/crypto/crypto.ts'
import { redirectTarget } from '../../../lib/net/redirect-uri.ts'
import { listAccounts } from '../../accounts/service.ts'
import { isTested } from '../../apps/installations/tests.ts'
import { logoUrlSql } from '../../apps/store/detail.ts'
import { createGrant } from '../access/grants.ts'
import { documentHost } from '../clients/document.ts'
import { accessDenied } from '../errors.ts'
import { includesScopes } from '../parameters.ts'
import type { Consent, ConsentAccount } from '../schema.ts'
import {
  AuthorizationRefused,
  type AuthorizationRequest,
  codeLocation,
  readAuthorizationRequest,
  refusalLocation,
} from './authorization-request.ts'

/** The signed-in user, and the account selected in the dashboard. */
export interface ConsentUser {
  id: number
  session_id: string
  name: string | null
  email: string
  open_account_id: number | undefined
}

/** Returns the URL of the consent page for a validated request, on the dashboard's host, where the session is. */
export const consentUrl = (query: string): string =>
  `${env().APP_URL}/oauth/consent?request=${Buffer.from(query.replace(/^\?/, '')).toString('base64url')}`

/** Returns the content of the consent page for this user, or the reason why the request cannot be granted. */
export async function describeConsent(
  ctx: Ctx,
  { request, user }: { request: string; user: ConsentUser },
): Promise<Consent | { refusal: string }> {
  const authorization = await readForUser(request, user).catch((error: unknown) => {
    if (error instanceof AuthorizationRefused) return { refusal: error.message }
    throw error
  })
  if ('refusal' in authorization) return authorization
  const { app, redirect_uri, scopes, tenant_name, is_assistant } = authorization
  const accounts = await listConsentAccounts(ctx, authorization, user)
  const choices = accounts.filter(({ may_connect }) => may_connect)
  const chosen_account = choices.find(({ id }) => id === user.open_account_id) ?? choices[0]
  return {
    app: {
      name: app.name,
      logo_url: await logoUrlOf(app.id),
      target: redirectTarget(redirect_uri),
      described_at: documentHost(app),
      review_status:
        app.account_id === null
          ? 'self_registered'
          : app.status === 'published' && !authorization.is_test
            ? 'published'
            : 'unpublished',
    },
    permissions: PERMISSIONS.filter(({ right }) => includesScopes(scopes, [right])),
    tenant_name,
    is_assistant,
    user: { name: user.name, email_address: user.email },
    accounts,
    chosen_account_id: chosen_account?.id ?? null,
    proof: proofOf(request, user),
  }
}

/**
 * Records the user's decision and returns the URL to redirect to. `proof` proves that this session was shown this request (O20). Throws
 * forbidden without it or without the role, AuthorizationRefused if the request can no longer be granted.
 */
export async function decideConsent(
  ctx: Ctx,
  input: { request: string; proof: string; account_id: number | null; user: ConsentUser },
): Promise<string> {
  const { request, user, account_id } = input
  if (!equalInConstantTime(input.proof, proofOf(request, user))) throw forbidden(STALE)
  const authorization = await readForUser(request, user)
  if (account_id === null) return refusalLocation(authorization, accessDenied())
  const choice = (await listConsentAccounts(ctx, authorization, user)).find(({ id }) => id === account_id)
  if (!choice?.may_connect) throw forbidden(NEEDS_ADMIN)
  const actor = { kind: 'user', user_id: user.id, role: choice.role } as const
  const account = makeCtx({ account_id, actor, request_id: ctx.request_id })
  return codeLocation(authorization, await createGrant(account, authorization, user.id))
}

/** The version in review counts only in the account where an administrator tests it. */
const readForUser = (request: string, { open_account_id }: ConsentUser): Promise<AuthorizationRequest> =>
  readAuthorizationRequest(
    queryOf(request),
    null,
    async ({ id }) => open_account_id !== undefined && isTested(systemCtx(open_account_id), { app_id: id }),
  )

/** Permissions in words that require no knowledge of scopes. */
const PERMISSIONS: Consent['permissions'] = [
  {
    right: 'read',
    title: 'See what is in this account',
    detail:
      'Subscribers with their addresses, tags, fields and notes about them; forms, emails, sequences and comments on drafts; purchases and statistics; the names, addresses and roles of the team.',
  },
  {
    right: 'write',
    title: 'Change what is in this account',
    detail: 'Add, change and unsubscribe subscribers; manage tags, fields and forms; write and send emails.',
  },
  {
    right: 'files:write',
    title: 'Change images, import and export data',
    detail:
      'Add, change and delete images and files of forms; import subscribers; export subscribers, recipients and the whole account as files.',
  },
  {
    right: 'automations:write',
    title: 'Run automations',
    detail: 'Publish, pause and delete automations; add, move and remove their subscribers.',
  },
  {
    right: 'sending:write',
    title: 'Control who gets email',
    detail:
      'Pause, resume and cancel broadcasts; change who is in a sequence; change or delete many subscribers; send test emails; remove addresses from the suppression list, such as those that bounced or complained; change domains and addresses that send.',
  },
  {
    right: 'account:write',
    title: 'Change the settings of the account',
    detail:
      'Its name, time zone, postal address and tracking, the domain of its site, and shops that report purchases.',
  },
  {
    right: 'privacy:write',
    title: 'Erase subscribers',
    detail: 'Permanently erase everything about a subscriber.',
  },
  {
    right: 'team:write',
    title: 'Change who has access',
    detail: 'Invite members, change their roles, remove them, revoke API keys, and uninstall apps.',
  },
]

const STALE = 'This page is no longer valid. Go back to the app and connect it again.'
const NEEDS_ADMIN = 'Only admins and owners of an account can connect apps to it.'

async function listConsentAccounts(
  ctx: Ctx,
  authorization: AuthorizationRequest,
  user: ConsentUser,
): Promise<ConsentAccount[]> {
  const accounts = await listAccounts(ctx, { user_id: user.id })
  const offered = authorization.is_test ? accounts.filter(({ id }) => id === user.open_account_id) : accounts
  return Promise.all(
    offered.map(async ({ id, name, role }) => ({
      id,
      name,
      role,
      may_connect: role === 'owner' || role === 'admin',
      connected: await connectionState(id, authorization),
    })),
  )
}

/** Returns whether an app is connected, and whether it requests more than it was granted, for the page (O20). */
async function connectionState(
  account_id: number,
  authorization: AuthorizationRequest,
): Promise<ConsentAccount['connected']> {
  const rows = await makeCtx({ account_id, actor: { kind: 'system' } }).sql.rows<{ scopes: string[] }>(
    `select g.scopes from oauth_grant g join installation i on i.account_id = $1 and i.id = g.installation_id
     where g.account_id = $1 and g.app_id = $2 and i.tenant_name = $3 and g.revoked_at is null and g.code_used_at is not null
       and i.state <> 'uninstalled'`,
    [authorization.app.id, authorization.tenant_name],
  )
  if (rows.length === 0) return 'no'
  return rows.some(({ scopes }) => includesScopes(scopes, authorization.scopes)) ? 'same' : 'less'
}

async function logoUrlOf(app_id: number): Promise<string | null> {
  const { rows } = await systemPool().query<{ logo_url: string | null }>(
    `select ${logoUrlSql('a')} as logo_url from app a where a.id = $1`,
    [app_id],
  )
  return rows[0]?.logo_url ?? null
}

const queryOf = (request: string) => Buffer.from(request, 'base64url').toString()

/** Bound to the session and the whole request, so it is not valid on any other page. */
const proofOf = (request: string, { session_id }: ConsentUser) =>
  cryptographer().digest('consent', `${session_id}\n${request}`)
