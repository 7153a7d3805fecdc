import { type Ctx, systemCtx } from '../context.ts'
import { type Tx, write } from '../write/write.ts'
import type { AuditAction } from './actions.ts'
import { type AuditNote, type AuditSubject, type Details, entryStatement, recordEntries } from './entries.ts'

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
      await recordEntries(tx, [{ action, details, ...subject }])
    })
    if (entries === 0) throw new Error('An administrator’s change must write an audit entry: call record')
    return done
  })
  noteEntry(ctx)
  return result
}

/**
 * Writes an entry before an action outside our tables, such as a call to another server. The attempt is recorded even if the process
 * crashes during it.
 */
export async function adminRecord<Action extends AuditAction>(ctx: Ctx, note: AuditNote<Action>): Promise<void> {
  await write(ctx, (tx) => recordEntries(tx, [note]))
  noteEntry(ctx)
}

/** Writes an entry in a transaction of the job engine, which does not use `write`. `run` executes a statement in it. */
export async function adminRecordIn<Action extends AuditAction>(
  ctx: Ctx,
  run: (text: string, values: unknown[]) => Promise<unknown>,
  note: AuditNote<Action>,
): Promise<void> {
  const [text, values] = entryStatement(ctx, [note])
  await run(text, values)
  noteEntry(ctx)
}

/** Tells the guard of administrators' procedures (server/trpc/init.ts) that this call has written its entry. */
function noteEntry({ actor }: Ctx): void {
  if (actor.kind === 'administrator') actor.written.entries += 1
}
