import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { migrateSubscribers } from '../publishing/migration.ts'
import { advanceAutomation } from '../running/advance.ts'
import { runTask } from '../tasks/task.ts'
import { purgeListeners } from './listeners.ts'

test('what an earlier version waits for is listened to while someone is in it or is being moved there', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const [lin = 0] = await addNamed(account, ['Lin'])
  const [start = 0, wanted = 0] = await Promise.all(
    ['Start', 'Wanted'].map(async (name) => (await createTag(ctx, { name })).value.id),
  )
  const graph = {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: start } }],
    steps: [
      {
        id: 'w',
        kind: 'wait_for_event',
        events: [{ type: 'tag_added', tag_id: wanted }],
        timeout_minutes: null,
        next: null,
      },
    ],
  }
  const { id, publish } = await liveAutomation(account, graph)
  const listening = async () => {
    await purgeListeners({ after: { account_id: account_id - 1, id: 0 } })
    const rows = await ctx.db.automationListener.findMany({ where: { purpose: 'wait' }, orderBy: { version: 'asc' } })
    return rows.map(({ version }) => version)
  }
  await tagSubscribers(ctx, { pairs: [{ tag_id: start, subscriber_id: lin }] })
  await runsOf(account, id)
  await advanceAutomation(ctx, { id, work_ms: 60_000 })
  await publish(graph)
  expect(await listening()).toEqual([1, 2])
  await migrateSubscribers(ctx, { id, from_version: 1, to: {} })
  await publish(graph)
  // The task moves to version 2, whose listeners are needed although no one is there yet.
  expect(await listening()).toEqual([1, 2, 3])
  const task = await ctx.db.automationTask.findFirstOrThrow()
  await runTask(ctx, { id: task.id })
  expect(await listening()).toEqual([2, 3])
  await tagSubscribers(ctx, { pairs: [{ tag_id: wanted, subscriber_id: lin }] })
  await runsOf(account, id)
  await advanceAutomation(ctx, { id, work_ms: 60_000 })
  expect(await runsOf(account, id)).toMatchObject([{ state: 'completed', version: 2 }])
  expect(await listening()).toEqual([3])
})
