import { createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { write } from '../../../core/write/write.ts'
import { database, unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { liveAutomation } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { failOnce } from '../../../testing/database/fail-once.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { takeEvents } from '../../../testing/events.ts'
import { installedPlugin } from '../../../testing/modules/installed-plugin.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { type Asked, pluginServer, type Reply } from '../../../testing/servers/plugin-server.ts'
import { sealPluginSecret } from '../../apps/develop/secrets.ts'
import { enter } from '../entering/enter.ts'
import { advanceAutomation } from '../running/advance.ts'
import { hasCalls, makeCalls } from './calls.ts'

// Requests are claimed for all accounts.
runInOwnDatabase()

async function calling(count: number, answer: () => Reply | Promise<Reply>, app: object = {}) {
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const server = await pluginServer(answer)
  onTestFinished(server.close)
  const account = await testAccount()
  const { ctx } = account
  const plugin = { kind: 'automation_action' as const, request_url: `${server.url}/act` }
  const { plugin_id } = await installedPlugin(ctx, plugin, app)
  const action = { type: 'app_action' as const, plugin_id, settings: {} }
  const { id: automation_id } = await liveAutomation(account, {
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action, next: null, note: '' }],
  })
  const ids = await addSubscribers(account, count)
  const entries = ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} }))
  await write(ctx, (tx) => enter(tx, { automation_id, entries }))
  const advance = () => advanceAutomation(ctx, { id: automation_id, work_ms: 60_000 })
  const call = (later_ms = 0) => makeCalls({ now: () => new Date(Date.now() + later_ms), budget_ms: 60_000 })
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

test('an app that is down is asked again, and holds the subscriber with the reason from its first failure on', async () => {
  const replies: Reply[] = [
    { status: 503, body: {} },
    { status: 422, body: { errors: ['No such course.'] } },
  ]
  const { account, ctx, server, advance, call, runs } = await calling(
    1,
    () => replies.shift() ?? { status: 500, body: {} },
  )
  await advance()
  await call()
  expect(await runs()).toEqual([{ state: 'held', problem: 'Acme answered with status 503.' }])
  const { id } = await ctx.db.automation.findFirstOrThrow()
  const [run] = await ctx.db.automationRun.findMany()
  const { automations } = dashboard(account)
  const { next_attempt_at: at } = await ctx.db.automationCall.findFirstOrThrow()
  const trace = await automations.trace({ run_id: Number(run?.id) })
  expect(trace.next).toMatchObject({
    message: 'Acme answered with status 503. It is tried again automatically.',
    at: at?.toISOString().replace(/\.\d+/, ''),
  })
  expect((await automations.list({})).rows).toMatchObject([{ id, held: 1 }])
  // No worker does the step again, which would be another request for the app.
  await advance()
  await call()
  expect(server.asked).toHaveLength(1)
  await unscoped().automationCall.updateMany({ data: { next_attempt_at: new Date(0) } })
  await call()
  expect(await runs()).toEqual([{ state: 'held', problem: 'Acme answered with status 422: No such course.' }])
  expect(await ctx.db.automationCall.count()).toBe(0)
})

/** Verifies a signature as contract 9.2 tells receivers to, and returns its time in seconds. */
function verified({ headers, text }: Asked, secret: string): number {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? []
  expect(createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')).toBe(v1)
  return Number(t)
}

test('each attempt has a new signature, and the key and the body of the first', async () => {
  const replies: Reply[] = [{ status: 503, body: {} }, { status: 429, body: {} }, { body: {} }]
  const secret = { plugin_client_secret: sealPluginSecret('shared') }
  const { server, advance, call, runs } = await calling(2, () => replies.shift() ?? { status: 500 }, secret)
  const before = Date.now()
  await advance()
  for (const _attempt of [1, 2, 3]) {
    await unscoped().automationCall.updateMany({ data: { next_attempt_at: new Date(0) } })
    await call()
  }
  await advance()
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
  expect(server.asked).toHaveLength(3)
  const [first] = server.asked
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  for (const one of server.asked) {
    expect(one.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(one.text).toBe(first?.text)
    const signed_at = verified(one, 'shared') * 1_000
    expect(signed_at).toBeGreaterThan(before - 60_000)
    expect(signed_at).toBeLessThan(Date.now() + 60_000)
    // A changed body or another secret does not verify.
    const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(one.headers['x-service-signature'])) ?? []
    expect(createHmac('sha256', 'other').update(`${t}.${one.text}`).digest('hex')).not.toBe(v1)
  }
})

test('a process that dies after the app has answered makes the same request again, and no one passes the step twice', async () => {
  const done = new Set<unknown>()
  let locking: (() => Promise<void>) | undefined
  const { ctx, server, advance, call, runs } = await calling(3, async () => {
    await locking?.()
    // An app does each key once.
    done.add(server.asked.at(-1)?.headers['idempotency-key'])
    return { body: {} }
  })
  await advance()
  const client = await database().pool.connect()
  const { pool } = database()
  locking = async () => {
    await client.query('begin; select from automation_call for update')
  }
  const lost = call()
  const WRITER = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%from automation_call where%' and pid <> pg_backend_pid()`
  skipPauses()
  let hasEnded = false
  const ended = expect(lost)
    .rejects.toThrow()
    .finally(() => {
      hasEnded = true
    })
  // Each time that it records the answer, until it gives up.
  const terminate = async () => {
    await pool.query(`select pg_terminate_backend(pid) from (${WRITER}) w`)
    return hasEnded
  }
  await vi.waitUntil(terminate, { ...PATIENCE, interval: 5 })
  await ended
  locking = undefined
  await client.query('rollback')
  client.release()
  expect(await runs()).toEqual([{ state: 'waiting', problem: null }])
  // It counts as lost after a minute.
  await call()
  expect(server.asked).toHaveLength(1)
  await call(61_000)
  await advance()
  await call(122_000)
  const [first, second] = server.asked
  expect(server.asked).toHaveLength(2)
  expect(second?.text).toBe(first?.text)
  expect(done.size).toBe(1)
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
  const passed = await ctx.sql.rows<{ count: number }>(
    `select count(*)::int as count from automation_trace where account_id = $1 and event = 'passed' group by run_id`,
  )
  expect(passed).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }])
  const counted = await ctx.db.automationStepCount.findMany({ where: { step_id: 'a' } })
  expect(counted).toMatchObject([{ entered: 3, passed: 3, failed: 0 }])
})

/** Ends pauses of `node:timers/promises` immediately until the test ends. */
function skipPauses(): void {
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(() => timers.setImmediate(undefined as never))
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

test('a request that the app has answered is not made again when recording that fails once', async () => {
  const { account, server, advance, call, runs } = await calling(2, () => ({ body: {} }))
  await advance()
  const when = `new.account_id = ${account.account_id}`
  const hasFailed = await failOnce('automation_run', { fault: 'its connection ended', when })
  await call()
  expect(await hasFailed()).toBe(true)
  await call(61_000)
  expect(server.asked).toHaveLength(1)
  await advance()
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
})

test('a member asks an app again with the key of the first request, and the subscriber continues', async () => {
  const replies: Reply[] = [{ status: 503, body: {} }]
  const { account, ctx, server, advance, call, runs } = await calling(1, () => replies.shift() ?? { body: {} })
  await advance()
  await call()
  const { id } = await ctx.db.automation.findFirstOrThrow()
  const [run] = await ctx.db.automationRun.findMany()
  const retry = () => dashboard(account).automations.retrySubscribers({ id, run_ids: [Number(run?.id)] })
  expect(await retry()).toEqual({ changed: 1 })
  // It is made in half a minute anyway; an hour later it would not be.
  await call()
  expect(server.asked).toHaveLength(1)
  await unscoped().automationCall.updateMany({ data: { next_attempt_at: new Date(Date.now() + 3_600_000) } })
  expect(await retry()).toEqual({ changed: 1 })
  await advance()
  await call()
  await advance()
  expect(server.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(
    Array(2).fill(server.asked[0]?.headers['idempotency-key']),
  )
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
  const counted = await ctx.db.automationStepCount.findMany({ where: { step_id: 'a' } })
  expect(counted).toMatchObject([{ entered: 1, passed: 1, failed: 1 }])
})

test('an app that never answered is asked again with the same key, and no longer automatically', async () => {
  let status = 503
  const { account, ctx, server, advance, call, runs } = await calling(1, () => ({ status, body: {} }))
  await advance()
  const soon = () => unscoped().automationCall.updateMany({ data: { next_attempt_at: new Date() } })
  for (let attempt = 0; attempt < 9; attempt++) {
    if (attempt > 0) await soon()
    await call()
  }
  const [held] = await runs()
  expect(held).toMatchObject({ state: 'held', problem: expect.stringContaining('503') })
  expect(await unscoped().automationCall.findMany()).toMatchObject([{ state: 'stopped', next_attempt_at: null }])
  await call(90 * 86_400_000)
  expect(server.asked).toHaveLength(9)
  const { id } = await ctx.db.automation.findFirstOrThrow()
  const [run] = await ctx.db.automationRun.findMany()
  const retry = () => dashboard(account).automations.retrySubscribers({ id, run_ids: [Number(run?.id)] })
  expect(await retry()).toEqual({ changed: 1 })
  await call()
  expect(await unscoped().automationCall.findMany()).toMatchObject([{ state: 'stopped' }])
  status = 200
  await retry()
  await call()
  await advance()
  expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(server.asked).toHaveLength(11)
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
})

test('an app that refuses a request after it may have done it is asked again with the same key', async () => {
  const replies: Reply[] = [
    { status: 503, body: {} },
    { status: 401, body: {} },
  ]
  const { account, ctx, server, advance, call, runs } = await calling(1, () => replies.shift() ?? { body: {} })
  await advance()
  await call()
  await unscoped().automationCall.updateMany({ data: { next_attempt_at: new Date() } })
  await call()
  expect(await runs()).toMatchObject([{ state: 'held', problem: expect.stringContaining('401') }])
  const { id } = await ctx.db.automation.findFirstOrThrow()
  const [run] = await ctx.db.automationRun.findMany()
  expect(await dashboard(account).automations.retrySubscribers({ id, run_ids: [Number(run?.id)] })).toEqual({
    changed: 1,
  })
  await call()
  await advance()
  expect(server.asked).toHaveLength(3)
  expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await runs()).toEqual([{ state: 'completed', problem: null }])
})

test('an app that does not answer delays no other', async () => {
  const answered = Promise.withResolvers<Reply>()
  const hanging = await calling(500, () => answered.promise)
  await hanging.advance()
  const other = await calling(1, () => ({ body: {} }))
  await other.advance()
  const calls = other.call()
  // All five requests of the first app are older, and none is answered yet.
  await vi.waitUntil(() => other.server.asked.length === 1, PATIENCE)
  answered.resolve({ body: {} })
  await calls
  expect(await other.ctx.db.automationCall.count()).toBe(0)
})
