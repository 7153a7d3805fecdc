import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, serviceCtx, systemCtx, systemPool } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import { emailOwners } from '../accounts/team/owners.ts'
import { deleteApp } from '../apps/develop/develop.ts'
import { uninstallEverywhere } from '../apps/installations/installations.ts'
import { deleteAllFormFiles } from '../forms/files/service.ts'
import { deleteAllImages } from '../media/remove.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { deletedEmail, reminderEmail } from './emails.ts'
import { BELONGS_ONLY_HERE } from './service.ts'
import { accountTables } from './tables.ts'

const DAY_MS = 86_400_000
const REMINDED_BEFORE_MS = 2 * DAY_MS
/** Writes of other processes that overlap the deletion are committed after this time. */
const SETTLED_MS = 5 * 60_000
const ACCOUNTS = 20
const REMINDED = 100
const ROWS = 2_000
/** Rows of these tables may have up to a megabyte each. */
const ROWS_WITH_FILES = 20
const HAS_FILES = /_chunk$|^caught_mail$|^bulk_/

interface Started {
  account_name: string
  by_administrator: boolean
  reason: string | null
  owners: string[]
  members: number[]
  ended_at: Date | null
}

/** Emails owners two days before their account is deleted. */
export async function remindOfDeletions({ now }: { now: Date }): Promise<void> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    `select account_id from account_deletion where deletes_at <= $1 and deletes_at > $2 and reminded_at is null
       and started_at is null and scheduled_at < deletes_at - interval '2 days' order by deletes_at limit ${REMINDED}`,
    [new Date(+now + REMINDED_BEFORE_MS), now],
  )
  for (const { account_id } of rows)
    await write({ ...systemCtx(account_id), now: () => now }, async (tx) => {
      const reminded = await tx.sql.one<{ account_name: string; deletes_at: Date; time_zone: string }>(
        `update account_deletion d set reminded_at = $2 from account a
         where d.account_id = $1 and a.id = $1 and d.reminded_at is null and d.started_at is null
         returning d.account_name, d.deletes_at, a.time_zone`,
        [now],
      )
      if (reminded) await emailOwners(tx, () => reminderEmail(reminded))
    })
}

/**
 * Deletes accounts whose waiting period is over, in statements of a few thousand rows. It can be killed at any point, because every
 * statement only looks for remaining rows.
 */
export async function deleteDueAccounts({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    `select account_id from account_deletion where deletes_at <= $1 and (ended_at is null or ended_at <= $2)
     order by deletes_at limit ${ACCOUNTS}`,
    [now, new Date(+now - SETTLED_MS)],
  )
  for (const { account_id } of rows) {
    await deleteAccount({ ...systemCtx(account_id), now: () => now }, budget)
    if (budget?.has_more) return
  }
}

async function deleteAccount(ctx: Ctx, budget: Budget | undefined): Promise<void> {
  const started = await write(ctx, start)
  if (!started) return
  if (!started.ended_at) await endApps(ctx, budget)
  if (budget?.has_more) return
  // Before their rows, which list the files.
  if (!(await deleteAllImages(ctx, budget))) return
  if (!(await deleteAllFormFiles(ctx, budget))) return
  for (const table of await accountTables()) if (!(await empty(ctx, table, budget))) return
  if (started.ended_at) await finish(ctx, started)
  else await deleteRow(ctx, started)
}

/** Starts the deletion: from now on it cannot be canceled, and no one can open the account. Stores who must be notified. */
async function start(tx: Tx): Promise<Started | undefined> {
  await tx.sql.run('select 1 from account where id = $1 for update')
  const started = await tx.sql.one<Started>(
    `update account_deletion d set started_at = coalesce(d.started_at, $2),
       owners = case when d.started_at is null then array(select u.email from membership m join users u on u.id = m.user_id
         where m.account_id = $1 and m.role = 'owner' order by u.id) else d.owners end,
       members = case when d.started_at is null then array(select m.user_id from membership m
         where m.account_id = $1 and ${BELONGS_ONLY_HERE}) else d.members end
     where d.account_id = $1 and d.deletes_at <= $2
     returning account_name, by_administrator, reason, owners, members, ended_at`,
    [tx.now()],
  )
  if (started) await tx.sql.run('delete from membership where account_id = $1')
  return started
}

/** Uninstalls the account's own apps from other accounts, like any uninstallation. */
async function endApps(ctx: Ctx, budget: Budget | undefined): Promise<void> {
  const apps = await ctx.sql.rows<{ id: number; is_deleted: boolean }>(
    'select id, deleted_at is not null as is_deleted from app where account_id = $1 order by id',
  )
  for (const { id, is_deleted } of apps) {
    if (!is_deleted) await deleteApp(ctx, { id })
    await uninstallEverywhere(ctx, budget ? { app_id: id, budget } : { app_id: id })
    if (budget?.has_more) return
  }
}

/** Deletes the account's rows from a table. Returns false if the slice's time is over. */
async function empty({ account_id }: Ctx, table: string, budget: Budget | undefined): Promise<boolean> {
  const most = HAS_FILES.test(table) ? ROWS_WITH_FILES : ROWS
  for (;;) {
    const { rowCount } = await systemPool().query(
      // The server's database role may not delete from this table (decision 0085).
      table === 'security_event'
        ? `select delete_security_events($1, ${most})`
        : `delete from ${table} where ctid = any (array(select ctid from ${table} where account_id = $1 limit ${most}))`,
      [account_id],
    )
    if (!rowCount) return true
    if (budget?.isSpent()) return false
    if (rowCount < most) return true
  }
}

/** Deletes the account’s own row and the users who had only this account. */
const deleteRow = (ctx: Ctx, { account_name, by_administrator, reason, members }: Started): Promise<void> =>
  adminWrite(ctx, { account_id: ctx.account_id }, async (tx, record) => {
    await tx.sql.run('delete from account where id = $1')
    await tx.sql.run('update session s set account_id = null where s.account_id = $1 and s.user_id = any ($2::int[])', [
      members,
    ])
    const users = await tx.sql.run(
      `${UNSCOPED}delete from users u where u.id = any ($1::int[]) and not u.is_admin
         and not exists (select from membership o where o.user_id = u.id)`,
      [members],
    )
    await tx.sql.run('update account_deletion set ended_at = $2 where account_id = $1', [tx.now()])
    await record({
      action: 'account_deleted',
      details: {
        account: account_name,
        requested_by: by_administrator ? 'administrator' : 'owner',
        ...(reason && { reason }),
        users,
      },
    })
  })

/** Once everything is deleted, notifies the owners and deletes their addresses. */
async function finish({ account_id, now }: Ctx, { account_name, owners }: Started): Promise<void> {
  await write({ ...serviceCtx(), now }, async (tx) => {
    const count = await tx.sql.run(`${UNSCOPED}delete from account_deletion where account_id = $1`, [account_id])
    if (count === 0) return
    for (const to of owners) await queueUserEmail(tx, { to, email: () => deletedEmail({ account_name }) })
  })
}
