import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import { compareSubscriber, findDryRun } from '../dry-run/compare.ts'
import { startDryRun } from '../dry-run/start.ts'
import type { PropertyCondition } from '../graph-schema.ts'
import { traceRun } from '../inspecting/trace.ts'
import { advanceAutomation } from '../running/advance.ts'
import { runTask } from '../tasks/task.ts'
import { holdsForEvent } from './event-conditions.ts'

test('properties compare as texts without case, as numbers, as dates and as members of a list', () => {
  const properties = {
    plan: 'Pro',
    at: '2026-03-02',
    cart: { total: 49.9, items: ['Mug', 'Tea'] },
    gift: false,
    note: null,
  }
  const holds = (property: string, comparison: PropertyCondition['comparison'], value = '') =>
    holdsForEvent([{ property, comparison, value }], properties)
  expect(holds('plan', 'is', ' pro ')).toBe(true)
  expect(holds('plan', 'is_not', 'Free')).toBe(true)
  expect(holds('nothing', 'is_not', 'Free')).toBe(true)
  expect(holds('plan', 'contains', 'R')).toBe(true)
  expect(holds('gift', 'is', 'false')).toBe(true)
  expect(holds('cart.items', 'contains', 'tea')).toBe(true)
  expect(holds('cart.items', 'contains', 'te')).toBe(false)
  expect(holds('cart.total', 'greater_than', '49.8')).toBe(true)
  expect(holds('cart.total', 'greater_than', 'much')).toBe(false)
  expect(holds('at', 'less_than', '2026-03-10')).toBe(true)
  expect(holds('note', 'less_than', '1')).toBe(false)
  expect(holds('note', 'exists')).toBe(false)
  expect(holds('cart', 'exists')).toBe(true)
  expect(holds('constructor', 'exists')).toBe(false)
  expect(holdsForEvent(undefined, undefined)).toBe(true)
  expect(holdsForEvent([{ property: 'plan', comparison: 'exists', value: '' }], undefined)).toBe(false)
})

test('conditions on properties decide who enters, which wait ends and which exit is taken, as in the dry run', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0, ada = 0, max = 0] = await addNamed(account, ['Lin', 'Ada', 'Max'])
  const order = (await createCustomField(ctx, { label: 'Order' })).value
  const where = (property: string, comparison: string, value = '') => [{ property, comparison, value }]
  const { id, graph } = await liveAutomation(account, {
    triggers: [
      { id: 't', on: { type: 'api_event', name: 'started', where: where('cart.total', 'greater_than', '50') } },
    ],
    steps: [
      { id: 'c', kind: 'condition', filter: { all: [] }, event: where('plan', 'is', 'pro'), yes: 'w', no: null },
      {
        id: 'w',
        kind: 'wait_for_event',
        events: [{ type: 'api_event', name: 'paid', where: where('order', 'exists') }],
        next: 's',
        timed_out: null,
      },
      {
        id: 's',
        kind: 'action',
        action: { type: 'set_field', custom_field_id: order.id, value: '{{ event.order }}' },
        next: null,
      },
    ],
  })
  await ctx.db.automation.updateMany({ where: { id }, data: { draft: graph as object } })
  const report = async (name: string, subscribers: object[]) => {
    await api('POST /v4/automation_events', key(account), { name, subscribers })
    await runsOf(account, id)
    await advanceAutomation(ctx, { id, work_ms: 60_000 })
  }
  await report('started', [
    { id: lin, properties: { cart: { total: 60 }, plan: 'Pro' } },
    { id: ada, properties: { cart: { total: 60 }, plan: 'Free' } },
    { id: max, properties: { cart: { total: 40 }, plan: 'Pro' } },
  ])
  await report('paid', [{ id: lin, properties: { note: 'later' } }])
  const runs = async () => (await runsOf(account, id)).map((run) => [run.subscriber_id, run.state, run.step_id])
  expect(await runs()).toEqual([
    [lin, 'waiting', 'w'],
    [ada, 'completed', null],
  ])
  await report('paid', [{ id: lin, properties: { order: 'A-17' } }])
  expect(await runs()).toEqual([
    [lin, 'completed', null],
    [ada, 'completed', null],
  ])
  expect((await getSubscriber(ctx, { id: lin })).fields).toEqual({ order: 'A-17' })
  const [run] = await runsOf(account, id)
  const { entries } = await traceRun(ctx, { run_id: run?.id ?? 0 })
  expect(JSON.stringify(entries)).toContain('A-17')
  const task = await startDryRun(ctx, { id })
  await runTask(ctx, { id: task.id })
  const dry_run = await findDryRun(ctx, { id })
  expect(dry_run?.result).toMatchObject({ entered: 2 })
  const { would } = await compareSubscriber(ctx, { id: dry_run?.id ?? 0, subscriber_id: lin })
  expect(JSON.stringify(would)).toContain('A-17')
})
