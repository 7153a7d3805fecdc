import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { browserOf, seeConsent } from '../../../testing/modules/oauth.ts'
import { oauthServer } from '../../../testing/servers/oauth-server.ts'

// Third-party OAuth clients over real sockets: they validate responses more strictly than our own tests.

const REDIRECT_URI = 'https://tool.example/cb'

/** Follows an app's link as a creator's browser and returns the final URL. */
async function browse(base_url: string, account: TestAccount, link: URL): Promise<URL> {
  const asked = await fetch(link, { redirect: 'manual' })
  expect(asked.status).toBe(302)
  const page = new URL(asked.headers.get('location') ?? '')
  expect(`${page.origin}${page.pathname}`).toBe(`${base_url}/oauth/consent`)
  const request = page.searchParams.get('request') ?? ''
  const browser = await browserOf(account)
  const { proof } = await seeConsent(browser, request)
  const decided = await fetch(`${base_url}/oauth/decision`, {
    method: 'POST',
    headers: browser,
    body: new URLSearchParams({ request, proof, decision: 'allow', account_id: String(account.account_id) }),
    redirect: 'manual',
  })
  expect(decided.status).toBe(303)
  return new URL(decided.headers.get('location') ?? '')
}

const statusOf = async (base_url: string, token: string) =>
  (await fetch(`${base_url}/v4/account`, { headers: { Authorization: `Bearer ${token}` } })).status

test.each([
  { name: 'public', metadata: { token_endpoint_auth_method: 'none' } },
  { name: 'confidential', metadata: { token_endpoint_auth_method: 'client_secret_post' } },
])('openid-client, $name: discover, register, authorize with PKCE, exchange, refresh, revoke', async ({ metadata }) => {
  const [base_url, account] = [await oauthServer(), await testAccount()]
  const isPublic = metadata.token_endpoint_auth_method === 'none'
  const config = await openid.dynamicClientRegistration(
    new URL(base_url),
    { client_name: 'Mailbox', redirect_uris: [REDIRECT_URI], ...metadata },
    isPublic ? openid.None() : undefined,
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  )
  expect(config.serverMetadata().supportsPKCE()).toBe(true)
  expect(config.clientMetadata().client_secret).toEqual(isPublic ? undefined : expect.any(String))
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const link = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'read write',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const back = await browse(base_url, account, link)
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state })
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read write', expires_in: 172_800 })
  expect(await statusOf(base_url, tokens.access_token)).toBe(200)
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: 'read' })
  expect(renewed.scope).toBe('read')
  const reused = openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  await expect(reused).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
  await openid.tokenRevocation(config, renewed.refresh_token ?? '')
  expect(await statusOf(base_url, renewed.access_token)).toBe(401)
  expect(await statusOf(base_url, tokens.access_token)).toBe(401)
})

const HTTP = { [oauth.allowInsecureRequests]: true }

test.each(['none', 'client_secret_post'])(
  'oauth4webapi, %s: discover, register, authorize with PKCE, exchange, refresh, revoke',
  async (method) => {
    const [base_url, account] = [await oauthServer(), await testAccount()]
    const issuer = new URL(base_url)
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...HTTP })
    const server = await oauth.processDiscoveryResponse(issuer, found)
    const metadata = { client_name: 'Mailbox', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: method }
    const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, HTTP)
    const client = await oauth.processDynamicClientRegistrationResponse(registered)
    const auth = method === 'none' ? oauth.None() : oauth.ClientSecretPost(String(client.client_secret))

    const verifier = oauth.generateRandomCodeVerifier()
    const link = new URL(server.authorization_endpoint ?? '')
    link.search = new URLSearchParams({
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      state: 'st-1',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    // Validates state and, because our metadata promises it, iss.
    const answer = oauth.validateAuthResponse(server, client, await browse(base_url, account, link), 'st-1')
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      answer,
      REDIRECT_URI,
      verifier,
      HTTP,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
    expect(await statusOf(base_url, tokens.access_token)).toBe(200)

    const refreshed = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token ?? '', HTTP)
    const renewed = await oauth.processRefreshTokenResponse(server, client, refreshed)
    const revoked = await oauth.revocationRequest(server, client, auth, renewed.access_token, HTTP)
    await oauth.processRevocationResponse(revoked)
    expect(await statusOf(base_url, renewed.access_token)).toBe(401)
  },
)
