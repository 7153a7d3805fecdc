import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { liveAutomation } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { takeEvents } from '../../../testing/events.ts'
import { installedPlugin } from '../../../testing/modules/installed-plugin.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { pluginServer, type Reply } from '../../../testing/servers/plugin-server.ts'
import { enter } from '../entering/enter.ts'
import { advanceAutomation } from '../running/advance.ts'
import { hasCalls, makeCalls } from './calls.ts'

// Requests are claimed for all accounts.
runInOwnDatabase()

async function calling(count: number, answer: () => Reply) {
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const server = await pluginServer(answer)
  onTestFinished(server.close)
  const account = await testAccount()
  const { ctx } = account
  const { plugin_id } = await installedPlugin(ctx, { kind: 'automation_action', request_url: `${server.url}/act` })
  const action = { type: 'app_action' as const, plugin_id, settings: {} }
  const { id: automation_id } = await liveAutomation(account, {
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action, next: null, note: '' }],
  })
  const ids = await addSubscribers(account, count)
  const entries = ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} }))
  await write(ctx, (tx) => enter(tx, { automation_id, entries }))
  const advance = () => advanceAutomation(ctx, { id: automation_id, work_ms: 60_000 })
  const call = () => makeCalls({ now: () => new Date(), budget_ms: 60_000 })
  const runs = () =>
    ctx.sql.rows<{ state: string; problem: string | null }>(
      'select distinct state, problem from automation_run where account_id = $1',
      [],
    )
  return { account, ctx, server, ids, advance, call, runs }
}

test('subscribers are posted to the app, at most 100 a request, and continue when it has answered', async () => {
  const { server, ids, advance, call, runs } = await calling(130, () => ({ body: { ok: true } }))
  await advance()
  expect(await runs()).toEqual([{ state: 'waiting', problem: null }])
  await call()
  const bodies = server.asked.map(({ body }) => body)
  expect(bodies.map((body) => body.subscribers.length).sort()).toEqual([100, 30])
  expect(bodies[0]).toMatchObject({ settings: {}, after: null, node_id: 'a', automation_id: expect.any(Number) })
  const posted = bodies.flatMap((body) => body.subscribers.map((one: { id: number }) => one.id))
  expect(posted.sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
  await advance()
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
  await call()
  expect(server.asked).toHaveLength(2)
})

test('requests are asked for with the step, and a job makes those of its automation', async () => {
  const { account, ctx, server, advance, runs } = await calling(1, () => ({ body: {} }))
  await advance()
  const { id: automation_id } = await ctx.db.automation.findFirstOrThrow()
  const asked = (await takeEvents(account.account_id)).filter(({ type }) => type === 'automation.calls_queued')
  expect(asked).toMatchObject([{ data: { automation_id } }])
  const make = (id: number) =>
    makeCalls({ now: () => new Date(), budget_ms: 60_000, of: { ...account, automation_id: id } })
  await make(automation_id + 1)
  expect(server.asked).toHaveLength(0)
  expect(await hasCalls(ctx, { id: automation_id })).toBe(true)
  await Promise.all([make(automation_id), make(automation_id)])
  expect(server.asked).toHaveLength(1)
  expect(await hasCalls(ctx, { id: automation_id })).toBe(false)
  await advance()
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
})

test('while apps in automations are switched off on the instance, requests wait and no one is lost', async () => {
  const { account, server, advance, call, runs } = await calling(2, () => ({ body: { ok: true } }))
  const { settings } = dashboard(account, account.ctx, { is_admin: true }).admin
  await advance()
  await settings.save({ has_automation_apps: false })
  await call()
  expect(server.asked).toHaveLength(0)
  expect(await runs()).toEqual([{ state: 'waiting', problem: null }])
  await settings.save({ has_automation_apps: true })
  await call()
  await advance()
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
})

test('an app that is down is asked again, and a refusal holds the subscriber with its reason', async () => {
  const replies: Reply[] = [
    { status: 503, body: {} },
    { status: 422, body: { errors: ['No such course.'] } },
  ]
  const { ctx, server, advance, call, runs } = await calling(1, () => replies.shift() ?? { status: 500, body: {} })
  await advance()
  await call()
  expect(await runs()).toEqual([{ state: 'waiting', problem: null }])
  const [first] = await ctx.sql.rows<{ problem: string }>(
    'select problem from automation_call where account_id = $1',
    [],
  )
  expect(first?.problem).toContain('503')
  await call()
  expect(server.asked).toHaveLength(1)
  await unscoped().automationCall.updateMany({ data: { next_attempt_at: new Date(0) } })
  await call()
  expect(await runs()).toEqual([{ state: 'held', problem: 'Acme answered with status 422: No such course.' }])
  expect(await ctx.db.automationCall.count()).toBe(0)
})
