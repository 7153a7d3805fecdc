import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount, testToken, withRole } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { takeEvents } from '../../../testing/events.ts'

test('uninstalling revokes the app’s tokens immediately and records one event', async () => {
  const account = await testAccount()
  const { account_id } = account
  expect((await api('GET /v4/account', bearer(account))).status).toBe(200)
  const { id: installation_id, app_id } = await unscoped().installation.findFirstOrThrow({ where: { account_id } })
  await takeEvents(account_id)
  for (let times = 0; times < 2; times++) await dashboard(account).installs.uninstall({ installation_id })
  const answer = await api('GET /v4/account', bearer(account))
  expect([answer.status, answer.body.errors]).toEqual([401, ['The access token is invalid']])
  expect(await takeEvents(account_id)).toEqual([{ type: 'app.uninstalled', data: { installation_id, app_id } }])
  expect(await unscoped().installation.findFirst({ where: { id: installation_id } })).toMatchObject({
    state: 'uninstalled',
    uninstalled_by: 'creator',
  })
  expect(await dashboard(account).security_events.list()).toMatchObject([
    { kind: 'app_uninstalled', summary: 'Test app was uninstalled', by: 'Nora Lind' },
  ])
})

test('an app of another account cannot be uninstalled, and uninstalling requires the admin role', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { account_id, user_id } = account
  const token = await testToken(account_id, user_id)
  const [{ id: installation_id } = { id: 0 }] = await unscoped().installation.findMany({
    where: { account_id },
    orderBy: { id: 'asc' },
  })
  await expect(dashboard(other).installs.uninstall({ installation_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const role of ['editor', 'viewer'] as const) {
    const attempt = dashboard(account, withRole(account, role)).installs.uninstall({ installation_id })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  expect((await api('GET /v4/account', bearer(account))).status).toBe(200)
  await dashboard(account).installs.uninstall({ installation_id })
  expect((await api('GET /v4/account', bearer(account))).status).toBe(401)
  expect((await api('GET /v4/account', { token })).status).toBe(200)
})
