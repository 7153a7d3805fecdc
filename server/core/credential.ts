import { randomUUID } from 'node:crypto'
import { database } from '../db/client.ts'
import type { PersistentSession } from '../db/connections/persistent-session.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import type { AssistantLimits } from './assistants.ts'
import type { Actor, Role } from './context.ts'

/** The verified credential of a /v4 request. */
export interface Credential {
  account_id: number
  /** The account's plan, which may not include the API. */
  plan_type: string
  actor: Extract<Actor, { kind: 'api_key' | 'oauth' }>
  /** The current role of the creator, which limits the credential's permissions. */
  role: Role
  /** Name of the API key or access token. */
  name: string
  /** The consent behind an access token. */
  grant_id: number | null
  /** The owner of an `Idempotency-Key`: the API key, or the installation, because each refresh replaces its tokens. */
  client: string
  /** The key of its rate limit: the API key, or the app in this account, over all its tokens. */
  counted_as: string
  expires_at: number | null
  /** Set for a key or grant of an assistant, which works only at `/mcp`. */
  assistant: (AssistantLimits & { name: string }) | null
}

const singleton = processSingleton<{ cache?: CredentialCache }>('credentials', () => ({}))

/** Maximum age of a cached credential, even while notifications arrive. */
const KEPT_MS = 10_000
/** Maximum age of the proof that a credential is valid. Makes a revocation effective in every process within a second. */
const PROVEN_MS = 900
/** Interval of proofs during requests. */
const PROVE_EVERY_MS = 300
const LISTEN_AGAIN_MS = 1_000
const MAX_KNOWN = 10_000
/** Channel of triggers, with the account as payload. */
const CHANNEL = 'credentials'
/** This process notifies itself here, because a pooler in transaction mode accepts LISTEN but delivers no notifications. */
const PROOF = 'credentials_proof'

interface Known {
  credential: Credential
  looked_up_at: number
}

/**
 * Caches credentials by the hash of their secret. A cached credential is used while a proof less than a second old shows that it was not
 * revoked: its own lookup, or the persistent session that has received every notification since.
 */
class CredentialCache {
  readonly #known = new Map<string, Known>()
  readonly #now: () => number
  /** Number of revocations. If one arrives during a lookup, the result is not cached. */
  #generation = 0
  #session: PersistentSession | undefined
  #is_listening = false
  #needs_proof = false
  #proof: string | undefined
  #failed_at = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns the cached credential, or the one that `find` returns. */
  async get(hash: string, find: () => Promise<Credential>): Promise<{ credential: Credential; is_found: boolean }> {
    const session = this.#listen()
    const now = this.#now()
    const cached = this.#known.get(hash)
    if (cached && now - cached.looked_up_at < KEPT_MS) {
      const received_until = this.#is_listening ? session.received_until : Number.NEGATIVE_INFINITY
      // Only while listening: a query during the proof could make a pooler deliver it.
      if (this.#is_listening && now - received_until > PROVE_EVERY_MS) void session.verify()
      if (now - Math.max(cached.looked_up_at, received_until) < PROVEN_MS)
        return { credential: cached.credential, is_found: false }
    }
    const generation = this.#generation
    const credential = await find()
    if (generation === this.#generation) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear()
      this.#known.set(hash, { credential, looked_up_at: now })
    }
    return { credential, is_found: true }
  }

  /** Removes the credentials of one account, or all. */
  forget(account_id?: number): void {
    this.#generation += 1
    for (const [hash, { credential }] of this.#known) {
      if (account_id === undefined || credential.account_id === account_id) this.#known.delete(hash)
    }
  }

  /** Listens from the first request on, and retries after a failure. Requests never wait for it. */
  #listen(): PersistentSession {
    const { session } = database()
    if (this.#now() - this.#failed_at < LISTEN_AGAIN_MS) return session
    if (this.#session === session) {
      if (this.#needs_proof) this.#prove()
      return session
    }
    this.#session = session
    this.#is_listening = false
    this.forget()
    const onNotification = (channel: string, payload?: string) => {
      if (this.#session !== session) return
      if (channel === CHANNEL) this.forget(Number(payload) || undefined)
      else if (payload !== undefined) this.#is_listening ||= payload === this.#proof
      else {
        this.#is_listening = false
        this.#needs_proof = true
      }
    }
    session.use({ channels: [CHANNEL, PROOF], onNotification }).catch(() => {
      this.#session = undefined
      this.#failed_at = this.#now()
    })
    return session
  }

  /** Sends a notification over another connection. Once the persistent session receives it, cached credentials are valid for longer. */
  #prove(): void {
    this.#needs_proof = false
    this.#proof = randomUUID()
    const sent = database().pool.query('select pg_notify($1, $2)', [PROOF, this.#proof])
    sent.catch(() => {
      this.#needs_proof = true
      this.#failed_at = this.#now()
    })
  }
}

export function credentialCache(): CredentialCache {
  singleton.cache ??= new CredentialCache(() => performance.now())
  return singleton.cache
}

/** Replaces the clock for the age of credentials, in tests. Clears the cache. @internal */
export function measureCredentialAge(now: () => number): void {
  singleton.cache = new CredentialCache(now)
}

/** Clears the cache after a revocation in this process, so the next request reads the database. */
export function forgetCredentials(): void {
  singleton.cache?.forget()
}
