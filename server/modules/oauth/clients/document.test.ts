import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { instanceSettings } from '../../../core/instance/settings.ts'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { later } from '../../../testing/clock.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { caller, connectAssistant } from '../../../testing/modules/assistants.ts'
import {
  askAuthorize,
  authorizeQuery,
  browserOf,
  consentTo,
  exchange,
  refresh,
  requestOf,
  seeConsent,
  send,
  testTokens,
} from '../../../testing/modules/oauth.ts'
import { oauthServer } from '../../../testing/servers/oauth-server.ts'
import { findDocumentClient } from './document.ts'

// A setting applies to a whole instance.
runInOwnDatabase()

const HOST = 'sns.amazonaws.com'
const redirect_uri = 'https://tool.example/cb'
const source = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

interface Answer {
  status?: number
  type?: string
  body?: string
  location?: string
}

/** Starts the server of a client, with a document at `/client.json` that `answer` may replace. */
async function documentServer() {
  const file = (name: string) =>
    readFileSync(path.join(import.meta.dirname, '../../bounces/webhooks/fixtures', name), 'utf8')
  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, file('sns-certificate.pem')])
  const asked: string[] = []
  let answer: Answer = {}
  const server = https.createServer(
    { cert: file('sns-certificate.pem'), key: file('sns-key.pem') },
    ({ url = '' }, out) => {
      asked.push(url)
      const { status = 200, type = 'application/json', location, body = JSON.stringify(document) } = answer
      out.writeHead(status, { 'Content-Type': type, ...(location ? { Location: location } : {}) }).end(body)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://${HOST}:${(server.address() as AddressInfo).port}`
  const client_id = `${origin}/client.json`
  const document = {
    client_id,
    client_name: 'Desk Assistant',
    redirect_uris: [redirect_uri, 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    scope: 'openid of another server',
  }
  await configureOutbound({
    allow_networks: ['127.0.0.1'],
    allow_ports: 'any',
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    setDefaultCACertificates(trusted)
    await configureOutbound()
  })
  return {
    origin,
    client: { id: 0, client_id, redirect_uri },
    document,
    asked,
    answer: (next: Answer) => {
      answer = next
    },
  }
}

test('the official client connects without registering, and the consent page shows the host of its document', async () => {
  const { client, asked } = await documentServer()
  const [base_url, account] = [await oauthServer(), await testAccount()]
  const [kept, browser] = [new Map<string, string>(), await browserOf(account)]
  let tokens: { access_token: string } | undefined
  let link = new URL(base_url)
  const provider: OAuthClientProvider = {
    redirectUrl: redirect_uri,
    clientMetadataUrl: client.client_id,
    clientMetadata: { redirect_uris: [redirect_uri] },
    clientInformation: () => undefined,
    saveClientInformation: ({ client_id }) => void kept.set('client_id', client_id),
    tokens: () => undefined,
    saveTokens: (given) => {
      tokens = given
    },
    redirectToAuthorization: (url) => {
      link = url
    },
    saveCodeVerifier: (verifier) => void kept.set('verifier', verifier),
    codeVerifier: () => kept.get('verifier') ?? '',
  }
  const serverUrl = `${base_url}/mcp`
  expect(await auth(provider, { serverUrl, scope: 'read write' })).toBe('REDIRECT')
  expect(kept.get('client_id')).toBe(client.client_id)
  const query = link.search.slice(1)
  const consent = await seeConsent(browser, await requestOf(query))
  expect(consent).toMatchObject({
    app: {
      name: 'Desk Assistant',
      described_at: new URL(client.client_id).host,
      target: 'tool.example',
      review_status: 'self_registered',
    },
    is_assistant: true,
  })
  const back = await consentTo(account, query)
  const known = { ...provider, clientInformation: () => ({ client_id: client.client_id }) }
  expect(
    await auth(known, {
      serverUrl,
      authorizationCode: back.searchParams.get('code') ?? '',
      iss: back.searchParams.get('iss') ?? '',
    }),
  ).toBe('AUTHORIZED')
  const call = caller(await connectAssistant(base_url, tokens?.access_token ?? ''))
  expect((await call('limits')).content).toMatchObject({ name: 'Desk Assistant', scopes: ['read', 'write'] })
  expect(asked).toEqual(['/client.json'])
})

test('a document is fetched once an hour, and what it says then counts', async () => {
  const { client, asked, answer, document } = await documentServer()
  const account = await testAccount()
  const { refresh_token } = await testTokens(account, client)
  await testTokens(account, client)
  expect(asked).toHaveLength(1)
  later(61 * 60_000)
  answer({ body: JSON.stringify({ ...document, redirect_uris: ['https://new.example/cb'] }) })
  expect(await (await askAuthorize(authorizeQuery(client))).text()).toContain('has not registered the address')
  await testTokens(account, { ...client, redirect_uri: 'https://new.example/cb' })
  expect(asked).toHaveLength(2)
  // Tokens outlive the document.
  answer({ status: 404 })
  later(61 * 60_000)
  expect((await refresh(client, refresh_token)).status).toBe(200)
  expect(await (await askAuthorize(authorizeQuery(client))).text()).toContain('answers 404')
})

test('an open consent page is decided for a day without fetching, and then no longer', async () => {
  const { client, asked, origin } = await documentServer()
  const account = await testAccount()
  const request = await requestOf(authorizeQuery(client))
  const browser = await browserOf(account)
  later(2 * 3_600_000)
  expect((await seeConsent(browser, request)).app.name).toBe('Desk Assistant')
  expect(asked).toHaveLength(1)
  later(23 * 3_600_000)
  await expect(seeConsent(browser, request)).rejects.toThrow('read too long ago')
  // A page with an address that no one asked to connect fetches nothing.
  const other = Buffer.from(authorizeQuery({ ...client, client_id: `${origin}/other.json` })).toString('base64url')
  await expect(seeConsent(browser, other)).rejects.toThrow('read too long ago')
  expect(asked).toHaveLength(1)
})

test('redirect URIs are those of the document, with any port on this computer', async () => {
  const { client } = await documentServer()
  const status = async (uri: string) => (await askAuthorize(authorizeQuery({ ...client, redirect_uri: uri }))).status
  expect(await Promise.all(['http://127.0.0.1:4711/callback', redirect_uri].map(status))).toEqual([302, 302])
  for (const uri of [`${redirect_uri}/`, `${redirect_uri}?a`, 'https://tool.example/CB', 'http://127.0.0.1/other'])
    expect(await status(uri), uri).toBe(400)
})

test('documents that are wrong are refused, and nothing is kept', async () => {
  const { client, origin, document, answer, asked } = await documentServer()
  const refused = async (next: Answer) => {
    answer(next)
    const response = await send(`/v4/oauth/authorize?${authorizeQuery(client)}`, {}, source())
    expect(response.status, JSON.stringify(next).slice(0, 200)).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    return response.text()
  }
  const says = (changes: object) => ({ body: JSON.stringify({ ...document, ...changes }) })
  for (const changes of [
    { client_id: `${origin}/other.json` },
    { client_id: client.client_id.toUpperCase() },
    { client_id: undefined },
    { client_secret: 'public' },
    { token_endpoint_auth_method: 'client_secret_post' },
    { token_endpoint_auth_method: 'private_key_jwt' },
    { redirect_uris: [] },
    { redirect_uris: ['http://tool.example/cb'] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: Array.from({ length: 21 }, (_, n) => `${redirect_uri}/${n}`) },
    { grant_types: ['client_credentials'] },
    { client_name: 'Envoi Support' },
    { client_name: 'Tool \u202eiovnE' },
    { client_name: 'x'.repeat(81) },
  ])
    await refused(says(changes))
  for (const body of ['', '[]', 'null', '{', '{"client_id":']) await refused({ body })
  expect(await refused({ body: JSON.stringify({ ...document, padding: 'x'.repeat(10_000) }) })).toContain('10 KB')
  expect(await refused({ type: 'text/html' })).toContain('Content-Type')
  for (const status of [204, 301, 302, 304, 404, 500])
    await refused({
      status,
      location: `${origin}/moved.json`,
      ...(status === 204 || status === 304 ? { body: '' } : {}),
    })
  expect(asked.filter((url) => url !== '/client.json')).toEqual([])
  expect(await unscoped().app.count({ where: { client_id: client.client_id } })).toBe(0)
})

test('addresses that browsers write otherwise, without a path, or with more in them are not asked', async () => {
  const { origin, asked, client } = await documentServer()
  for (const client_id of [
    origin,
    `${origin}/`,
    `${origin}/a/../client.json`,
    `${origin}/%2e%2e/client.json`,
    `${origin}/client.json#a`,
    `${origin}/client.json#`,
    `https://user:pass@${HOST}/client.json`,
    `https://user@${HOST}/client.json`,
    `https://:pass@${HOST}/client.json`,
    `https://${HOST.toUpperCase()}/client.json`,
    `https://${HOST}:443/client.json`,
    'https:///client.json',
    'https:client.json',
    `${origin}/${'x'.repeat(300)}`,
    `http://${HOST}/client.json`,
    'file:///etc/passwd',
  ])
    expect((await askAuthorize(authorizeQuery({ ...client, client_id }))).status, client_id).toBe(400)
  expect(asked).toEqual([])
})

test('addresses in private networks are not reached, also by a name that leads there', async () => {
  const addresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1']
  for (const address of addresses) {
    await configureOutbound({ resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] })
    const literal = address.includes(':') ? `[${address}]` : address
    for (const host of ['client.example', literal])
      await expect(
        findDocumentClient(`https://${host}/client.json`, { ip: source(), user_agent: null }),
        host,
      ).rejects.toThrow('it cannot be reached')
  }
  onTestFinished(() => configureOutbound())
})

test('one source can have 30 documents fetched in an hour', async () => {
  const { client, answer, asked } = await documentServer()
  answer({ status: 404 })
  const from = source()
  const ask = () => send(`/v4/oauth/authorize?${authorizeQuery(client)}`, {}, from)
  for (let time = 0; time < 30; time++) expect((await ask()).status).toBe(400)
  expect((await ask()).status).toBe(429)
  expect(asked).toHaveLength(30)
})

test('the instance can switch it off, and apps that are connected keep working', async () => {
  const { client } = await documentServer()
  const account = await testAccount()
  const supported = async () =>
    (await (await send('/.well-known/oauth-authorization-server')).json()).client_id_metadata_document_supported
  const { refresh_token } = await testTokens(account, client)
  const code = (await consentTo(account, authorizeQuery(client))).searchParams.get('code') ?? ''
  expect(await supported()).toBe(true)
  const { settings } = dashboard(account, account.ctx, { is_admin: true }).admin
  await settings.save({ has_client_documents: false })
  await instanceSettings()
  expect(await supported()).toBe(false)
  expect(await (await askAuthorize(authorizeQuery(client))).text()).toContain('does not read such addresses')
  expect((await exchange(client, code)).status).toBe(200)
  expect((await refresh(client, refresh_token)).status).toBe(200)
})
