import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { instanceSettings } from '../../core/instance/settings.ts'
import { iso, isoSql } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import { emailOwners } from '../accounts/team/owners.ts'
import { findUnsent, requestSending } from '../broadcasts/sending/sending.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { markQueuesChanged } from '../webhooks/delivery/endpoint-queue.ts'
import { keptEmail, scheduledEmail } from './emails.ts'
import type { AccountContents, AdministratorsDeletion, ByAccount, DeletionInput, ScheduledDeletion } from './schema.ts'
import { contentsText } from './values-schema.ts'

const DAY_MS = 86_400_000
/** Counting more would take long without telling the user more. */
const MAX_MESSAGES = 1_000_000

/** Counts the data that a deletion of the account would delete. Throws not_found. */
export async function countContents(ctx: Ctx): Promise<AccountContents> {
  return readContents(ctx, await instanceSettings())
}

async function readContents(ctx: Ctx, { deletion_days }: { deletion_days: number }): Promise<AccountContents> {
  const found = await ctx.sql.one<Omit<AccountContents, 'days' | 'has_more_messages'>>(
    `select a.name,
       coalesce((select sum(change) from subscriber_count where account_id = $1), 0)::int as subscribers,
       (select count(*)::int from broadcast where account_id = $1) as broadcasts,
       (select count(*)::int from sequence where account_id = $1) as sequences,
       (select count(*)::int from automation where account_id = $1 and deleted_at is null) as automations,
       (select count(*)::int from form where account_id = $1) as forms,
       (select count(*)::int from post where account_id = $1) as posts,
       (select count(*)::int from (select from delivery where account_id = $1 limit ${MAX_MESSAGES + 1}) some_messages) as messages,
       (select count(*)::int from membership where account_id = $1) as members,
       (select count(*)::int from membership m where m.account_id = $1 and ${BELONGS_ONLY_HERE}) as users
     from account a where a.id = $1`,
  )
  if (!found) throw notFound()
  return {
    ...found,
    messages: Math.min(found.messages, MAX_MESSAGES),
    has_more_messages: found.messages > MAX_MESSAGES,
    days: deletion_days,
  }
}

/** SQL of whether the user of `membership m` has no other account. Administrators of the instance stay. */
export const BELONGS_ONLY_HERE = `not exists (
  select from membership o where o.user_id = m.user_id and o.account_id <> m.account_id)
  and not (select u.is_admin from users u where u.id = m.user_id)`

/** Returns the scheduled deletion of the account, or null. */
export async function getDeletion(ctx: Ctx): Promise<ScheduledDeletion | null> {
  const found = await ctx.sql.one<ScheduledDeletion>(
    `select account_name, ${isoSql('scheduled_at')} as scheduled_at, ${isoSql('deletes_at')} as deletes_at, by_administrator, reason,
       started_at is not null as has_started
     from account_deletion where account_id = $1`,
  )
  return found ?? null
}

/**
 * Schedules the deletion of the owner's account and immediately stops everything that leaves it. Throws invalid for a wrong name, or
 * conflict.
 */
export async function requestDeletion(ctx: Ctx, { name }: DeletionInput): Promise<{ deletes_at: string }> {
  const settings = await instanceSettings()
  const { deletes_at } = await write(ctx, (tx) =>
    schedule(tx, { name, reason: null, by_administrator: false, settings }),
  )
  return { deletes_at }
}

/** Like `requestDeletion`, by an administrator of the instance. */
export async function scheduleDeletion(
  ctx: Ctx,
  { account_id, name, reason }: AdministratorsDeletion,
): Promise<{ deletes_at: string }> {
  const settings = await instanceSettings()
  return adminWrite(ctx, { account_id }, async (tx, record) => {
    const { account_name, deletes_at } = await schedule(tx, { name, reason, by_administrator: true, settings })
    await record({
      action: 'account_deletion_scheduled',
      details: { account: account_name, date: deletes_at.slice(0, 10), reason },
    })
    return { deletes_at }
  })
}

interface NewDeletion {
  name: string
  reason: string | null
  by_administrator: boolean
  settings: { deletion_days: number }
}

/** Schedules a deletion in the caller's transaction. Throws like `requestDeletion`. */
export async function schedule(tx: Tx, { name, reason, by_administrator, settings }: NewDeletion) {
  const account = await tx.sql.one<{ name: string; time_zone: string; is_scheduled: boolean }>(
    'select name, time_zone, deletes_at is not null as is_scheduled from account where id = $1 for no key update',
  )
  if (!account) throw notFound()
  if (account.name.trim() !== name) throw invalid(t`Type “${account.name}”, the name of the account, to delete it`)
  if (account.is_scheduled) throw conflict('This account is already scheduled for deletion')
  const contents = await readContents(tx, settings)
  const deletes_at = new Date(+tx.now() + contents.days * DAY_MS)
  const { actor } = tx
  await tx.sql.run(
    `insert into account_deletion (account_id, account_name, scheduled_at, deletes_at, by_administrator, reason, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [account.name, tx.now(), deletes_at, by_administrator, reason, 'user_id' in actor ? actor.user_id : null],
  )
  await tx.sql.run('update account set deletes_at = $2, updated_at = $3 where id = $1', [deletes_at, tx.now()])
  // Makes processes that have loaded deliveries read their queues again, which are empty now.
  await markQueuesChanged(tx)
  await recordSecurityEvent(tx, {
    kind: 'deletion_scheduled',
    summary: `The account was scheduled for deletion on ${iso(deletes_at).slice(0, 10)}`,
  })
  await emailOwners(tx, () =>
    scheduledEmail({
      account_name: account.name,
      deletes_at,
      time_zone: account.time_zone,
      by_administrator,
      reason,
      contents: contentsText(contents),
    }),
  )
  return { account_name: account.name, deletes_at: iso(deletes_at) }
}

/** Cancels the deletion of the owner's account and restores its former state. Throws conflict if it has started or is not scheduled. */
export const keepAccount = (ctx: Ctx): Promise<void> =>
  write(ctx, async (tx) => {
    await cancel(tx)
  })

/** Like `keepAccount`, by an administrator of the instance. */
export const cancelDeletion = (ctx: Ctx, { account_id }: ByAccount): Promise<void> =>
  adminWrite(ctx, { account_id }, async (tx, record) => {
    const { account_name } = await cancel(tx)
    await record({ action: 'account_deletion_canceled', details: { account: account_name } })
  })

async function cancel(tx: Tx): Promise<{ account_name: string }> {
  const canceled = await tx.sql.one<{ account_name: string }>(
    'delete from account_deletion where account_id = $1 and started_at is null returning account_name',
  )
  if (!canceled) throw conflict('This account is not scheduled for deletion, or its deletion has started')
  await tx.sql.run('update account set deletes_at = null, is_for_test = false, updated_at = $2 where id = $1', [
    tx.now(),
  ])
  await markQueuesChanged(tx)
  // Crons continue sequences, automations and webhook retries within a minute.
  for (const id of await findUnsent(tx)) await requestSending(tx, { id })
  await recordSecurityEvent(tx, { kind: 'deletion_canceled', summary: 'The deletion of the account was canceled' })
  await emailOwners(tx, () => keptEmail(canceled))
  return canceled
}

/** Counts an account's data for an administrator who is about to delete it. Throws not_found. */
export const countContentsOf = (_ctx: Ctx, { account_id }: ByAccount): Promise<AccountContents> =>
  countContents(systemCtx(account_id))
export const getDeletionOf = (_ctx: Ctx, { account_id }: ByAccount): Promise<ScheduledDeletion | null> =>
  getDeletion(systemCtx(account_id))
