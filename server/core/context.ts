import { randomUUID } from 'node:crypto'
import { database, poolSql, type ScopedDb, scopedDb } from '../db/client.ts'
import { SERVICE_ACCOUNT } from '../db/scope.ts'
import type { AccountSql } from '../db/statements/sql.ts'
import { t } from '../lib/locale/texts.ts'
import { clock } from './clock.ts'
import { forbidden } from './errors.ts'
import type { DomainEvent } from './events/events.ts'
import { type Logger, rootLogger } from './log.ts'
import type { Reach } from './reach.ts'

export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 }

/** Returns whether `role` has all permissions of `least`. */
export const isAtLeast = (role: Role, least: Role): boolean => RANK[role] >= RANK[least]

/** The message for a member with too low a role. */
export const needsRole = (role: Role): string =>
  ({
    owner: t`This needs the owner role in the account`,
    admin: t`This needs the admin role in the account`,
    editor: t`This needs the editor role in the account`,
    viewer: t`This needs the viewer role in the account`,
  })[role]

/**
 * The caller: a user of the dashboard, an administrator of the instance, an API key, an app, or the service itself. `written`
 * counts the audit entries of an administrator's call.
 */
export type Actor =
  | { kind: 'user'; user_id: number; role: Role }
  | { kind: 'api_key'; api_key_id: number; scopes: string[]; role?: Role; made_by?: number | null }
  | { kind: 'oauth'; app_id: number; token_id: number; scopes: string[]; role?: Role; made_by?: number | null }
  | { kind: 'administrator'; user_id: number; ip: string; written: { entries: number } }
  | { kind: 'system' }

/** Returns whether the member who acts, or whose rights a program has, has all permissions of `least`. */
export const hasRole = ({ actor }: Pick<Ctx, 'actor'>, least: Role): boolean =>
  'role' in actor && actor.role !== undefined && isAtLeast(actor.role, least)

/** Returns the member who acts or whose rights a program has. Null: a key without a creator. Throws forbidden for other actors. */
export function actingMember({ actor }: Pick<Ctx, 'actor'>): number | null {
  if (actor.kind === 'user' || actor.kind === 'api_key' || actor.kind === 'oauth') return memberOf({ actor })
  throw forbidden()
}

/** Returns the member who acts or whose rights a program has, or null. */
export const memberOf = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'user' ? actor.user_id : 'made_by' in actor ? (actor.made_by ?? null) : null

/** Origin of a request, for limits and for the list of a user's sessions. */
export interface Source {
  ip: string
  /** The key for limits, if different from the address (lib/net/client-address.ts). */
  limited_as?: string
  user_agent: string | null
}

/** Everything a service function may use. `now` is the only clock. */
export interface Ctx {
  account_id: number
  actor: Actor
  db: ScopedDb
  sql: AccountSql
  now: () => Date
  request_id: string
  log: Logger
  /** Collects warnings of a `/v4` request about ignored input, for its response. */
  warnings?: string[]
  /** Set for a `/v4` request that reaches many subscribers (core/reach.ts). */
  reach?: Reach
  /** Set while several writes share one transaction (core/write/together.ts). Returns it; the first call opens it. */
  join?: (timeout_ms: number) => Promise<Tx>
}

/** A context inside a transaction. Events are written with the change: both commit or neither. */
export interface Tx extends Ctx {
  /** Event types that the account's webhooks subscribed to when the transaction began. */
  subscribed_event_types: ReadonlySet<string>
  emit: <Type extends keyof DomainEvent>(type: Type, data: DomainEvent[Type]) => void
  /** Runs after the commit, never after a rollback. It must not fail. */
  onCommit: (fn: () => void) => void
}

export function makeCtx(input: { account_id: number; actor: Actor; request_id?: string }): Ctx {
  const { account_id, actor, request_id = randomUUID() } = input
  let log: Logger | undefined
  return {
    account_id,
    actor,
    db: scopedDb(account_id),
    sql: poolSql(account_id),
    now: clock.now,
    request_id,
    // Created on demand, because most requests log only a line written elsewhere.
    get log() {
      log ??= rootLogger().child({ request_id, account_id })
      return log
    },
  }
}

/** Returns a context for jobs and commands: the service acting for one account. */
export const systemCtx = (account_id: number): Ctx => makeCtx({ account_id, actor: { kind: 'system' } })

/** Returns a context of the service itself. It reaches only rows without an account, such as users and sessions. */
export const serviceCtx = (request_id?: string): Ctx =>
  makeCtx({ account_id: SERVICE_ACCOUNT, actor: { kind: 'system' }, request_id })

/** Connection pool for crons, which read all accounts. */
export const systemPool = () => database().pool
