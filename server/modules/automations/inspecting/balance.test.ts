import { expect, test } from 'vitest'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { testAccount } from '../../../testing/account.ts'
import { imbalancesOf } from '../../../testing/automations/balance.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { unsubscribe } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { endRuns } from '../publishing/lifecycle.ts'
import { advanceAutomation } from '../running/advance.ts'
import { runTask } from '../tasks/task.ts'
import { countSteps } from './counts.ts'

const waitAt = (id: string, next: string | null = null) => ({
  id,
  kind: 'wait',
  wait: { for: 'duration', minutes: 600 },
  next,
})

test('everyone who entered a step or automation passed it, is there, was moved, or ended, however they ended', async () => {
  const account = await testAccount()
  const { ctx } = account
  const call = dashboard(account)
  const [start = 0, goal = 0, end = 0] = await Promise.all(
    ['Start', 'Goal', 'End'].map(async (name) => (await createTag(ctx, { name })).value.id),
  )
  const add = (id: string, tag_id: number, next: string | null) => ({
    id,
    kind: 'action',
    action: { type: 'add_tag', tag_id },
    next,
  })
  const { id, publish } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: start } }],
    steps: [
      add('a', end, 'w'),
      waitAt('w', 'g'),
      { id: 'g', kind: 'goal', name: 'Goal', events: [{ type: 'tag_added', tag_id: goal }], next: 'z' },
      { id: 'z', kind: 'end' },
    ],
  })
  const names = ['Lin', 'Ada', 'Max', 'Eve', 'Ola', 'Kim']
  const ids = await addNamed(account, names)
  const balance = async () => {
    const runs = await runsOf(account, id)
    expect(await imbalancesOf(ctx, { id })).toEqual([])
    return runs
  }
  const move = async () => {
    await balance()
    await advanceAutomation(ctx, { id, work_ms: 60_000 })
    return balance()
  }
  const give = (tag_id: number, subscriber_id = 0) => tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id }] })
  await tagSubscribers(ctx, { pairs: ids.map((subscriber_id) => ({ tag_id: start, subscriber_id })) })
  expect(await move()).toMatchObject(names.map(() => ({ step_id: 'w' })))
  const [lin, ada, max, eve] = ids
  const runs = new Map((await balance()).map((run) => [run.subscriber_id, run.id]))
  await give(goal, lin)
  await unsubscribe(ctx, { id: ada ?? 0 })
  await move()
  await call.automations.moveSubscribers({ id, run_ids: [runs.get(max ?? 0) ?? 0], step_id: 'g' })
  await move()
  await call.privacy.erase({ id: eve ?? 0, email_address: 'eve@example.net' })
  await call.privacy.erase({ id: lin ?? 0, email_address: 'lin@example.net' })
  await balance()
  await publish({ triggers: [], steps: [waitAt('n')] })
  const occupied = () => call.automations.occupiedSteps({ id })
  expect(await occupied()).toEqual([
    { step_id: 'w', label: 'Wait 10 hours', versions: [1], count: 2, is_current: false },
  ])
  await call.automations.migrate({ id, from_version: 1, to: { w: 'n', a: 'n', g: 'n', z: 'n' } })
  const task = await ctx.db.automationTask.findFirstOrThrow({ where: { automation_id: id } })
  await runTask(ctx, { id: task.id })
  await move()
  await call.automations.removeSubscribers({ id, run_ids: [runs.get(ids[4] ?? 0) ?? 0] })
  await balance()
  // A step that continues takes along who is there, and one can have someone of two versions.
  await publish({ triggers: [], steps: [waitAt('n')] })
  const [ola = 0, late = 0] = await addNamed(account, ['Bo', 'Ulf'])
  await call.automations.addSubscribers({ id, subscriber_ids: [ola, late] })
  await move()
  expect(await occupied()).toEqual([
    { step_id: 'n', label: 'Wait 10 hours', versions: [2, 3], count: 3, is_current: true },
  ])
  await call.automations.migrate({ id, from_version: 2, to: {} })
  const next = await ctx.db.automationTask.findFirstOrThrow({ where: { automation_id: id }, orderBy: { id: 'desc' } })
  await runTask(ctx, { id: next.id })
  await balance()
  expect(await occupied()).toMatchObject([{ versions: [3], count: 3 }])
  expect(await call.automations.versions({ id })).toMatchObject([{ inside: 3 }, { inside: 0 }, { inside: 0 }])
  const stranger = dashboard(await testAccount()).automations
  await expect(stranger.occupiedSteps({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const counted = await countSteps(ctx, { id })
  expect(counted).toMatchObject({
    completed: 2,
    left: 2,
    deleted: 1,
    triggers: { t: { entered: 6 }, by_hand: { entered: 2 } },
  })
  expect(counted.steps).toMatchObject({
    w: { entered: 6, passed: 0, moved: 4, ended: 2, waiting: 0 },
    g: { entered: 2, passed: 2 },
    z: { entered: 2, ended: 2 },
    n: { entered: 4, ended: 1, waiting: 3 },
  })
  await call.automations.delete({ id })
  await endRuns(ctx, { id, budget: new Budget(60_000) })
  expect((await ctx.db.automationStepCount.findMany({ where: { automation_id: id, step_id: 'n' } })).length).toBe(2)
})
