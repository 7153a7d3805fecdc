import { type Ctx, systemPool } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import { rowsSql } from '../../../db/statements/rows-sql.ts'
import type { TestInAccount, TestsOfApp } from '../review-schema.ts'
import { withDraft } from '../store/detail.ts'
import type { AppRow } from '../store/directory.ts'

// Installations that an administrator uses to test the version in review. All installations of the app in that account belong to the test.

/** A test is removed after this many days. */
const TEST_DAYS = 7

const MS_PER_DAY = 86_400_000

/** Marks the app as a test in the account. Starting it again extends it. */
export async function markTest(tx: Tx, { app_id, user_id }: { app_id: number; user_id: number }): Promise<void> {
  const now = tx.now()
  await tx.sql.run(
    `insert into test_install (account_id, app_id, started_by, started_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, app_id) do update set started_by = excluded.started_by, started_at = excluded.started_at,
       expires_at = excluded.expires_at`,
    [app_id, user_id, now, new Date(+now + TEST_DAYS * MS_PER_DAY)],
  )
}

/** Throws conflict if the account has the app installed for another reason, because the end of the test would uninstall it. */
export async function refuseInstalled(tx: Tx, { app_id }: { app_id: number }): Promise<void> {
  const installed = await tx.sql.one(
    `select 1 from installation i where i.account_id = $1 and i.app_id = $2 and i.state <> 'uninstalled'
       and not exists (select from test_install t where t.account_id = $1 and t.app_id = $2 and t.removed_at is null) limit 1`,
    [app_id],
  )
  if (installed)
    throw conflict('This account has the app installed. Choose another account, or create one for the test.')
}

/** Ends the mark of a test. Returns false if there is none. */
export async function endTest(tx: Tx, { app_id }: { app_id: number }): Promise<boolean> {
  const ended = await tx.sql.run(
    'update test_install set removed_at = $3 where account_id = $1 and app_id = $2 and removed_at is null',
    [app_id, tx.now()],
  )
  return ended > 0
}

/** Ends a test whose last installation was uninstalled. */
export async function endTestWithoutInstallation(tx: Tx, { app_id }: { app_id: number }): Promise<void> {
  await tx.sql.run(
    `update test_install set removed_at = $3 where account_id = $1 and app_id = $2 and removed_at is null and not exists (
       select from installation i where i.account_id = $1 and i.app_id = $2 and i.state <> 'uninstalled')`,
    [app_id, tx.now()],
  )
}

/** Deletes the mark of an earlier test, because the app is now installed normally. */
export async function forgetRemovedTest(ctx: Ctx, { app_id }: { app_id: number }): Promise<void> {
  await ctx.sql.run('delete from test_install where account_id = $1 and app_id = $2 and removed_at is not null', [
    app_id,
  ])
}

/** Returns the version of the app for the account: the version in review if it is tested there, otherwise the approved one. */
export async function versionFor(ctx: Ctx, app: AppRow): Promise<AppRow> {
  return app.draft !== null && (await isTested(ctx, { app_id: app.id })) ? withDraft(app) : app
}

/** Returns whether an administrator is testing the app in this account. */
export async function isTested(ctx: Ctx, { app_id }: { app_id: number }): Promise<boolean> {
  const test = await ctx.sql.one(
    'select 1 from test_install where account_id = $1 and app_id = $2 and removed_at is null',
    [app_id],
  )
  return test !== undefined
}

export async function isTestedAnywhere(app_id: number): Promise<boolean> {
  const { rows } = await systemPool().query(
    'select 1 from test_install where app_id = $1 and removed_at is null limit 1',
    [app_id],
  )
  return rows.length > 0
}

/** Lists the tests of an app, newest first, and the user's accounts that can test it. */
export async function listTests({ app_id, user_id }: { app_id: number; user_id: number }): Promise<TestsOfApp> {
  const { rows } = await systemPool().query<TestsOfApp>(
    `select ${rowsSql(
      `select t.account_id, c.name as account_name, coalesce(u.name, u.email) as started_by, ${isoSql('t.started_at')} as started_at,
         ${isoSql('t.expires_at')} as expires_at, exists (select from installation i
           where i.account_id = t.account_id and i.app_id = t.app_id and i.state = 'installed') as is_complete
       from test_install t join account c on c.id = t.account_id left join users u on u.id = t.started_by
       where t.app_id = $1 and t.removed_at is null order by t.started_at desc, t.account_id limit ${MOST}`,
    )} as tests, ${rowsSql(
      `select c.id, c.name from membership m join account c on c.id = m.account_id
       where m.user_id = $2 and m.role = 'owner' and c.deletes_at is null and not exists (
         select from installation i where i.account_id = c.id and i.app_id = $1 and i.state <> 'uninstalled')
       order by c.name, c.id limit ${MOST}`,
    )} as accounts`,
    [app_id, user_id],
  )
  return rows[0] ?? { tests: [], accounts: [] }
}

/** Lists the tests in this account, newest first. */
export const listTestsInAccount = (ctx: Ctx): Promise<TestInAccount[]> =>
  ctx.sql.rows<TestInAccount>(
    `select 'app' as kind, t.app_id as id, coalesce(a.draft ->> 'name', a.name) as name, ${isoSql('t.expires_at')} as expires_at
     from test_install t join app a on a.id = t.app_id
     where t.account_id = $1 and t.removed_at is null order by t.started_at desc, t.app_id limit ${MOST}`,
  )

const MOST = 50

/** Returns tests whose time or whose review has ended, with the reason. */
export async function findEndedTests(
  now: Date,
): Promise<{ account_id: number; app_id: number; name: string; account: string; is_expired: boolean }[]> {
  const { rows } = await systemPool().query(
    `select t.account_id, t.app_id, a.name, c.name as account, t.expires_at <= $1 as is_expired
     from test_install t join app a on a.id = t.app_id join account c on c.id = t.account_id
     where t.removed_at is null
       and (t.expires_at <= $1 or a.deleted_at is not null or not (a.status = 'in_review' or a.draft_submitted_at is not null))
     order by t.account_id, t.app_id limit ${MOST}`,
    [now],
  )
  return rows
}

/** Returns the installations that end with the test. */
export const testInstallations = (tx: Tx, { app_id }: { app_id: number }): Promise<{ id: number }[]> =>
  tx.sql.rows<{ id: number }>(
    `select id from installation where account_id = $1 and app_id = $2 and state <> 'uninstalled' order by id`,
    [app_id],
  )
