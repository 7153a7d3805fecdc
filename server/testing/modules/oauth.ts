import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { expect } from 'vitest'
import { POST as decide } from '../../../app/oauth/decision/route.ts'
import { cookieName } from '../../auth/cookie.ts'
import { dashboardContext } from '../../auth/dashboard-context.ts'
import { serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import type { Consent } from '../../modules/oauth/schema.ts'
import { startSession } from '../../modules/users/sessions.ts'
import { restApp } from '../../rest/app.ts'
import { createCaller } from '../../trpc/root.ts'
import { type TestAccount, testAccount } from '../account.ts'
import type { AnyShape } from '../api.ts'

const rest_server = restApp({ base_url: env().BASE_URL, metrics_token: undefined })

export interface TestClient {
  id: number
  client_id: string
  /** Absent for a public client. */
  client_secret?: string
  redirect_uri: string
}

export const VERIFIER = 'a-verifier-that-is-long-enough.and_uses~every-sign'
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Creates a developer's app, confidential by default. With `account_id: null`, the app is self-registered. */
export async function testClient(
  options: { confidential?: boolean; redirect_uris?: string[]; scopes?: string[]; name?: string; data?: object } = {},
): Promise<TestClient> {
  const { confidential = true, redirect_uris = ['https://tool.example/cb?from=envoi'], scopes = ['public'] } = options
  const client_secret = `cs_${randomBytes(24).toString('base64url')}`
  const app = await unscoped().app.create({
    data: {
      client_id: `cl_${randomUUID()}`,
      client_secret_hash: confidential ? createHash('sha256').update(client_secret).digest('hex') : null,
      name: options.name ?? 'Inbox Tool',
      confidential,
      redirect_uris,
      scopes,
      account_id: (await testAccount()).account_id,
      ...options.data,
    },
  })
  const { id, client_id } = app
  return { id, client_id, redirect_uri: redirect_uris[0] ?? '', ...(confidential ? { client_secret } : {}) }
}

/** Returns the headers of a browser where this user is signed in. */
export async function browserOf({ user_id }: Pick<TestAccount, 'user_id'>): Promise<Headers> {
  const sid = await startSession(serviceCtx(), { user_id, source: { ip: '127.0.0.1', user_agent: null } })
  const sealed = await encode({ token: { sid }, secret: env().SECRET_KEY })
  return new Headers({ cookie: `${cookieName()}=${sealed}`, origin: env().APP_URL })
}

/** Sends a request to the Hono app in this process, from this address. */
export const send = async (path: string, init?: RequestInit, remoteAddress = '127.0.0.1'): Promise<Response> =>
  rest_server.request(`${env().BASE_URL}${path}`, init, { incoming: { socket: { remoteAddress } } })

/** Returns a correct authorization query with these changes. `undefined` removes a parameter. */
export function authorizeQuery(client: TestClient, changes: Record<string, string | undefined> = {}): string {
  const parameters = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: client.redirect_uri,
    state: 'st-1',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(given).toString()
}

export const askAuthorize = (query: string, path = '/v4/oauth/authorize') => send(`${path}?${query}`)

/** Returns the request that the authorization endpoint passes to the consent page. */
export async function requestOf(query: string): Promise<string> {
  const answer = await askAuthorize(query)
  const location = new URL(answer.headers.get('location') ?? '')
  expect(location.pathname, location.href).toBe('/oauth/consent')
  return location.searchParams.get('request') ?? ''
}

/** Returns the consent page's content for this user. */
export async function seeConsent(browser: Headers, request: string): Promise<Consent> {
  const seen = await createCaller(await dashboardContext({ headers: browser })).oauth.consent({ request })
  if ('refusal' in seen) throw new Error(seen.refusal)
  return seen
}

/** Posts the page's form. */
export function postDecision(browser: Headers, fields: Record<string, string>): Promise<Response> {
  const headers = new Headers(browser)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  const body = new URLSearchParams(fields).toString()
  return decide(new Request(`${env().APP_URL}/oauth/decision`, { method: 'POST', headers, body }))
}

/** Allows or denies the app as the creator. Returns the URL to which the browser is redirected. */
export async function consentTo(
  account: TestAccount,
  query: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const browser = await browserOf(account)
  const request = await requestOf(query)
  const { proof } = await seeConsent(browser, request)
  const account_id = String(account.account_id)
  const answer = await postDecision(browser, { request, proof, decision, account_id })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

/** Returns an authorization code that has not been exchanged. */
export async function testCode(
  account: TestAccount,
  client: TestClient,
  changes: Record<string, string | undefined> = {},
): Promise<string> {
  const location = await consentTo(account, authorizeQuery(client, changes))
  return location.searchParams.get('code') ?? ''
}

export interface OauthAnswer {
  status: number
  headers: Headers
  body: AnyShape
}

/** Posts to an OAuth endpoint as JSON, or as a form if the body is text. */
export async function post(
  path: string,
  body: Record<string, unknown> | string,
  headers: Record<string, string> = {},
  address?: string,
): Promise<OauthAnswer> {
  const isForm = typeof body === 'string'
  const init = {
    method: 'POST',
    headers: { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  }
  const answer = await send(path, init, address)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const identity = ({ client_id, client_secret }: TestClient) => ({
  client_id,
  ...(client_secret ? { client_secret } : {}),
})

export const exchange = (client: TestClient, code: string, changes: Record<string, unknown> = {}) =>
  post('/v4/oauth/token', {
    grant_type: 'authorization_code',
    ...identity(client),
    code,
    redirect_uri: client.redirect_uri,
    code_verifier: VERIFIER,
    ...changes,
  })

export const refresh = (client: TestClient, refresh_token: string, changes: Record<string, unknown> = {}) =>
  post('/v4/oauth/token', { grant_type: 'refresh_token', ...identity(client), refresh_token, ...changes })

export const revoke = (client: TestClient, token: string, changes: Record<string, unknown> = {}) =>
  post('/v4/oauth/revoke', { token, ...identity(client), ...changes })

/** Returns the tokens of an app allowed by the creator. */
export async function testTokens(
  account: TestAccount,
  client: TestClient,
  changes: Record<string, string | undefined> = {},
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
  const { status, body } = await exchange(client, await testCode(account, client, changes))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
