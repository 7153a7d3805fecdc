import { restApp } from '../rest/app.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: 'metrics-secret' })

/** A value of any shape that a test reads and asserts. */
// biome-ignore lint/suspicious/noExplicitAny: a type for each answer, event and body would say again what the test asserts
export type AnyShape = any

export interface ApiAnswer {
  status: number
  headers: Headers
  /** Parsed JSON, or null for an empty body. */
  body: AnyShape
}

/** Sends a request to the real app in the same way as the official clients: with a JSON content type on every call. */
export async function api(
  operation: string,
  credential: { api_key?: string; token?: string } | null,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const [method = 'GET', path = ''] = operation.split(' ')
  const response = await app.request(`http://envoi.test${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json; charset=utf-8',
      ...(credential?.token ? { Authorization: `Bearer ${credential.token}` } : {}),
      ...(credential?.api_key && !credential.token ? { 'X-Service-Api-Key': credential.api_key } : {}),
      ...headers,
    },
    ...(body === undefined || method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : parse(text) }
}

/** Returns an account's API key as a credential; `key(account)` reads well in tests. */
export const key = ({ api_key }: { api_key: string }) => ({ api_key })
export const bearer = ({ token }: { token: string }) => ({ token })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
