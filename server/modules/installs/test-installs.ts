import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Tx } from '../../core/write/write.ts'
import { markForTest } from '../accounts/settings/for-test.ts'
import { beginInstallation, markUninstalled } from '../apps/installations/installations.ts'
import {
  endTest,
  findEndedTests,
  listTests,
  markTest,
  refuseInstalled,
  testInstallations,
} from '../apps/installations/tests.ts'
import { isWaiting } from '../apps/review/review.ts'
import type { TestsOfApp } from '../apps/review-schema.ts'
import { withDraft } from '../apps/store/detail.ts'
import { revokeGrants } from '../oauth/access/grants.ts'
import { switchAccount } from '../users/sessions.ts'
import { findInstallableApp } from './installer.ts'
import type { ByTest, NewTest } from './schema.ts'
import { firstStep } from './service.ts'
import { administratorOf, openTestAccount } from './test-account.ts'

// Administrators install the version in review into one of their own accounts, without publishing it.

/** Lists the tests of an app and the accounts that the administrator owns. Throws not_found. */
export async function listTestInstalls(ctx: Ctx, { app_id }: { app_id: number }): Promise<TestsOfApp> {
  if (!(await findInstallableApp(app_id))) throw notFound()
  return listTests({ app_id, user_id: administratorOf(ctx) })
}

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
  const { account: installer, is_new } = await openTestAccount(ctx, { account_id: given, name: app.name })
  const { account_id } = installer
  const installation_id = await adminWrite(ctx, { account_id }, async (tx, record) => {
    await refuseInstalled(tx, { app_id })
    const begun = await beginInstallation(tx, { app_id })
    await markTest(tx, { app_id, user_id })
    if (is_new) await markForTest(tx)
    const { name: account } = await tx.db.account.findFirstOrThrow({ select: { name: true } })
    await record({ action: 'test_install_started', details: { name: app.name, account, app_id } })
    return begun.installation_id
  })
  await switchAccount(systemCtx(account_id), { user_id, session_id })
  return { url: await firstStep(installer, { app, installation_id, session_id }) }
}

/** Uninstalls the app and revokes the test's tokens. Any administrator may. Throws not_found. */
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

/** Removes tests that are a week old or whose review has ended. */
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
