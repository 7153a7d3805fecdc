import type { Actor, Role } from './context.ts'

/** What a request to /v4 has proven to be. */
export interface Credential {
  account_id: number
  actor: Extract<Actor, { kind: 'api_key' | 'oauth' }>
  /** The most it may do: the role that the person behind it has now. */
  role: Role
  /** The API key or the access token. */
  name: string
  /** Who an `Idempotency-Key` belongs to: the key, or the installation, whose tokens change with every refresh. */
  client: string
  /** What its rate limit counts: the key, or the app in this account, whatever tokens and tenants it has. */
  counted_as: string
  expires_at: number | null
}

/** The custom server and Next's bundle load this file twice in one process; only globalThis is shared. */
const holder = globalThis as typeof globalThis & {
  envoi_credentials?: Map<string, { credential: Credential; until: number }>
}

/** Credentials that were looked up a moment ago, by the hash of their secret. */
export function trustedCredentials() {
  holder.envoi_credentials ??= new Map()
  return holder.envoi_credentials
}

/** A key or token was revoked in this process: the next request asks the database. What is being looked up now is not kept either. */
export function forgetCredentials(): void {
  holder.envoi_credentials = undefined
}
