import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { matchEvents } from '../entering/match.ts'
import { moveRuns, removeFromAutomation } from '../inspecting/actions.ts'
import { migrateSubscribers } from '../publishing/migration.ts'
import { runTask } from '../tasks/task.ts'
import { advanceAutomation } from './advance.ts'

// Members and migrations move runs at the moment when an event does.

const wait = (id: string, next: string | null) => ({ id, kind: 'wait', next, wait: { for: 'duration', minutes: 600 } })

/** Lin waits for an event or above a goal, and the event has happened. */
async function waiting(goal = false) {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0] = await addNamed(account, ['Lin'])
  const start = (await createTag(ctx, { name: 'Start' })).value.id
  const on = (await createTag(ctx, { name: 'Go' })).value.id
  const done = (await createTag(ctx, { name: 'Done' })).value.id
  const events = [{ type: 'tag_added', tag_id: on }]
  const graph = {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: start } }],
    first: 'v',
    steps: [
      goal
        ? wait('v', 'e')
        : { id: 'v', kind: 'wait_for_event', events, timeout_minutes: null, next: 'e', timed_out: null },
      { id: 'e', kind: 'action', action: { type: 'add_tag', tag_id: done }, next: goal ? 'g' : 'w' },
      ...(goal ? [{ id: 'g', kind: 'goal', name: 'Bought', events, next: 'w' }] : []),
      wait('w', null),
    ],
  }
  const { id, publish } = await liveAutomation(account, graph)
  await tagSubscribers(ctx, { pairs: [{ tag_id: start, subscriber_id: lin }] })
  await runsOf(account, id)
  await advanceAutomation(ctx, { id, work_ms: 10_000 })
  const [run] = await runsOf(account, id)
  expect(run).toMatchObject({ state: 'waiting', step_id: 'v' })
  await tagSubscribers(ctx, { pairs: [{ tag_id: on, subscriber_id: lin }] })
  return { account, ctx, id, publish, graph, lin, done, run_ids: [Number(run?.id)] }
}

test('someone whom a member moves while the event of the wait before is matched does the step', async () => {
  const { account, ctx, id, run_ids, lin, done } = await waiting()
  await duringTransaction(
    ctx,
    (tx) => moveRuns(tx, { id, run_ids, step_id: 'e' }),
    () => matchEvents(ctx, { work_ms: 10_000 }),
  )
  await advanceAutomation(ctx, { id, work_ms: 10_000 })
  expect(await runsOf(account, id)).toMatchObject([{ step_id: 'w' }])
  expect(await ctx.db.tagging.count({ where: { subscriber_id: lin, tag_id: done } })).toBe(1)
})

test('someone whom a member removes while a goal is reached stays removed', async () => {
  const { ctx, id, run_ids } = await waiting(true)
  await duringTransaction(
    ctx,
    (tx) => removeFromAutomation(tx, { id, run_ids }),
    () => matchEvents(ctx, { work_ms: 10_000 }),
  )
  const [row] = await ctx.sql.rows(
    'select state, step_id, ended_at is not null as ended from automation_run where account_id = $1',
    [],
  )
  expect(row).toMatchObject({ state: 'left', ended: true })
})

test('someone whom a migration moves while a goal is reached is counted once', async () => {
  const { account, ctx, id, publish, graph } = await waiting(true)
  const next = {
    ...graph,
    steps: graph.steps.filter(({ id }) => id !== 'g').map((s) => (s.id === 'e' ? { ...s, next: 'w' } : s)),
  }
  await publish(next)
  await migrateSubscribers(ctx, { id, from_version: 1, to: {} })
  const task = await ctx.db.automationTask.findFirstOrThrow()
  await duringTransaction(
    ctx,
    (tx) => runTask({ ...tx } as never, { id: task.id }),
    () => matchEvents(ctx, { work_ms: 10_000 }),
  )
  await advanceAutomation(ctx, { id, work_ms: 10_000 })
  const runs = await runsOf(account, id)
  expect(runs).toMatchObject([{ version: 2, step_id: 'v', state: 'waiting' }])
})
