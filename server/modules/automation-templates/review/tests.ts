import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import { rowsSql } from '../../../db/statements/rows-sql.ts'
import { t } from '../../../lib/locale/texts.ts'
import { markForTest } from '../../accounts/settings/for-test.ts'
import { findOwnInstallation } from '../../apps/installations/installations.ts'
import { deleteAutomation } from '../../automations/publishing/lifecycle.ts'
import { administratorOf, openTestAccount } from '../../installs/test-account.ts'
import { switchAccount } from '../../users/sessions.ts'
import { copyVersion, usesApp } from '../adopting/adopt.ts'
import { findForReview, findOwner } from '../directory.ts'
import type { ByTest, NewTest, TestsOfTemplate } from '../review-schema.ts'
import type { ById } from '../schema.ts'

// Administrators copy the version in review into an account of their own, like creators after its publication.

/** A test is removed after this many days. */
const TEST_DAYS = 7
const MS_PER_DAY = 86_400_000
const MOST = 50

/** Lists the tests of a template, and the accounts that the administrator owns. Throws not_found. */
export async function listTemplateTests(ctx: Ctx, { id }: ById): Promise<TestsOfTemplate> {
  const user_id = administratorOf(ctx)
  if (!(await findOwner(id))) throw notFound()
  const { rows } = await systemPool().query<TestsOfTemplate>(
    `select ${rowsSql(
      `select t.account_id, c.name as account_name, coalesce(u.name, u.email) as started_by, ${isoSql('t.started_at')} as started_at,
         ${isoSql('t.expires_at')} as expires_at
       from automation_template_test t join account c on c.id = t.account_id left join users u on u.id = t.started_by
       where t.template_id = $1 order by t.started_at desc, t.account_id limit ${MOST}`,
    )} as tests, ${rowsSql(
      `select c.id, c.name from membership m join account c on c.id = m.account_id
       where m.user_id = $2 and m.role = 'owner' and c.deletes_at is null order by c.name, c.id limit ${MOST}`,
    )} as accounts`,
    [id, user_id],
  )
  return rows[0] ?? { tests: [], accounts: [] }
}

/** Lists the tests of templates in this account, newest first. */
export const listTemplateTestsIn = (ctx: Ctx): Promise<{ id: number; name: string; expires_at: string }[]> =>
  ctx.sql.rows(
    `select t.template_id as id, a.name, ${isoSql('t.expires_at')} as expires_at
     from automation_template_test t join automation a on a.account_id = t.account_id and a.id = t.automation_id
     where t.account_id = $1 order by t.started_at desc, t.template_id limit ${MOST}`,
  )

/**
 * Copies the version in review as a draft, selects its account in the session, and returns the path of the draft. Replaces an earlier test
 * in the account. Without an account, one is created. Throws conflict if the account has not installed the app of the template's steps,
 * forbidden for an account that the administrator does not own, not_found.
 */
export async function startTemplateTest(
  ctx: Ctx,
  { id: template_id, account_id: chosen_id, session_id }: NewTest & { session_id: string },
): Promise<{ url: string }> {
  const user_id = administratorOf(ctx)
  const found = await findForReview(template_id)
  if (!found) throw notFound()
  const { submitted } = found
  const { app_id, app_name, name, version } = submitted
  const needsApp = usesApp(submitted.graph)
  const missing = conflict(t`The template has steps of ${app_name}. Choose an account that has it installed.`)
  if (needsApp && chosen_id === null) throw missing
  const { account, is_new } = await openTestAccount(ctx, { account_id: chosen_id, name })
  if (needsApp && !(await findOwnInstallation(account, { app_id }))) throw missing
  const { account_id } = account
  const automation_id = await adminWrite(ctx, { account_id }, async (tx, record) => {
    await endTest(tx, { template_id })
    const id = await copyVersion({ ...tx, actor: account.actor }, submitted)
    await tx.db.automationTemplateTest.create({
      data: {
        account_id,
        template_id,
        version,
        automation_id: id,
        started_by: user_id,
        started_at: tx.now(),
        expires_at: new Date(+tx.now() + TEST_DAYS * MS_PER_DAY),
      },
    })
    if (is_new) await markForTest(tx)
    await record({
      action: 'template_test_started',
      details: { name, account: await nameOf(tx), template_id, version },
    })
    return id
  })
  await switchAccount(systemCtx(account_id), { user_id, session_id })
  return { url: `/automations/${automation_id}` }
}

/** Deletes the draft of a test, which any administrator may do. Throws not_found. */
export async function removeTemplateTest(ctx: Ctx, { id: template_id, account_id }: ByTest): Promise<void> {
  const template = await findOwner(template_id)
  if (!template) throw notFound()
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    if (!(await endTest(tx, { template_id }))) throw notFound()
    const details = {
      name: template.name,
      account: await nameOf(tx),
      reason: 'removed on the review page',
      template_id,
    }
    await record({ action: 'template_test_removed', details })
  })
}

/** Removes tests that are a week old, and tests of versions that are no longer in review. */
export async function removeEndedTemplateTests({ now }: { now: Date }): Promise<void> {
  const { rows } = await systemPool().query<{
    account_id: number
    template_id: number
    name: string | null
    is_expired: boolean
  }>(
    `select t.account_id, t.template_id, a.name, t.expires_at <= $1 as is_expired
     from automation_template_test t
     left join automation_template a on a.id = t.template_id and a.deleted_at is null
     left join app p on p.id = a.app_id and p.deleted_at is null
     where t.expires_at <= $1 or p.id is null or a.state <> 'in_review' or a.version is distinct from t.version
     order by t.account_id, t.template_id limit ${MOST}`,
    [now],
  )
  for (const { account_id, template_id, name, is_expired } of rows) {
    const reason = is_expired ? 'its time was over' : 'the review has ended'
    await adminWrite({ ...systemCtx(account_id), now: () => now }, { account_id }, async (tx, record) => {
      if (!(await endTest(tx, { template_id }))) return
      const details = { name: name ?? 'Deleted template', account: await nameOf(tx), reason, template_id }
      await record({ action: 'template_test_removed', details })
    })
  }
}

/** Deletes the test's draft, unless it is already deleted, and its row. Returns false if there is no test. */
async function endTest(tx: Tx, { template_id }: { template_id: number }): Promise<boolean> {
  const ended = await tx.sql.one<{ automation_id: number }>(
    'delete from automation_template_test where account_id = $1 and template_id = $2 returning automation_id',
    [template_id],
  )
  if (!ended) return false
  const { automation_id: id } = ended
  if ((await tx.db.automation.count({ where: { id, deleted_at: null } })) > 0) await deleteAutomation(tx, { id })
  return true
}

const nameOf = async (tx: Tx): Promise<string> =>
  (await tx.db.account.findFirst({ select: { name: true } }))?.name ?? 'Deleted account'
