import { randomUUID } from 'node:crypto'
import { database } from '../db/client.ts'
import type { PersistentSession } from '../db/persistent-session.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
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

const holder = processSingleton<{ cache?: CredentialCache }>('credentials', () => ({}))

/** How long a credential is used without asking again, as long as what takes it away would have been received. */
const KEPT_MS = 10_000
/** How old the proof may be that nothing took it away: a revocation holds in every process within a second. */
const PROVEN_MS = 900
/** Time between two proofs while requests come in. */
const PROVE_EVERY_MS = 300
const LISTEN_AGAIN_MS = 1_000
const MAX_KNOWN = 10_000
/** Sent by triggers, with the account as payload. */
const CHANNEL = 'credentials'
/** Sent by this process to itself: a pooler in transaction mode accepts LISTEN, answers, and delivers no notification. */
const PROOF = 'credentials_proof'

interface Known {
  credential: Credential
  looked_up_at: number
}

/**
 * Credentials that were looked up a moment ago, by the hash of their secret. One is used while it is proven that it was not taken away
 * until less than a second ago: by the look-up itself, or by the standing session, which has received all notifications until then.
 */
class CredentialCache {
  readonly #known = new Map<string, Known>()
  readonly #now: () => number
  /** Counts what was taken away: a look-up that it overtook is not kept. */
  #generation = 0
  #session: PersistentSession | undefined
  #is_listening = false
  #needs_proof = false
  #proof: string | undefined
  #failed_at = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns the credential as it is known, or as `find` finds it. */
  async get(hash: string, find: () => Promise<Credential>): Promise<{ credential: Credential; is_found: boolean }> {
    const session = this.#listen()
    const now = this.#now()
    const known = this.#known.get(hash)
    if (known && now - known.looked_up_at < KEPT_MS) {
      const received_until = this.#is_listening ? session.received_until : Number.NEGATIVE_INFINITY
      // Only then: a question at the moment of the proof could let it through a pooler.
      if (this.#is_listening && now - received_until > PROVE_EVERY_MS) void session.verify()
      if (now - Math.max(known.looked_up_at, received_until) < PROVEN_MS)
        return { credential: known.credential, is_found: false }
    }
    const generation = this.#generation
    const credential = await find()
    if (generation === this.#generation) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear()
      this.#known.set(hash, { credential, looked_up_at: now })
    }
    return { credential, is_found: true }
  }

  /** Forgets the credentials of an account, or all. */
  forget(account_id?: number): void {
    this.#generation += 1
    for (const [hash, { credential }] of this.#known) {
      if (account_id === undefined || credential.account_id === account_id) this.#known.delete(hash)
    }
  }

  /** Subscribes to notifications when the first request comes, and again when it failed. A request never waits for it. */
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

  /** Sends a notification from another connection. Credentials are trusted for longer once the standing session has received it. */
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
  holder.cache ??= new CredentialCache(() => performance.now())
  return holder.cache
}

/** Replaces the clock that the age of a credential is measured with, for tests. Forgets every credential. @internal */
export function measureCredentialAge(now: () => number): void {
  holder.cache = new CredentialCache(now)
}

/** A credential was taken away in this process: the next request asks the database. */
export function forgetCredentials(): void {
  holder.cache?.forget()
}
