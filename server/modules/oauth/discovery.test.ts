import { expect, test } from 'vitest'
import { SCOPES } from '../../core/scopes.ts'
import { env } from '../../env.ts'
import { api } from '../../testing/api.ts'
import { send } from '../../testing/modules/oauth.ts'

test('the server metadata describes what the server supports [O26, contract 19.90]', async () => {
  const answer = await send('/.well-known/oauth-authorization-server')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const { BASE_URL, APP_URL } = env()
  const document = (await answer.json()) as Record<string, unknown>
  expect(document).toMatchObject({
    issuer: BASE_URL,
    authorization_endpoint: `${BASE_URL}/v4/oauth/authorize`,
    token_endpoint: `${BASE_URL}/v4/oauth/token`,
    registration_endpoint: `${APP_URL}/oauth/register`,
    revocation_endpoint: `${BASE_URL}/v4/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
    scopes_supported: SCOPES,
    authorization_response_iss_parameter_supported: true,
  })
  expect(Object.values(document).filter((value) => Array.isArray(value) && value.length === 0)).toEqual([])
})

test('the resource metadata names the authorization server, and 401 answers link to it [O27, contract 19.91]', async () => {
  const { BASE_URL } = env()
  const answer = await send('/.well-known/oauth-protected-resource')
  expect(await answer.json()).toMatchObject({
    resource: BASE_URL,
    authorization_servers: [BASE_URL],
    bearer_methods_supported: ['header'],
  })
  const refused = await api('GET /v4/account', null)
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer realm="api", error="invalid_token", error_description="Authentication Failed", resource_metadata="http://envoi.test/.well-known/oauth-protected-resource"',
  )
})

test('browsers may call every endpoint except the consent page [O16]', async () => {
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/v4/oauth/token',
    '/oauth/token',
    '/v4/oauth/revoke',
    '/oauth/revoke',
    '/oauth/register',
  ]) {
    const { status, headers } = await send(path, { method: 'OPTIONS', headers: { Origin: 'https://app.example' } })
    expect([status, headers.get('access-control-allow-origin')], path).toEqual([204, '*'])
    expect(headers.get('access-control-allow-credentials'), path).toBeNull()
  }
})

test('the OpenAPI document describes the OAuth endpoints [contract 19.86 to 19.89]', async () => {
  const { body } = await api('GET /v4/openapi.json', null)
  const paths = ['GET /v4/oauth/authorize', 'POST /v4/oauth/token', 'POST /v4/oauth/revoke', 'POST /oauth/register']
  for (const path of paths) {
    const [method = '', name = ''] = path.split(' ')
    expect(body.paths[name]?.[method.toLowerCase()]?.security, path).toEqual([])
  }
  const { authorizationCode } = body.components.securitySchemes.oauth.flows
  expect(Object.keys(authorizationCode.scopes).sort()).toEqual([...SCOPES].sort())
})
