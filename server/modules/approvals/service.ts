import type { AssistantLimits } from '../../core/assistants.ts'
import type { Ctx } from '../../core/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { numberText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { notify } from '../notifications/notify.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { approvalEmail } from './emails.ts'
import type { ApprovalDetails, ApprovalFilter, ListedApproval, OperationInput } from './schema.ts'
import { whatHappens } from './sentence-schema.ts'

const VALID_MS = 24 * 3_600_000
/** Requests of an assistant that may wait, and that it may make in 24 hours: each notifies the admins. */
export const MAX_PENDING = 10
export const MAX_A_DAY = 50

/** The key or grant of an assistant. */
export type Asker = { api_key_id: number; grant_id: null } | { api_key_id: null; grant_id: number }

export interface NewApproval {
  asker: Asker
  asked_by: string
  limits: AssistantLimits
  reason: string | null
  operation: string
  summary: string
  input: OperationInput
  title: string | null
  recipients: number | null
  suppressed: number | null
  warnings: string[]
  fingerprint: string | null
}

/**
 * Stores what an assistant asks for, and notifies the admins. The same request returns the pending one. Throws forbidden above the
 * assistant's recipients a day, and conflict above its number of requests.
 */
export function requestApproval(ctx: Ctx, asked: NewApproval): Promise<{ id: number }> {
  const { asker, asked_by, reason, operation, summary, input, title, recipients } = asked
  return write(ctx, async (tx) => {
    await lockAsker(tx, asker)
    const same = await tx.sql.one<{ id: number }>(
      `select id from approval where account_id = $1 and ${OF_ASKER} and state = 'pending' and expires_at > $4
         and operation = $5 and input = $6::jsonb and fingerprint is not distinct from $7 limit 1`,
      [asker.api_key_id, asker.grant_id, tx.now(), operation, JSON.stringify(input), asked.fingerprint],
    )
    if (same) return same
    await requireRoom(tx, asker)
    await requireRecipients(tx, { ...asked, is_pending: true })
    const made = await tx.sql.one<{ id: number }>(
      `insert into approval (account_id, api_key_id, grant_id, asked_by, reason, operation, summary, input, title, recipients, suppressed,
         warnings, fingerprint, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $15) returning id`,
      [
        asker.api_key_id,
        asker.grant_id,
        asked_by,
        reason,
        operation,
        summary,
        JSON.stringify(input),
        title,
        recipients,
        asked.suppressed,
        asked.warnings,
        asked.fingerprint,
        tx.now(),
        new Date(+tx.now() + VALID_MS),
      ],
    )
    if (!made) throw notFound()
    const { time_zone } = await tx.db.account.findFirstOrThrow({
      where: { id: tx.account_id },
      select: { time_zone: true },
    })
    await recordSecurityEvent(tx, {
      kind: 'approval_requested',
      summary: `“${asked_by}” asked for approval: ${summary}`,
    })
    await notify(tx, {
      kind: 'approval_requested',
      key: `${made.id}`,
      path: `/approvals/${made.id}`,
      email: () => approvalEmail({ asked_by, sentence: whatHappens(asked, { now: tx.now(), timeZone: time_zone }) }),
    })
    return made
  })
}

const OF_ASKER = 'api_key_id is not distinct from $2 and grant_id is not distinct from $3'

/** Parallel requests and approvals of one assistant wait for each other, so its limits hold. */
const lockAsker = (tx: Tx, { api_key_id, grant_id }: Asker) =>
  acquireAdvisoryLock(tx, `assistant ${api_key_id === null ? `grant ${grant_id}` : `key ${api_key_id}`}`)

async function requireRoom(tx: Tx, { api_key_id, grant_id }: Asker): Promise<void> {
  const counts = await tx.sql.one<{ pending: number; of_day: number }>(
    `select count(*) filter (where state = 'pending' and expires_at > $4)::int as pending, count(*)::int as of_day
     from approval where account_id = $1 and ${OF_ASKER} and created_at > $4::timestamptz - interval '24 hours'`,
    [api_key_id, grant_id, tx.now()],
  )
  if ((counts?.pending ?? 0) >= MAX_PENDING)
    throw conflict(t`${MAX_PENDING} requests wait for a member already. Wait until they are decided`)
  if ((counts?.of_day ?? 0) >= MAX_A_DAY)
    throw conflict(t`An assistant can ask for at most ${MAX_A_DAY} approvals in 24 hours. Try again tomorrow`)
}

/** Counts what was approved in the last 24 hours and, for a new request, what waits. Throws forbidden. */
async function requireRecipients(
  tx: Tx,
  {
    asker: { api_key_id, grant_id },
    limits: { recipients_per_day },
    recipients,
    is_pending,
  }: Pick<NewApproval, 'asker' | 'limits' | 'recipients'> & { is_pending: boolean },
): Promise<void> {
  if (recipients_per_day === null || recipients === null) return
  const counted = await tx.sql.one<{ recipients: number }>(
    `select coalesce(sum(recipients), 0) as recipients from approval
     where account_id = $1 and ${OF_ASKER} and (state = 'done' and decided_at > $4::timestamptz - interval '24 hours'
       or $5::boolean and state = 'pending' and expires_at > $4)`,
    [api_key_id, grant_id, tx.now(), is_pending],
  )
  const total = (counted?.recipients ?? 0) + recipients
  if (total > recipients_per_day)
    throw forbidden(
      t`This assistant may reach ${numberText(recipients_per_day)} subscribers in 24 hours, and with this request it would be ${numberText(total)}`,
    )
}

/** `$2` is the present time. */
const STATE = `case when t.state = 'pending' and t.expires_at <= $2::timestamptz then 'expired' else t.state end`
const LISTED = `t.id, t.asked_by, t.operation, t.summary, t.title, t.input, t.recipients, ${STATE} as state,
  ${isoSql('t.created_at')} as created_at, ${isoSql('t.expires_at')} as expires_at`

/** Lists requests, newest first. */
export function listApprovals(
  ctx: Ctx,
  { state, ...paging }: ApprovalFilter & PageQuery,
): Promise<Page<ListedApproval>> {
  const values = [ctx.now(), ...(state ? [state] : [])]
  const where = ['t.account_id = $1', ...(state ? [`${STATE} = $3`] : [])]
  return keysetPage<ListedApproval>(ctx.sql, paging, {
    name: 'approvals',
    view: LISTED,
    from: 'approval t',
    where,
    values,
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Returns a request. Throws not_found. */
export async function getApproval(ctx: Ctx, { id }: { id: number }): Promise<ApprovalDetails> {
  const row = await ctx.sql.one<ApprovalDetails>(
    `select ${LISTED}, t.reason, t.suppressed, t.warnings, t.problem, t.result_id::int as result_id,
       (select coalesce(u.name, u.email) from users u where u.id = t.decided_by) as decided_by,
       ${isoSql('t.decided_at')} as decided_at
     from approval t where t.account_id = $1 and t.id = $3`,
    [ctx.now(), id],
  )
  if (!row) throw notFound()
  return row
}

type OwnApproval = Pick<
  ApprovalDetails,
  'id' | 'state' | 'summary' | 'recipients' | 'problem' | 'result_id' | 'expires_at'
>

/** State of a request for the assistant that made it. Throws not_found for a request of another assistant. */
export async function readOwnApproval(ctx: Ctx, { id, asker }: { id: number; asker: Asker }): Promise<OwnApproval> {
  const row = await ctx.sql.one<OwnApproval>(
    `select t.id, ${STATE} as state, t.summary, t.recipients, t.problem, t.result_id::int as result_id, ${isoSql('t.expires_at')} as expires_at
     from approval t where t.account_id = $1 and t.api_key_id is not distinct from $3 and t.grant_id is not distinct from $4 and t.id = $5`,
    [ctx.now(), asker.api_key_id, asker.grant_id, id],
  )
  if (!row) throw notFound('This approval does not exist, or another assistant asked for it')
  return row
}

export interface ClaimedApproval {
  id: number
  asker: Asker
  /** The present limits of the assistant that asked. */
  limits: AssistantLimits
  operation: string
  summary: string
  input: OperationInput
  recipients: number | null
  fingerprint: string | null
}

/**
 * Locks a pending request until the transaction ends. Throws not_found, conflict if another member decides it or it is decided, and invalid if
 * it expired or its assistant lost access.
 */
export async function claimApproval(tx: Tx, { id }: { id: number }): Promise<ClaimedApproval> {
  const row = await tx.sql.one<
    Omit<ClaimedApproval, 'asker' | 'limits'> &
      Asker & { state: string; is_expired: boolean; limits: AssistantLimits | null }
  >(
    `select a.id, a.api_key_id, a.grant_id, a.operation, a.summary, a.input, a.recipients, a.fingerprint, a.state, a.expires_at <= $3 as is_expired,
       coalesce((select k.assistant from api_key k where k.account_id = $1 and k.id = a.api_key_id and k.revoked_at is null
           and (k.expires_at is null or k.expires_at > $3)),
         (select g.assistant from oauth_grant g join installation i on i.account_id = $1 and i.id = g.installation_id
          where g.account_id = $1 and g.id = a.grant_id and g.revoked_at is null and i.state <> 'uninstalled')) as limits
     from approval a where a.account_id = $1 and a.id = $2 for update of a skip locked`,
    [id, tx.now()],
  )
  if (!row) {
    const isThere = await tx.sql.one('select 1 from approval where account_id = $1 and id = $2', [id])
    throw isThere ? conflict(t`Someone is deciding about this request now. Reload the page`) : notFound()
  }
  const { api_key_id, grant_id, state, is_expired, limits, ...approval } = row
  if (state !== 'pending') throw conflict(t`This request was decided already. Reload the page`)
  if (is_expired) throw invalid(t`This request has expired. The assistant can ask again`)
  if (limits?.access !== 'approvals' && limits?.access !== 'tests')
    throw invalid(t`The assistant that asked no longer has access, so its request cannot be approved`)
  const asker = { api_key_id, grant_id } as Asker
  await lockAsker(tx, asker)
  await requireRecipients(tx, { asker, limits, recipients: approval.recipients, is_pending: false })
  return { ...approval, asker, limits }
}

/** Stores what became of a claimed request, in the transaction that claimed it. */
export async function recordDecision(
  tx: Tx,
  { id, summary, ...result }: { id: number; summary: string; problem?: string; result_id?: number | null },
): Promise<void> {
  await decide(tx, { id, state: result.problem === undefined ? 'done' : 'failed', ...result })
  await recordSecurityEvent(tx, {
    kind: 'approval_decided',
    summary: result.problem === undefined ? `Approved: ${summary}` : `Approved, but not done: ${summary}`,
  })
}

/** Declines a pending request. Throws not_found and conflict. */
export function declineApproval(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const declined = await decide(tx, { id, state: 'declined' })
    if (declined) return recordSecurityEvent(tx, { kind: 'approval_decided', summary: `Declined: ${declined.summary}` })
    const { state } = await getApproval(tx, { id })
    throw conflict(state === 'expired' ? t`This request has expired` : t`This request was decided already`)
  })
}

const decide = (
  tx: Tx,
  { id, state, problem, result_id }: { id: number; state: string; problem?: string; result_id?: number | null },
) =>
  tx.sql.one<{ summary: string }>(
    `update approval set state = $3, problem = $4, result_id = $5, decided_by = $6, decided_at = $7
     where account_id = $1 and id = $2 and state = 'pending' and expires_at > $7 returning summary`,
    [id, state, problem ?? null, result_id ?? null, tx.actor.kind === 'user' ? tx.actor.user_id : null, tx.now()],
  )

/** Input may contain addresses, and the security log keeps that there was a request. */
export const EXPIRED_APPROVALS: readonly Expired[] = [{ table: 'approval', where: 'expires_at < $1', kept_days: 90 }]
