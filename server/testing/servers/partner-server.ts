import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { unscoped } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'
import { sealPluginSecret } from '../../modules/apps/develop/secrets.ts'

export const PARTNER_SECRET = 'the-secret-of-their-server'

interface PartnerRequest {
  path: string
  type: string | undefined
  fields: Record<string, string>
}

/** The server's response to a form; null responds like a correct server. */
type Manner = ((request: PartnerRequest, response: ServerResponse) => unknown) | null

/** Starts the server of an app with its own accounts. Refresh tokens are valid once, and requests are recorded. */
export async function partnerServer() {
  const requests: PartnerRequest[] = []
  let manner: Manner = null
  let issued = 0
  const server = createServer(async (request, response) => {
    const form = await formOf(request)
    requests.push(form)
    if (manner) return void manner(form, response)
    if (form.path === '/revoke') return void response.writeHead(200).end()
    issued += 1
    const tokens = { access_token: `access-${issued}`, refresh_token: `refresh-${issued}`, expires_in: 3_600 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await configureOutbound()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    behave: (next: Manner) => {
      manner = next
    },
    answer: (status: number, body: unknown) => {
      manner = (_, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    },
    /** Settings of an app whose plugins sign in there. */
    settings: {
      plugin_authorize_url: `${url}/authorize?tenant=1`,
      plugin_token_url: `${url}/token`,
      plugin_client_id: 'envoi-over-there',
      plugin_client_secret: sealPluginSecret(PARTNER_SECRET),
    },
  }
}

export const newApp = (account_id: number, data: Partial<Prisma.AppUncheckedCreateInput> = {}) =>
  unscoped().app.create({ data: { account_id, client_id: randomUUID(), name: 'Press', ...data } })

async function formOf(request: IncomingMessage): Promise<PartnerRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
  return { path: request.url ?? '', type: request.headers['content-type'], fields }
}
