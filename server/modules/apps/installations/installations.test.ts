import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { takeEvents } from '../../../testing/events.ts'
import { InstalledApp } from '../schema.ts'
import { findAppByClientId, findLiveApp } from '../service.ts'
import { beginInstallation, completeInstallation, markUninstalled } from './installations.ts'

const newApp = (data: { deleted_at?: Date; account_id?: number } = {}) =>
  unscoped().app.create({
    data: { client_id: randomUUID(), name: 'Press', settings_url: 'https://press.example/settings', ...data },
  })
const complete = (ctx: Ctx, installation_id: number) =>
  write(ctx, (tx) => completeInstallation(tx, { installation_id }))
const uninstall = (ctx: Ctx, installation_id: number) =>
  write(ctx, (tx) => markUninstalled(tx, { installation_id, by: 'creator' }))

test('any account finds an app of any developer until it is deleted', async () => {
  const { account_id } = await testAccount()
  for (const app of [await newApp({ account_id }), await newApp()]) {
    expect(await findLiveApp(app.id)).toMatchObject({ id: app.id })
    expect(await findAppByClientId(app.client_id)).toMatchObject({ id: app.id })
  }
  const gone = await newApp({ deleted_at: new Date() })
  expect(await findLiveApp(gone.id)).toBeNull()
  expect(await findAppByClientId(gone.client_id)).toBeNull()
  const { ctx } = await testAccount()
  await expect(beginInstallation(ctx, { app_id: gone.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an installation begins once per tenant, completes once, and ends once with an event', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const { id: app_id } = await newApp()
  const both = await Promise.all([beginInstallation(ctx, { app_id }), beginInstallation(ctx, { app_id })])
  const [{ installation_id }] = both
  expect(both[1]).toEqual({ installation_id, state: 'pending' })
  const tenant = await beginInstallation(ctx, { app_id, tenant_name: 'North' })
  expect(tenant.installation_id).not.toBe(installation_id)
  expect(await dashboard(account).apps.installed()).toHaveLength(1)

  await complete(ctx, installation_id)
  expect(await beginInstallation(ctx, { app_id })).toEqual({ installation_id, state: 'installed' })
  const installed = (await dashboard(account).apps.installed()).find((row) => row.installation_id === installation_id)
  expect(InstalledApp.parse(installed)).toEqual({
    installation_id,
    app_id,
    name: 'Press',
    tagline: '',
    logo_url: null,
    tenant_name: '',
    state: 'installed',
    test_expires_at: null,
    scopes: [],
    assistant: null,
    installed_by: 'Nora Lind',
    installed_at: expect.any(String),
    last_used_at: null,
    webhook_endpoint_count: 0,
    settings_url: 'https://press.example/settings',
  })

  await takeEvents(account_id)
  await uninstall(ctx, installation_id)
  await uninstall(ctx, installation_id)
  expect(await takeEvents(account_id)).toMatchObject([{ type: 'app.uninstalled', data: { installation_id, app_id } }])
  await complete(ctx, installation_id)
  const rows = await dashboard(account).apps.installed()
  expect(rows.map((row) => row.installation_id)).not.toContain(installation_id)
  expect(await beginInstallation(ctx, { app_id })).toEqual({ installation_id, state: 'pending' })
})

test('a pending installation with tokens is listed', async () => {
  const account = await testAccount()
  const { account_id } = account
  const [row] = await dashboard(account).apps.installed()
  expect(row).toMatchObject({ name: 'Test app', state: 'installed', scopes: ['public', 'team:write'] })
  await unscoped().installation.updateMany({ where: { account_id }, data: { state: 'pending', installed_at: null } })
  await unscoped().oauthToken.updateMany({ where: { account_id }, data: { last_used_at: new Date(0) } })
  await unscoped().webhookEndpoint.create({
    data: { account_id, name: 'In', url: 'https://a.example', secret: '', app_id: row?.app_id ?? 0 },
  })
  expect(await dashboard(account).apps.installed()).toMatchObject([
    { state: 'pending', installed_at: null, last_used_at: '1970-01-01T00:00:00Z', webhook_endpoint_count: 1 },
  ])
  await unscoped().oauthGrant.updateMany({ where: { account_id }, data: { revoked_at: new Date() } })
  expect(await dashboard(account).apps.installed()).toEqual([])
})

test('another account’s installation is not found [S11]', async () => {
  const [own, other_account] = [await testAccount(), await testAccount()]
  const { id: app_id } = await newApp()
  const { installation_id } = await beginInstallation(other_account.ctx, { app_id })
  await expect(uninstall(own.ctx, installation_id)).rejects.toMatchObject({ code: 'not_found' })
  await complete(own.ctx, installation_id)
  expect(await unscoped().installation.findFirst({ where: { id: installation_id } })).toMatchObject({
    account_id: other_account.account_id,
    state: 'pending',
  })
})
