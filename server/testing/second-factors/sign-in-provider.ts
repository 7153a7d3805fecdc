import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ProviderAddresses } from '../../auth/providers.ts'

interface ProviderUser {
  id: string
  email: string
  is_verified: boolean
}

/** Starts Google and GitHub as one server on loopback, where this user is signed in. Ends with the test. */
export async function signInProvider(user: ProviderUser): Promise<ProviderAddresses> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const authorizations = new Map<string, URLSearchParams>()
  let issuer = ''
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const idToken = (request: URLSearchParams) => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      aud: request.get('client_id'),
      sub: user.id,
      iat: now,
      exp: now + 600,
      name: 'Nora Lind',
      nonce: request.get('nonce'),
      email: user.email,
      email_verified: user.is_verified,
    }
    const signed = `${base64({ alg: 'RS256', kid: 'one' })}.${base64(claims)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }
  const token = (form: URLSearchParams) => {
    const code = form.get('code') ?? ''
    const request = authorizations.get(code)
    authorizations.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!request || request.get('code_challenge') !== challenge)
      return { status: 400, body: { error: 'invalid_grant' } }
    const isOpenid = request.get('scope')?.includes('openid')
    return {
      status: 200,
      body: { access_token: 'theirs', token_type: 'Bearer', ...(isOpenid && { id_token: idToken(request) }) },
    }
  }
  const page = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (pathname.endsWith('/authorize')) {
      const code = `code-${authorizations.size}-${searchParams.get('state')?.slice(0, 8)}`
      authorizations.set(code, searchParams)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      response.writeHead(302, { Location: back.href }).end()
    } else if (pathname.endsWith('token')) {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { status, body } = token(new URLSearchParams(Buffer.concat(chunks).toString()))
      send(body, status)
    } else if (pathname === '/user') send({ id: Number(user.id), name: 'Nora Lind', email: null })
    else if (pathname === '/user/emails') send([{ email: user.email, primary: true, verified: user.is_verified }])
    else if (pathname === '/keys')
      send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    else
      send({
        issuer,
        jwks_uri: `${issuer}/keys`,
        token_endpoint: `${issuer}/token`,
        authorization_endpoint: `${issuer}/authorize`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
  }
  const server = createServer((request, response) => void page(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { google: issuer, github: issuer, github_api: issuer }
}
