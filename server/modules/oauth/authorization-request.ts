import { storable } from '../../core/wire.ts'
import { env } from '../../env.ts'
import { isSameRedirectUri, redirectTarget } from '../../lib/net/redirect-uri.ts'
import { type Html, html } from '../../lib/page/html.ts'
import { pageHeaders, publicPage } from '../../lib/page/public-page.ts'
import type { AppRow } from '../apps/directory.ts'
import { readChallenge } from './challenge.ts'
import { findClient } from './clients.ts'
import { invalidRequest, OauthError } from './errors.ts'
import { readQuery, readScopes } from './parameters.ts'
import type { Scope } from './schema.ts'

/** A request for consent in which everything was checked. */
export interface AuthorizationRequest {
  app: AppRow
  redirect_uri: string
  /** As it was written, percent signs included: it goes back without a change (O5). */
  state: string | undefined
  scopes: Scope[]
  code_challenge: string | null
  tenant_name: string
}

/** Why a request cannot be granted. */
export class AuthorizationRefused extends Error {
  override name = 'AuthorizationRefused'
  /** Where the refusal goes. Null when the client or its address is not known: then only a page may say it (O2). */
  readonly location: string | null
  /** The app, when no one has reviewed it and its address: only a click by the person leads there (O18). */
  readonly unreviewed: Pick<AppRow, 'name'> | null

  constructor(message: string, location: string | null, unreviewed: Pick<AppRow, 'name'> | null = null) {
    super(message)
    this.location = location
    this.unreviewed = unreviewed
  }
}

type Query = ReturnType<typeof readQuery>
/** Where an answer may go. */
type ResponseTarget = Pick<AuthorizationRequest, 'redirect_uri' | 'state'>

/** Contract 3.1. Throws AuthorizationRefused. */
export async function readAuthorizationRequest(text: string): Promise<AuthorizationRequest> {
  if (text.length > MAX_LENGTH) throw new AuthorizationRefused('The link that sent you here is too long.', null)
  // An address cannot hold others; whoever wrote the consent page's own parameter by hand could.
  if (!/^[\x21\x22\x24-\x7e]*$/.test(text))
    throw new AuthorizationRefused('The link that sent you here is broken.', null)
  const query = readQuery(text)
  const app = await findRequestingApp(query)
  const redirect_uri = findRedirectUri(query, app)
  const state = query.repeated.has('state') ? undefined : query.written.get('state')
  try {
    return { app, redirect_uri, state, ...readRequestedAccess(query, app) }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const unreviewed = app.status === 'published' ? null : app
    throw new AuthorizationRefused(error.message, refusalLocation({ redirect_uri, state }, error), unreviewed)
  }
}

/** Contract 3.1 and RFC 9207: the code, the state, and who gives them (O17). */
export const codeLocation = (to: ResponseTarget, code: string): string => responseLocation(to, { code })

export const refusalLocation = (to: ResponseTarget, { error, message }: OauthError): string =>
  responseLocation(to, { error, error_description: message })

async function findRequestingApp({ parameters, repeated }: Query): Promise<AppRow> {
  const client_id = parameters.get('client_id')
  if (client_id === undefined || repeated.has('client_id')) {
    throw new AuthorizationRefused('The link does not say which app it is for.', null)
  }
  const app = await findClient(client_id)
  if (!app) throw new AuthorizationRefused('The app that sent you here is not known to us.', null)
  return app
}

function findRedirectUri({ parameters, repeated }: Query, app: AppRow): string {
  const given = parameters.get('redirect_uri')
  if (given === undefined || repeated.has('redirect_uri')) {
    throw new AuthorizationRefused(`The link does not say where ${app.name} wants you back.`, null)
  }
  if (!app.redirect_uris.some((listed) => isSameRedirectUri(listed, given))) {
    throw new AuthorizationRefused(`${app.name} has not listed the address that it wants you to be sent to.`, null)
  }
  return given
}

function readRequestedAccess({ parameters, repeated }: Query, app: AppRow) {
  const [twice] = [...repeated].filter((name) => KNOWN.has(name))
  if (twice !== undefined) throw invalidRequest(`The parameter ${twice} came more than once`)
  const response_type = parameters.get('response_type')
  if (response_type === undefined) throw invalidRequest('Missing parameter: response_type')
  if (response_type !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be code')
  return {
    code_challenge: readChallenge(parameters, app),
    scopes: readScopes(parameters.get('scope'), app.scopes),
    tenant_name: readTenantName(parameters.get('tenant_name')),
  }
}

/** Others are ignored, also when they come twice (O1). */
const KNOWN = new Set(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'tenant_name'])

function readTenantName(given = ''): string {
  const name = given.trim()
  if (name.length > MAX_TENANT_NAME || storable(name) !== name) {
    throw invalidRequest(`tenant_name must be a name of at most ${MAX_TENANT_NAME} characters`)
  }
  return name
}

const MAX_TENANT_NAME = 255
/** It goes through a log-in and back as a part of an address. */
const MAX_LENGTH = 5_000

// By hand: the address stays as the app has listed it, and the state as it came.
function responseLocation({ redirect_uri, state }: ResponseTarget, answer: Record<string, string>): string {
  const written = Object.entries({ ...answer, iss: env().BASE_URL }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  if (state !== undefined) written.push(`state=${state}`)
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${written.join('&')}`
}

/** A way on that the person may take: the refusal as the app expects it. */
interface ReturnLink {
  name: string
  location: string
}

/** Says on a page of ours why an app cannot be connected, where its address is not trusted (O2) or nothing can be done there. */
export function refusalPage(why: string, status: 400 | 403 | 413 = 400, back?: ReturnLink): Response {
  const title = 'This app cannot be connected'
  const body = html`<h1>${title}</h1><p>${why}</p><p>Nothing was changed. If you came from an app, tell its developer what you read here.</p>${back && returnLink(back)}`
  return new Response(publicPage({ title, body }), { status, headers: pageHeaders() })
}

const returnLink = ({ name, location }: ReturnLink): Html =>
  html`<p><a href="${location}" rel="noreferrer">Go back to ${name}</a> at ${redirectTarget(location)}. Envoi has not reviewed this app.</p>`
