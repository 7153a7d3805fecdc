import { expect, onTestFinished, test } from 'vitest'
import { writeCalls } from '../../../core/instance/outbound-calls.ts'
import { configureOutbound } from '../../../core/outbound.ts'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { liveAutomation } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { installedPlugin } from '../../../testing/modules/installed-plugin.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { pluginServer, type Reply } from '../../../testing/servers/plugin-server.ts'
import { hasCalls, makeCalls } from '../../automations/apps/calls.ts'
import { enter } from '../../automations/entering/enter.ts'
import { advanceAutomation } from '../../automations/running/advance.ts'

// Requests are claimed and counted over all accounts, so this file has its own database.
runInOwnDatabase()

const REASON = 'Its server answers with our own traffic'

test('requests to an app are counted by host, and wait while an administrator has paused them', async () => {
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  // Moves this process's earlier counts long before the page's range, because they belong to other tests.
  await writeCalls(new Date(0))
  let reply: Reply = { status: 500, body: { errors: ['Sorry'] } }
  const server = await pluginServer(() => reply)
  onTestFinished(server.close)
  const account = await testAccount()
  const { ctx } = account
  const request_url = `${server.url}/act?key=secret-path`
  const { plugin_id, app_id } = await installedPlugin(ctx, { kind: 'automation_action', request_url })
  const action = { type: 'app_action' as const, plugin_id, settings: {} }
  const { id } = await liveAutomation(account, {
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action, next: null, note: '' }],
  })
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  await write(ctx, (tx) => enter(tx, { automation_id: id, entries: [{ subscriber_id, trigger_id: null, data: {} }] }))
  await advanceAutomation(ctx, { id, work_ms: 60_000 })
  let now = new Date()
  const call = () => makeCalls({ now: () => now, budget_ms: 60_000 })
  await call()
  await writeCalls(now)

  const { webhooks, audit } = dashboard(account, ctx, { is_admin: true }).admin
  const outbound_calls = await webhooks.calls({})
  const host = new URL(server.url).host
  expect(outbound_calls.apps).toMatchObject([
    { id: app_id, name: 'Acme', calls: 1, failures: 1, waiting: 1, retrying: 1, paused_at: null },
  ])
  expect(outbound_calls.apps[0]?.problem).toContain('Acme answered with status 500')
  expect(outbound_calls.hosts).toEqual([{ kind: 'app', app_id, host, calls: 1, failures: 1, last_error: 'Status 500' }])
  expect(JSON.stringify(outbound_calls)).not.toContain('secret-path')

  await webhooks.pauseApp({ app_id, reason: REASON })
  await expect(webhooks.pauseApp({ app_id, reason: REASON })).rejects.toThrow('No app')
  now = new Date(+now + 3_600_000)
  const later = { ...ctx, now: () => now }
  expect(await hasCalls(later, { id })).toBe(false)
  await call()
  expect(server.asked).toHaveLength(1)
  expect((await webhooks.calls({})).apps).toMatchObject([{ id: app_id, paused_reason: REASON, waiting: 1 }])

  reply = { body: { ok: true } }
  await webhooks.resumeApp({ app_id })
  await expect(webhooks.resumeApp({ app_id })).rejects.toThrow('not paused')
  expect(await hasCalls(later, { id })).toBe(true)
  await call()
  expect(server.asked).toHaveLength(2)
  const { rows } = await audit.list({ per_page: 5 })
  expect(rows.filter(({ source }) => source === 'instance')).toMatchObject([
    { action: 'app_calls_resumed', details: { app_id } },
    { action: 'app_calls_paused', details: { app_id, reason: REASON } },
  ])
})
