import type { Source } from '../../../core/context.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import type { Scope } from '../../../core/scopes.ts'
import { storable } from '../../../core/wire.ts'
import { env } from '../../../env.ts'
import { isSameRedirectUri, redirectTarget } from '../../../lib/net/redirect-uri.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import { pageHeaders, publicPage } from '../../../lib/page/public-page.ts'
import { isTestedAnywhere } from '../../apps/installations/tests.ts'
import { withDraft } from '../../apps/store/detail.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { findClient } from '../clients/clients.ts'
import { findDocumentClient, isDocumentAddress } from '../clients/document.ts'
import { invalidRequest, OauthError } from '../errors.ts'
import { readQuery, readScopes } from '../parameters.ts'
import { readChallenge } from './challenge.ts'

/** A validated request for consent. */
export interface AuthorizationRequest {
  app: AppRow
  redirect_uri: string
  /** As received, percent-encoded, because it is returned unchanged (O5). */
  state: string | undefined
  scopes: Scope[]
  code_challenge: string | null
  tenant_name: string
  /** True if the tokens are for /mcp, by `resource` (RFC 8707). */
  is_assistant: boolean
  /** True if only the version in review allows the request. It is granted only where an administrator tests that version. */
  is_test: boolean
}

/** Thrown when a request cannot be granted, with the reason. */
export class AuthorizationRefused extends Error {
  override name = 'AuthorizationRefused'
  /** URL to which to redirect with the error. Null if the client or its redirect URI is unknown: only a page may show the error (O2). */
  readonly location: string | null
  /** The app, if it is not published. Its redirect URI was not reviewed, so only a click leads there (O18). */
  readonly unreviewed: Pick<AppRow, 'name'> | null

  constructor(message: string, location: string | null, unreviewed: Pick<AppRow, 'name'> | null = null) {
    super(message)
    this.location = location
    this.unreviewed = unreviewed
  }
}

type Query = ReturnType<typeof readQuery>
type ResponseTarget = Pick<AuthorizationRequest, 'redirect_uri' | 'state'>

/**
 * Parses and validates the query of an authorization request (contract 3.1). Throws AuthorizationRefused, and AppError rate_limited.
 * @param source may fetch the document that describes the app. Null: where the request was validated before
 * @param tested whether the version in review is tested: in the account selected by a known user, or anywhere
 */
export async function readAuthorizationRequest(
  text: string,
  source: Source | null,
  tested: (app: AppRow) => Promise<boolean> = ({ id }) => isTestedAnywhere(id),
): Promise<AuthorizationRequest> {
  if (text.length > MAX_LENGTH) throw new AuthorizationRefused('The link that sent you here is too long.', null)
  // Browsers send only these characters. Others come from a consent page's parameter that was edited manually.
  if (!/^[\x21\x22\x24-\x7e]*$/.test(text))
    throw new AuthorizationRefused('The link that sent you here is broken.', null)
  const query = readQuery(text)
  const app = await findRequestingApp(query, source)
  try {
    return validateRequest(query, app, false)
  } catch (error) {
    if (!(error instanceof AuthorizationRefused) || app.draft === null || !(await tested(app))) throw error
    return validateRequest(query, withDraft(app), true)
  }
}

function validateRequest(query: Query, app: AppRow, is_test: boolean): AuthorizationRequest {
  const redirect_uri = findRedirectUri(query, app)
  const state = query.repeated.has('state') ? undefined : query.written.get('state')
  try {
    return { app, redirect_uri, state, ...readRequestedAccess(query, app), is_test }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const unreviewed = app.status === 'published' && !is_test ? null : app
    throw new AuthorizationRefused(error.message, refusalLocation({ redirect_uri, state }, error), unreviewed)
  }
}

/** Returns the redirect with code, state and issuer (contract 3.1, RFC 9207, O17). */
export const codeLocation = (to: ResponseTarget, code: string): string => responseLocation(to, { code })

export const refusalLocation = (to: ResponseTarget, { error, message }: OauthError): string =>
  responseLocation(to, { error, error_description: message })

async function findRequestingApp({ parameters, repeated }: Query, source: Source | null): Promise<AppRow> {
  const client_id = parameters.get('client_id')
  if (client_id === undefined || repeated.has('client_id')) {
    throw new AuthorizationRefused('The link does not name an app. Go back to the app and connect it again.', null)
  }
  const app = await (isDocumentAddress(client_id)
    ? findDocumentClient(client_id, source).catch(refuseDocument)
    : findClient(client_id))
  if (!app)
    throw new AuthorizationRefused(
      'The app that sent you here is not registered with us. Ask its developer for help.',
      null,
    )
  return app
}

function refuseDocument(error: unknown): never {
  if (!(error instanceof OauthError)) throw error
  throw new AuthorizationRefused(
    `The address that describes the app cannot be used: ${error.message}. Ask its developer for help.`,
    null,
  )
}

function findRedirectUri({ parameters, repeated }: Query, app: AppRow): string {
  const given_uri = parameters.get('redirect_uri')
  if (given_uri === undefined || repeated.has('redirect_uri')) {
    throw new AuthorizationRefused(
      `The link does not say where to return to ${app.name}. Ask its developer for help.`,
      null,
    )
  }
  if (!app.redirect_uris.some((listed) => isSameRedirectUri(listed, given_uri))) {
    throw new AuthorizationRefused(
      `${app.name} has not registered the address it wants to send you to. Ask its developer for help.`,
      null,
    )
  }
  return given_uri
}

function readRequestedAccess({ parameters, repeated }: Query, app: AppRow) {
  const [twice] = [...repeated].filter((name) => KNOWN.has(name))
  if (twice !== undefined) throw invalidRequest(`Duplicate parameter: ${twice}`)
  const response_type = parameters.get('response_type')
  if (response_type === undefined) throw invalidRequest('Missing parameter: response_type')
  if (response_type !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be code')
  return {
    code_challenge: readChallenge(parameters, app),
    scopes: readScopes(parameters.get('scope'), app.scopes),
    tenant_name: readTenantName(parameters.get('tenant_name')),
    is_assistant: parameters.get('resource') === `${env().BASE_URL}/mcp`,
  }
}

/** Unknown parameters are ignored, even when duplicated (O1). */
const KNOWN = new Set(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'tenant_name'])

function readTenantName(given = ''): string {
  const name = given.trim()
  if (name.length > MAX_TENANT_NAME || storable(name) !== name) {
    throw invalidRequest(`tenant_name must be a name of at most ${MAX_TENANT_NAME} characters`)
  }
  return name
}

const MAX_TENANT_NAME = 255
/** Limited because the query is passed inside another URL through sign-in and back. */
const MAX_LENGTH = 5_000

// Concatenated rather than built with URL, so the redirect URI stays as registered and the state as received.
function responseLocation({ redirect_uri, state }: ResponseTarget, answer: Record<string, string>): string {
  const written = Object.entries({ ...answer, iss: env().BASE_URL }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  if (state !== undefined) written.push(`state=${state}`)
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${written.join('&')}`
}

/** A link that returns the error to the app when the user clicks it. */
interface ReturnLink {
  name: string
  location: string
}

/** Returns a page with the reason why an app cannot be connected, for errors that must not be redirected (O2). */
export function refusalPage(why: string, status: 400 | 403 | 413 | 429 = 400, back?: ReturnLink): Response {
  const title = 'This app cannot be connected'
  const body = html`<h1>${title}</h1><p>${why}</p><p>Nothing was changed. If you came from an app, tell its developer what you read here.</p>${back && returnLink(back)}`
  return new Response(publicPage({ title, body, links: legalLinks(latestInstanceSettings()) }), {
    status,
    headers: pageHeaders(),
  })
}

const returnLink = ({ name, location }: ReturnLink): Html =>
  html`<p><a href="${location}" rel="noreferrer">Go back to ${name}</a> at ${redirectTarget(location)}. Envoi has not reviewed this app.</p>`
