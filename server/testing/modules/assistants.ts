import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { createApiKey } from '../../modules/api-keys/service.ts'
import type { TestAccount } from '../account.ts'
import type { AnyShape } from '../api.ts'
import { oauthServer } from '../servers/oauth-server.ts'

/** Creates a key for an assistant. */
export const assistantKey = (account: TestAccount, limits: object = {}) =>
  createApiKey(account.ctx, {
    name: 'Desk assistant',
    scope: 'assistant',
    assistant: { access: 'approvals', shows_addresses: false, recipients_per_day: null, hours: null, ...limits },
  })

/** Connects the official client, in the newest revision of the protocol that the server has, with a key or token. */
export async function connectAssistant(base_url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'desk', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base_url}/mcp`), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

/** Starts a server and connects an assistant with these limits. */
export async function assistantOf(account: TestAccount, limits: object = {}) {
  const [base_url, { key, id }] = [await oauthServer(), await assistantKey(account, limits)]
  const client = await connectAssistant(base_url, key)
  return { base_url, key, key_id: id, client, call: caller(client) }
}

export interface ToolAnswer {
  content: AnyShape
  text: string
  is_error: boolean
}

export const caller =
  (client: Client) =>
  async (name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> => {
    const answer = (await client.callTool({ name, arguments: input })) as AnyShape
    return { content: answer.structuredContent, text: answer.content[0].text, is_error: answer.isError === true }
  }
