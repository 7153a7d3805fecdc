import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { createSegment, deleteSegment } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { Graph } from '../graph-schema.ts'
import { runTask, startTask } from '../tasks/task.ts'
import { lockAutomation } from '../view.ts'
import { evaluateTriggers } from './evaluate.ts'
import { replaceListeners } from './listeners.ts'
import { matchEvents } from './match.ts'
import { evaluateSegment } from './segments.ts'

// Tests subscribers who enter while the automation is being published.

const wait = (id: string, next: string | null) => ({ id, kind: 'wait', next, wait: { for: 'duration', minutes: 600 } })

/** As publishAutomation does, in the given transaction. */
async function publishIn(tx: Tx, id: number, version: number, graph: object) {
  await lockAutomation(tx, { id })
  const parsed = Graph.parse(graph)
  await tx.db.automationVersion.create({
    data: {
      account_id: tx.account_id,
      automation_id: id,
      version,
      graph: parsed as object,
      reentry: 'never',
      published_at: tx.now(),
    },
  })
  await tx.db.automation.updateMany({ where: { id }, data: { version } })
  await replaceListeners(tx, { automation_id: id, version, graph: parsed })
}

test('an event during a publication lets its subscriber enter', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0] = await addNamed(account, ['Lin'])
  const tag_id = (await createTag(ctx, { name: 'Start' })).value.id
  const graph = { triggers: [{ id: 't', on: { type: 'tag_added', tag_id } }], first: 'v', steps: [wait('v', null)] }
  const { id } = await liveAutomation(account, graph)
  await tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: lin }] })
  await duringTransaction(
    ctx,
    (tx) => publishIn(tx, id, 2, graph),
    () => matchEvents(ctx, { work_ms: 10_000 }),
  )
  expect(await runsOf(account, id)).toMatchObject([{ subscriber_id: lin, state: 'ready' }])
})

test('existing matches continue to enter after another publication', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addNamed(account, ['Lin', 'Ada'])
  const tag_id = (await createTag(ctx, { name: 'Start' })).value.id
  await tagSubscribers(ctx, { pairs: ids.map((subscriber_id) => ({ tag_id, subscriber_id })) })
  const graph = { triggers: [{ id: 't', on: { type: 'tag_added', tag_id } }], first: 'v', steps: [wait('v', null)] }
  const { id } = await liveAutomation(account, graph)
  const task = await write(ctx, (tx) =>
    startTask(tx, { automation_id: id, input: { kind: 'enter', trigger_ids: ['t'] }, total: 2 }),
  )
  await duringTransaction(
    ctx,
    (tx) => publishIn(tx, id, 2, graph),
    () => runTask(ctx, { id: task }),
  )
  expect(await ctx.db.automationTask.findFirst()).toMatchObject({ changed: 2, state: 'completed' })
  expect(await runsOf(account, id)).toHaveLength(2)
})

/** Creates a segment by a tag, and a function that lets subscribers enter by it. */
async function bySegment(ctx: Ctx) {
  const tag_id = (await createTag(ctx, { name: 'Pro' })).value.id
  const all = [{ type: 'tags', any: [{ type: 'ids', matching: [tag_id] }] }]
  const { id: segment_id } = await createSegment(ctx, { name: 'Pros', definition: SegmentFilter.parse({ all }) })
  const graph = {
    triggers: [{ id: 't', on: { type: 'segment_entered', segment_id } }],
    first: 'v',
    steps: [wait('v', null)],
  }
  return { tag_id, graph }
}

test('a segment that is listened to again just when it is forgotten is watched', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { graph } = await bySegment(ctx)
  const { id, publish } = await liveAutomation(account, graph)
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  await publish({ triggers: [], first: 'v', steps: [wait('v', null)] })
  // Publishes again between the look whether something listens and the deletion.
  await duringTransaction(
    ctx,
    (tx) => publishIn(tx, id, 3, graph),
    () => evaluateSegment(ctx),
  )
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  expect(await ctx.db.automationListener.count()).toBe(1)
  expect(await ctx.db.automationSegment.count()).toBe(1)
})

test('who joined a segment before a publication does not enter, although another automation has not seen them yet', async () => {
  let at = new Date('2027-03-01T09:00:00Z')
  const account = await testAccount()
  const ctx = { ...account.ctx, now: () => at }
  const clocked = { ...account, ctx }
  const { tag_id, graph } = await bySegment(ctx)
  await liveAutomation(clocked, graph)
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  const [lin = 0] = await addNamed(clocked, ['Lin'])
  at = new Date('2027-03-01T09:02:00Z')
  await tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: lin }] })
  at = new Date('2027-03-01T09:03:00Z')
  const second = await liveAutomation(clocked, graph)
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  at = new Date('2027-03-01T09:06:00Z')
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  expect(await runsOf(clocked, second.id)).toEqual([])
})

test('who joined between two publications does not enter, although the first evaluation had passed them', async () => {
  let at = new Date('2027-03-01T09:00:00Z')
  const account = await testAccount()
  const ctx = { ...account.ctx, now: () => at }
  const clocked = { ...account, ctx }
  const { tag_id, graph } = await bySegment(ctx)
  const [lin = 0] = await addNamed(clocked, ['Lin'])
  const { id, publish } = await liveAutomation(clocked, graph)
  await ctx.db.automationSegment.updateMany({ data: { after_id: lin } })
  await publish({ triggers: [], first: 'v', steps: [wait('v', null)] })
  await tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: lin }] })
  at = new Date('2027-03-01T09:01:00Z')
  await publish(graph)
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  at = new Date('2027-03-01T09:07:00Z')
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  expect(await runsOf(clocked, id)).toEqual([])
  expect(await ctx.db.automationSegmentMember.count()).toBe(1)
})

test('who matched a segment is forgotten with it', async () => {
  let at = new Date('2027-03-01T09:00:00Z')
  const account = await testAccount()
  const ctx = { ...account.ctx, now: () => at }
  const { tag_id, graph } = await bySegment(ctx)
  const ids = await addNamed({ ...account, ctx }, ['Lin', 'Ada'])
  await tagSubscribers(ctx, { pairs: ids.map((subscriber_id) => ({ tag_id, subscriber_id })) })
  await liveAutomation({ ...account, ctx }, graph)
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  expect(await ctx.db.automationSegmentMember.count()).toBe(2)
  await deleteSegment(ctx, { id: (await ctx.db.segment.findFirstOrThrow()).id })
  at = new Date('2027-03-01T09:07:00Z')
  while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
  expect([await ctx.db.automationSegmentMember.count(), await ctx.db.automationSegment.count()]).toEqual([0, 0])
})
