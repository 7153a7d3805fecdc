import { expect, onTestFinished, vi } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { addFrom } from '../../modules/automations/inspecting/adding.ts'
import { createTag } from '../../modules/tags/service.ts'
import { tagSubscribers } from '../../modules/tags/tagging.ts'
import { testAccount } from '../../testing/account.ts'
import { addEmail } from '../../testing/automations/automation.ts'
import { imbalancesOf } from '../../testing/automations/balance.ts'
import { liveAutomation } from '../../testing/automations/live.ts'
import { installedPlugin } from '../../testing/modules/installed-plugin.ts'
import { addSubscribers, sendToSink } from '../../testing/modules/sending.ts'
import { pluginServer } from '../../testing/servers/plugin-server.ts'

interface Playing {
  /** Time limit for each promise of the engine. */
  patience: { timeout: number; interval: number }
  /** Makes crons that run every minute run now, where the engine's clock allows it. */
  hurryCrons: () => Promise<void>
}

/**
 * Runs an automation on the started jobs: one subscriber enters by a trigger and two by a task. Each passes a tag, a request to an app, a
 * wait that becomes due, and an email exactly once.
 */
export async function playAutomation({ patience, hurryCrons }: Playing): Promise<void> {
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const app = await pluginServer(() => ({ body: {} }))
  onTestFinished(app.close)
  const sink = await sendToSink()
  const account = await testAccount()
  const { ctx } = account
  const [entering = 0, ...added_ids] = await addSubscribers(account, 3, 'entering')
  const tags: number[] = []
  for (const name of ['Begin', 'Reached', 'Added']) tags.push((await createTag(ctx, { name })).value.id)
  const [begin = 0, reached = 0, source = 0] = tags
  const { plugin_id } = await installedPlugin(ctx, { kind: 'automation_action', request_url: `${app.url}/act` })
  const { id, publish } = await liveAutomation(account, {})
  const email_id = await addEmail(account, { automation_id: id, subject: 'Welcome' })
  const version = await publish({
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: begin } }],
    steps: [
      { id: 'a', kind: 'action', action: { type: 'add_tag', tag_id: reached }, next: 'p' },
      { id: 'p', kind: 'action', action: { type: 'app_action', plugin_id, settings: {} }, next: 'w' },
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'e' },
      { id: 'e', kind: 'action', action: { type: 'send_email', email_id }, next: null },
    ],
  })
  await ctx.db.automationVersionEmail.updateMany({ where: { email_id }, data: { version } })
  const runs = (where: object) => ctx.db.automationRun.count({ where: { automation_id: id, ...where } })

  await tagSubscribers(ctx, { pairs: [{ tag_id: begin, subscriber_id: entering }] })
  await tagSubscribers(ctx, { pairs: added_ids.map((subscriber_id) => ({ tag_id: source, subscriber_id })) })
  await addFrom(ctx, { id, source: { kind: 'tag', id: source } })
  await vi.waitUntil(async () => (await runs({ state: 'waiting', step_id: 'w' })) === 3, patience)
  const asked = app.asked.flatMap(({ body }) => body.subscribers.map((one: { id: number }) => one.id))
  expect(asked.sort((a, b) => a - b)).toEqual([entering, ...added_ids])

  // No event announces the end of a wait; a cron finds it.
  await ctx.sql.run(
    `update automation_run set arrived_at = arrived_at - interval '1 hour', due_at = due_at - interval '1 hour'
     where account_id = $1`,
  )
  await hurryCrons()
  await vi.waitUntil(async () => (await runs({ state: 'completed' })) === 3 && sink.messages.length === 3, patience)
  expect(sink.messages.map(({ to }) => to).sort()).toEqual([1, 2, 3].map((n) => `entering${n}@example.net`))
  expect(await ctx.db.tagging.count({ where: { tag_id: reached } })).toBe(3)
  expect(await ctx.db.automationTask.findMany({ select: { state: true, changed: true } })).toEqual([
    { state: 'completed', changed: 2 },
  ])
  expect(await imbalancesOf(ctx, { id })).toEqual([])
}
