import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { type Ctx, systemCtx } from '../context.ts'
import { type Tx, write } from '../write/write.ts'
import type { AuditAction, AuditDetails } from './actions.ts'
import { boundedDetails } from './details.ts'

/** Whom an entry concerns. With an account, the transaction is one of that account. */
export interface AuditSubject {
  account_id?: number | undefined
  user_id?: number | undefined
}

type Change = { before?: unknown; after?: unknown }
type Details<Action extends AuditAction> = AuditDetails<Action> & Change & Record<string, unknown>

export interface AuditNote<Action extends AuditAction> extends AuditSubject {
  action: Action
  details: Details<Action>
}

/**
 * Runs a change by an administrator, the command line or a job in one transaction with its audit entry: both commit or neither.
 * `record` inside writes the entry, once, with what only the transaction knows. Details are cut to a few kilobytes, and what may be
 * secret is removed.
 * @example adminWrite(ctx, { account_id }, async (tx, record) => {
 *   const before = await ...
 *   await record({ action: 'plan_set', details: { account: name, plan, before, after } })
 * })
 */
export async function adminWrite<T>(
  ctx: Ctx,
  subject: AuditSubject,
  change: (
    tx: Tx,
    record: <Action extends AuditAction>(note: { action: Action; details: Details<Action> }) => Promise<void>,
  ) => Promise<T>,
): Promise<T> {
  const { account_id } = subject
  const within: Ctx =
    account_id === undefined || account_id === ctx.account_id
      ? ctx
      : { ...systemCtx(account_id), request_id: ctx.request_id, now: ctx.now, actor: ctx.actor }
  let entries = 0
  const result = await write(within, async (tx) => {
    const done = await change(tx, async ({ action, details }) => {
      entries += 1
      await insertEntry(tx, { action, details, ...subject })
    })
    if (entries === 0) throw new Error('An administrator’s change must write an audit entry: call record')
    return done
  })
  noteEntry(ctx)
  return result
}

/**
 * Writes an entry alone, before something that is no change of our tables: a run of the job engine, a call to another server. So the
 * attempt is recorded even if the process ends in the middle of it.
 */
export async function adminRecord<Action extends AuditAction>(ctx: Ctx, note: AuditNote<Action>): Promise<void> {
  await write(ctx, (tx) => insertEntry(tx, note))
  noteEntry(ctx)
}

/** Tells the guard of administrators' procedures (server/trpc/init.ts) that this call has its entry. */
function noteEntry({ actor }: Ctx): void {
  if (actor.kind === 'administrator') actor.written.entries += 1
}

async function insertEntry<Action extends AuditAction>(
  tx: Tx,
  { action, details, account_id, user_id }: AuditNote<Action>,
): Promise<void> {
  const { actor } = tx
  const [acted_as, by, ip] =
    actor.kind === 'administrator' ? ['administrator', actor.user_id, actor.ip] : ['service', null, null]
  await tx.sql.run(
    `insert into audit_entry (occurred_at, action, acted_as, user_id, email, ip, subject_account_id, subject_user_id, details)
     select $2, $3, $4, $5, (select email from users where id = $5), $6, $7, $8, $9::jsonb where $1::int is not null`,
    [
      tx.now(),
      action,
      acted_as,
      by,
      ip,
      account_id ?? (tx.account_id === SERVICE_ACCOUNT ? null : tx.account_id),
      user_id ?? null,
      boundedDetails(details),
    ],
  )
}
