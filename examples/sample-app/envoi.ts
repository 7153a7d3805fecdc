import { settings } from './settings.ts'
import { type Connection, dropConnection, findConnection, keepConnection } from './store.ts'

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  created_at: number
}

/** Trades a code or a refresh token for a pair of tokens. */
export async function askForTokens(grant: Record<string, string>): Promise<Tokens> {
  const { client_id, client_secret } = settings
  const response = await fetch(`${settings.envoi_url}/v4/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...grant, client_id, ...(client_secret ? { client_secret } : {}) }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`Envoi gave no token: ${body.error}, ${body.error_description}`)
  return body as Tokens
}

export const expiryOf = ({ created_at, expires_in }: Tokens): number => created_at + expires_in

/** Calls /v4 for an account; gives the body of the answer. Throws with the status when it is not a success. */
export async function call<Body>(account_id: number, operation: string, input?: object): Promise<Body> {
  const connection = await fresh(account_id)
  const [method, path] = operation.split(' ')
  const response = await fetch(`${settings.envoi_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${connection.access_token}`, 'content-type': 'application/json' },
    body: input && JSON.stringify(input),
  })
  const body = await response.json()
  if (!response.ok) throw new CallError(response.status, body.errors)
  return body as Body
}

export class CallError extends Error {
  status: number
  constructor(status: number, errors: string[] = []) {
    super(`Envoi answered ${status}: ${errors.join(', ')}`)
    this.status = status
  }
}

/** Takes the access back: both tokens are dead, and the creator sees the app as uninstalled. */
export async function giveUp({ account_id, access_token }: Connection): Promise<void> {
  const { client_id, client_secret } = settings
  await fetch(`${settings.envoi_url}/v4/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: access_token, client_id, ...(client_secret ? { client_secret } : {}) }),
  })
  dropConnection(account_id)
}

const refreshing = new Map<number, Promise<Connection>>()

/**
 * The connection with a token that lasts another minute. A refresh token is good once: requests that come at the same time share
 * one refresh, and the new pair is kept before it is used.
 */
async function fresh(account_id: number): Promise<Connection> {
  const connection = findConnection(account_id)
  if (!connection) throw new CallError(401, ['This account is not connected'])
  if (connection.expires_at > Date.now() / 1000 + 60) return connection
  const running = refreshing.get(account_id) ?? refresh(connection)
  refreshing.set(account_id, running)
  return running.finally(() => refreshing.delete(account_id))
}

async function refresh(connection: Connection): Promise<Connection> {
  const tokens = await askForTokens({ grant_type: 'refresh_token', refresh_token: connection.refresh_token })
  const { access_token, refresh_token } = tokens
  const renewed = { ...connection, access_token, refresh_token, expires_at: expiryOf(tokens) }
  keepConnection(renewed)
  return renewed
}
