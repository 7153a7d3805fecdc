import { type Ctx, systemPool } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { numberText, percentText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { domainOf } from '../../../lib/text/email-address.ts'
import { percentOf } from '../../../lib/text/rates.ts'
import { ALL_DOMAINS, type DomainCounts } from './counts.ts'
import { type GuardCause, LIMITS, type ReputationCounts, shareOf, WINDOW_DAYS } from './limits.ts'

/** A warning or a pause. */
export interface Guard extends DomainCounts {
  state: 'warned' | 'paused'
  cause: GuardCause
  since: Date
}

const COLUMNS = 'domain, state, cause, sent, failed, hard_bounced, complained, since'

export const listGuards = (ctx: Ctx): Promise<Guard[]> =>
  ctx.sql.rows<Guard>(`select ${COLUMNS} from sending_guard where account_id = $1 order by domain limit 1000`)

/** Why sending is blocked. A suspension by an administrator of the instance ends without action by the account. */
export interface Pause {
  reason: string
  is_suspended: boolean
}

const DELETION_SCHEDULED =
  'This account is scheduled for deletion. Unsent messages stay queued and are sent if the account is kept.'
const SENDING_SUSPENDED =
  'Sending is suspended by the administrator of this instance. Unsent messages stay queued and are sent when the suspension ends.'

/** Returns why an address must not send, or undefined. */
export async function findPause(ctx: Ctx, { email_address }: { email_address: string }): Promise<Pause | undefined> {
  const block = await ctx.sql.one<Partial<Guard> & { sending_disabled: boolean; is_closing: boolean }>(
    `select a.sending_disabled, a.deletes_at is not null as is_closing, g.* from account a left join lateral (
       select ${COLUMNS} from sending_guard
       where account_id = $1 and state = 'paused' and domain in ($2, '${ALL_DOMAINS}') order by domain desc limit 1
     ) g on true where a.id = $1`,
    [domainOf(email_address)],
  )
  if (block?.is_closing) return { reason: DELETION_SCHEDULED, is_suspended: true }
  if (block?.sending_disabled) return { reason: SENDING_SUSPENDED, is_suspended: true }
  return block?.state ? { reason: pauseReason(block as Guard), is_suspended: false } : undefined
}

/** Stores the state of a domain. Returns false if unchanged. A pause stays until someone ends it. */
export async function saveGuard(tx: Tx, guard: Omit<Guard, 'since'>): Promise<boolean> {
  const { domain, state, cause, sent, failed, hard_bounced, complained } = guard
  const saved = await tx.sql.run(
    `insert into sending_guard as g (account_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, domain) do update set state = excluded.state, cause = excluded.cause, sent = excluded.sent, failed = excluded.failed,
       hard_bounced = excluded.hard_bounced, complained = excluded.complained, since = excluded.since
       where g.state = 'warned' and excluded.state = 'paused'`,
    [domain, state, cause, sent, failed, hard_bounced, complained, tx.now()],
  )
  return saved > 0
}

/** Ends a warning, so the next one is announced. */
export async function endWarning(tx: Tx, { domain }: { domain: string }): Promise<void> {
  await tx.sql.run(`delete from sending_guard where account_id = $1 and domain = $2 and state = 'warned'`, [domain])
}

/** Ends a pause and returns it, or undefined if there is none. */
export const endPause = (tx: Tx, { domain }: { domain: string }): Promise<Guard | undefined> =>
  tx.sql.one<Guard>(
    `delete from sending_guard where account_id = $1 and domain = $2 and state = 'paused' returning ${COLUMNS}`,
    [domain],
  )

/** Lists warnings and pauses of all accounts, pauses first, then latest first. */
export async function listAllGuards(): Promise<(Guard & { account_id: number; account_name: string })[]> {
  const { rows } = await systemPool().query<Guard & { account_id: number; account_name: string }>(
    `select g.account_id, a.name as account_name, g.domain, g.state, g.cause, g.sent, g.failed, g.hard_bounced, g.complained, g.since
     from sending_guard g join account a on a.id = g.account_id order by g.state, g.since desc limit 200`,
  )
  return rows
}

export const domainName = (domain: string) => (domain === ALL_DOMAINS ? t`all your domains together` : domain)

const rateOf = (cause: GuardCause, counts: ReputationCounts) =>
  percentOf(cause === 'complaints' ? 'complaint_rate' : 'hard_bounce_rate', counts) ?? 100

/** Describes the event in one sentence. */
export function describeGuard({ domain, cause, ...counts }: DomainCounts & { cause: GuardCause }): string {
  const { part, whole } = shareOf(cause, counts)
  const [some, all, rate] = [numberText(part), numberText(whole), percentText(rateOf(cause, counts), 2)]
  return cause === 'complaints'
    ? t`In the last ${WINDOW_DAYS} days, ${some} of ${all} messages (${rate}) from ${domainName(domain)} were reported as spam.`
    : t`In the last ${WINDOW_DAYS} days, ${some} of ${all} messages (${rate}) from ${domainName(domain)} hard bounced.`
}

export const limitText = (cause: GuardCause, state: 'warn' | 'pause') => percentText(LIMITS[cause][state] / 10)

function pauseReason(guard: Guard): string {
  return t`Sending is paused. ${describeGuard(guard)} The limit is ${limitText(guard.cause, 'pause')}. Unsent messages stay queued. An owner or admin can resume in Settings › Sending health.`
}
