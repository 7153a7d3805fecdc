import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../core/context.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import type { Tx } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { createAccount } from '../accounts/service.ts'
import { markForTest } from '../accounts/settings/for-test.ts'
import { beginInstallation, markUninstalled } from '../apps/installations/installations.ts'
import {
  endTest,
  findEndedTests,
  listTests,
  listTestsInAccount,
  markTest,
  refuseInstalled,
  testInstallations,
} from '../apps/installations/tests.ts'
import { isWaiting } from '../apps/review/review.ts'
import type { TestInAccount, TestsOfApp } from '../apps/review-schema.ts'
import { withDraft } from '../apps/store/detail.ts'
import { revokeGrants } from '../oauth/access/grants.ts'
import { switchAccount } from '../users/sessions.ts'
import { findInstallableApp, installerCtx } from './installer.ts'
import type { ByTest, NewTest } from './schema.ts'
import { firstStep } from './service.ts'

// Administrators install the version in review into an account of their own, without publishing it.

/** Lists the tests of an app, and the accounts that the administrator owns. Throws not_found. */
export async function listTestInstalls(ctx: Ctx, { app_id }: { app_id: number }): Promise<TestsOfApp> {
  if (!(await findInstallableApp(app_id))) throw notFound()
  return listTests({ app_id, user_id: administratorOf(ctx) })
}

/** Lists the tests in an account, which the administrator may not be a member of. */
export const listTestsIn = (_ctx: Ctx, { account_id }: { account_id: number }): Promise<TestInAccount[]> =>
  listTestsInAccount(systemCtx(account_id))

/**
 * Starts a test install, selects its account in the session, and returns the next URL: the app goes through its own sign-in and
 * consent as for any creator. Without an account, one is created. Throws conflict for an app that is not in review or is installed
 * in the account, forbidden for an account that the administrator does not own, not_found.
 */
export async function startTestInstall(
  ctx: Ctx,
  { app_id, account_id: given, session_id }: NewTest & { session_id: string },
): Promise<{ url: string }> {
  const user_id = administratorOf(ctx)
  const stored = await findInstallableApp(app_id)
  if (!stored) throw notFound()
  if (!isWaiting(stored)) throw conflict('The app is not in review')
  const app = withDraft(stored)
  const account_id = given ?? (await createTestAccount(ctx, { user_id, name: `Test of ${app.name}` }))
  const installer = { ...(await installerCtx({ user_id }, account_id)), now: ctx.now }
  if (installer.actor.kind !== 'user' || installer.actor.role !== 'owner')
    throw forbidden('Choose an account that you own')
  const installation_id = await adminWrite(ctx, { account_id }, async (tx, record) => {
    await refuseInstalled(tx, { app_id })
    const begun = await beginInstallation(tx, { app_id })
    await markTest(tx, { app_id, user_id })
    if (given === null) await markForTest(tx)
    const { name: account } = await tx.db.account.findFirstOrThrow({ select: { name: true } })
    await record({ action: 'test_install_started', details: { name: app.name, account, app_id } })
    return begun.installation_id
  })
  await switchAccount(systemCtx(account_id), { user_id, session_id })
  return { url: await firstStep(installer, { app, installation_id, session_id }) }
}

/** Uninstalls a test and ends its tokens. Any administrator may. Throws not_found. */
export async function removeTestInstall(ctx: Ctx, { app_id, account_id }: ByTest): Promise<void> {
  const stored = await findInstallableApp(app_id)
  if (!stored) throw notFound()
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await tx.db.account.findFirst({ select: { name: true } })
    if (!account || !(await uninstallTest(tx, { app_id }))) throw notFound()
    const details = {
      name: withDraft(stored).name,
      account: account.name,
      reason: 'removed on the review page',
      app_id,
    }
    await record({ action: 'test_install_removed', details })
  })
}

/** Removes tests that are a week old, and those whose review has ended. */
export async function removeEndedTests({ now }: { now: Date }): Promise<void> {
  for (const { account_id, app_id, name, account, is_expired } of await findEndedTests(now)) {
    const reason = is_expired ? 'its time was over' : 'the review has ended'
    await adminWrite({ ...systemCtx(account_id), now: () => now }, { account_id }, async (tx, record) => {
      await uninstallTest(tx, { app_id })
      await record({ action: 'test_install_removed', details: { name, account, reason, app_id } })
    })
  }
}

async function uninstallTest(tx: Tx, { app_id }: { app_id: number }): Promise<boolean> {
  const installations = await testInstallations(tx, { app_id })
  if (!(await endTest(tx, { app_id }))) return false
  for (const { id: installation_id } of installations) {
    await markUninstalled(tx, { installation_id, by: 'creator' })
    await revokeGrants(tx, { installation_id })
  }
  return true
}

async function createTestAccount(ctx: Ctx, { user_id, name }: { user_id: number; name: string }): Promise<number> {
  const user = await unscoped().user.findUniqueOrThrow({
    where: { id: user_id },
    select: { id: true, email: true, name: true, is_admin: true },
  })
  return (await createAccount(ctx, { user, name, time_zone: 'UTC' })).account_id
}

function administratorOf({ actor }: Ctx): number {
  if (actor.kind !== 'administrator') throw forbidden()
  return actor.user_id
}
