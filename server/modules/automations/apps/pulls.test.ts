import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { installedPlugin } from '../../../testing/modules/installed-plugin.ts'
import { pluginServer, type Reply } from '../../../testing/servers/plugin-server.ts'
import { sealPluginSecret } from '../../apps/develop/secrets.ts'
import { pauseAutomation, resumeAutomation } from '../publishing/lifecycle.ts'
import { pullEvents } from './pulls.ts'

// Nodes are claimed for all accounts.
runInOwnDatabase()

const of = (name: string, more: object = {}) => ({ email_address: `${name}@example.net`, ...more })
const page = (subscribers: object[], end_cursor: string | null = null, has_next_page = false): Reply => ({
  body: { subscribers, pagination: { has_next_page, end_cursor } },
})

/** An automation that subscribers enter by the events of an app whose server runs on this machine. */
async function pulling(answer: Parameters<typeof pluginServer>[0], { settings = { course: 'a' }, app = {} } = {}) {
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const server = await pluginServer(answer)
  onTestFinished(server.close)
  const account = await testAccount()
  const plugin = await installedPlugin(
    account.ctx,
    {
      kind: 'automation_event',
      request_url: `${server.url}/events`,
      settings: [{ name: 'course', type: 'text', label: 'Course', required: true }],
    },
    app,
  )
  const trigger = { id: 't', on: { type: 'app_event', plugin_id: plugin.plugin_id, settings } }
  const automation = await liveAutomation(account, { triggers: [trigger] }, { reentry: 'always' })
  const pull = () => pullEvents({ now: () => new Date(), budget_ms: 60_000 })
  /** As if five minutes were over. */
  const pullAgain = async () => {
    await account.ctx.sql.run(`update automation_pull set next_at = '2026-01-01' where account_id = $1`, [])
    await pull()
  }
  const node = () => account.ctx.db.automationPull.findFirstOrThrow()
  const entered = async () => (await runsOf(account, automation.id)).map(({ subscriber_id }) => subscriber_id)
  return { account, server, ...plugin, automation, trigger, pull, pullAgain, node, entered }
}

test('events are pulled page by page with the settings, signed, and the cursor advances with those who enter', async () => {
  const pages = [page([of('lin'), of('unknown')], 'c1', true), page([of(' ADA')], 'c2'), page([], null)]
  const { account, server, automation, pull, pullAgain, node, entered } = await pulling(
    () => pages.shift() ?? page([]),
    { app: { plugin_client_secret: sealPluginSecret('shared') } },
  )
  const [lin, ada] = await addNamed(account, ['Lin', 'Ada'])
  const before = Date.now()
  await pull()
  expect(await entered()).toEqual([lin, ada])
  expect(server.asked.map(({ body }) => body.after)).toEqual([null, 'c1'])
  const [first] = server.asked
  expect(first?.body).toMatchObject({ settings: { course: 'a' }, automation_id: automation.id, node_id: 't' })
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(first?.headers['x-service-signature'])) ?? []
  expect(v1).toBe(createHmac('sha256', 'shared').update(`${t}.${first?.text}`).digest('hex'))
  expect(await node()).toMatchObject({ cursor: 'c2', recorded: 2, unknown: 1, failures: 0, claim: null })
  // Not before five minutes are over.
  await pull()
  expect(server.asked).toHaveLength(2)
  expect(+(await node()).next_at).toBeGreaterThan(before + 4 * 60_000)
  await pullAgain()
  expect(server.asked[2]?.body.after).toBe('c2')
  expect(await node()).toMatchObject({ cursor: 'c2', pages: 0 })
})

test('an event that is reported again by its id or time, pulled or pushed, lets no one enter again', async () => {
  const at = new Date().toISOString()
  const reported = [
    of('lin', { event_id: 'order-1' }),
    of('lin', { event_id: 'order-1' }),
    of('ada', { occurred_at: at }),
  ]
  const { account, app_id, plugin_id, pull, pullAgain, entered } = await pulling(() => page(reported))
  const [lin, ada] = await addNamed(account, ['Lin', 'Ada'])
  await unscoped().automationPull.updateMany({ data: { since: new Date(0) } })
  await unscoped().installation.updateMany({ data: { installed_at: new Date(0) } })
  await pull()
  await pullAgain()
  expect((await entered()).sort()).toEqual([lin, ada].sort())
  await unscoped().oauthToken.updateMany({ where: { account_id: account.account_id }, data: { app_id } })
  const { identifier } = await unscoped().appPlugin.findFirstOrThrow({ where: { id: plugin_id } })
  const push = (event_id: string) =>
    api('POST /v4/automation_events', bearer(account), { plugin: identifier, subscribers: [{ id: lin, event_id }] })
  expect(await push('order-1')).toMatchObject({ status: 202 })
  expect(await entered()).toHaveLength(2)
  // One that was pushed for other settings, or is pushed for these after it was pulled, is not for this node.
  const limited = (course: string) => ({
    plugin: identifier,
    settings: { course },
    subscribers: [{ id: lin, event_id: 'order-1' }],
  })
  for (const course of ['a', 'b']) await api('POST /v4/automation_events', bearer(account), limited(course))
  expect(await entered()).toHaveLength(2)
  // A pushed event is not pulled again.
  await push('order-2')
  await push('order-2')
  reported.push(of('lin', { event_id: 'order-2' }))
  await pullAgain()
  expect(await entered()).toHaveLength(3)
})

test('events from before the node listened, or from a pause, let no one enter', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  let answer = page([of('lin', { occurred_at: at(-60) }), of('ada', { occurred_at: at(600) })])
  const { account, automation, pull, pullAgain, entered, server } = await pulling(() => answer)
  const [, ada, cy] = await addNamed(account, ['Lin', 'Ada', 'Cy'])
  await pull()
  expect(await entered()).toEqual([ada])
  await pauseAutomation(account.ctx, automation)
  await pullAgain()
  expect(server.asked).toHaveLength(1)
  // Not in the same millisecond as the end of the pause.
  const during = new Date(Date.now() - 1).toISOString()
  await resumeAutomation(account.ctx, automation)
  answer = page([of('lin', { occurred_at: during }), of('cy')])
  await pullAgain()
  expect(await entered()).toEqual([ada, cy])
})

test('an app that fails is asked less and less often, and the creator sees why', async () => {
  let answer: Reply = { status: 500, body: { errors: ['The database is down.'] } }
  const { account, automation, trigger, pullAgain, node, entered } = await pulling(() => answer)
  const [lin] = await addNamed(account, ['Lin'])
  await dashboard(account).automations.get({ id: automation.id })
  await account.ctx.db.automation.updateMany({ data: { draft: { triggers: [trigger], first: null, steps: [] } } })
  const minutes = async () => Math.round((+(await node()).next_at - Date.now()) / 60_000)
  for (const wait of [5, 10, 20, 40]) {
    await pullAgain()
    expect(await minutes()).toBe(wait)
  }
  const { problems } = await dashboard(account).automations.get({ id: automation.id })
  const failing = async () => (await dashboard(account).automations.list({})).rows.map((row) => row.failing_apps)
  expect(await failing()).toEqual([1])
  expect(problems).toContainEqual(
    expect.objectContaining({
      trigger_id: 't',
      code: 'app_failing',
      blocks: false,
      message: expect.stringContaining('Acme answered with status 500: The database is down.'),
    }),
  )
  for (const [wrong, problem] of [
    [{ body: { subscribers: 'no' } }, /cannot be read/],
    [{ body: { subscribers: Array.from({ length: 1_001 }, () => of('lin')) } }, /cannot be read/],
    [{ body: `{"subscribers":["${'x'.repeat(500_000)}"]}` }, /more than 500 KB/],
    [page([], null, true), /without a new end_cursor/],
  ] as const) {
    answer = wrong
    await pullAgain()
    expect((await node()).problem).toMatch(problem)
  }
  answer = page([of('lin')])
  await pullAgain()
  expect(await node()).toMatchObject({ failures: 0, problem: null })
  expect(await failing()).toEqual([0])
  expect(await entered()).toEqual([lin])
})

test('a node is requested by one process at a time, and a claim whose process died is taken over', async () => {
  const { account, server, pull, node, entered } = await pulling(() => page([of('lin')]))
  await addNamed(account, ['Lin'])
  await Promise.all([pull(), pull(), pull()])
  expect(server.asked).toHaveLength(1)
  expect(await entered()).toHaveLength(1)
  const died = { claim: '00000000-0000-4000-8000-000000000000', next_at: new Date(Date.now() - 1_000) }
  await account.ctx.db.automationPull.updateMany({ data: died })
  await pull()
  expect(server.asked).toHaveLength(2)
  expect((await node()).claim).toBeNull()
})

test('what a process was told that has lost its claim is dropped', async () => {
  const claim = '00000000-0000-4000-8000-000000000001'
  const { account, pull, node, entered } = await pulling(async () => {
    await unscoped().automationPull.updateMany({ data: { claim } })
    return page([of('lin')], 'c1')
  })
  await addNamed(account, ['Lin'])
  await pull()
  expect(await entered()).toEqual([])
  expect(await node()).toMatchObject({ claim, cursor: null, recorded: 0 })
})

test('an app is not asked once it is uninstalled, or when no published automation has the node', async () => {
  const { account, server, automation, installation_id, trigger, pullAgain, node } = await pulling(() => page([]))
  const installed = (state: 'installed' | 'uninstalled') =>
    account.ctx.db.installation.updateMany({ where: { id: installation_id }, data: { state } })
  await installed('uninstalled')
  await pullAgain()
  expect(server.asked).toHaveLength(0)
  await installed('installed')
  await pullAgain()
  expect(server.asked).toHaveLength(1)
  await account.ctx.db.automationPull.updateMany({ data: { cursor: 'c9' } })
  // The same node in a new version keeps its cursor; with other settings it begins again.
  await automation.publish({ triggers: [trigger] })
  expect(await node()).toMatchObject({ cursor: 'c9' })
  await automation.publish({ triggers: [{ ...trigger, on: { ...trigger.on, settings: { course: 'b' } } }] })
  expect(await account.ctx.db.automationPull.findMany()).toMatchObject([{ settings: { course: 'b' }, cursor: null }])
  await automation.publish({ triggers: [] })
  expect(await account.ctx.db.automationPull.count()).toBe(0)
  await pullAgain()
  expect(server.asked).toHaveLength(1)
})

test('an address inside the network is never called', async () => {
  const { server, pull, node } = await pulling(() => page([]))
  await configureOutbound()
  await pull()
  expect(server.asked).toHaveLength(0)
  expect((await node()).problem).toMatch(/^Acme cannot be reached/)
})

test('a slow app holds up no other: each has at most two requests at the same time', async () => {
  const { account, server, automation, trigger, pull } = await pulling(() => page([]))
  await automation.publish({
    triggers: Array.from({ length: 6 }, (_, n) => ({
      id: `t${n}`,
      on: { ...trigger.on, settings: { course: String(n) } },
    })),
  })
  await write(account.ctx, (tx) =>
    tx.sql.run(
      `update automation_pull set claim = '00000000-0000-4000-8000-000000000002', next_at = now() + interval '1 minute'
       where account_id = $1 and step_id in ('t0', 't1')`,
      [],
    ),
  )
  await pull()
  expect(server.asked).toHaveLength(0)
  await account.ctx.sql.run(`update automation_pull set claim = null where account_id = $1 and step_id = 't0'`, [])
  await pull()
  expect(server.asked.map(({ body }) => body.node_id).sort()).toEqual(['t2', 't3', 't4', 't5'])
})
