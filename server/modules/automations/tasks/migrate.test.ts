import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { migrateSubscribers } from '../publishing/migration.ts'
import { runTask } from './task.ts'

test('subscribers whom a worker moves to another step at the same moment are moved to the new version, too', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0] = await addNamed(account, ['Lin'])
  const tag_id = (await createTag(ctx, { name: 'Start' })).value.id
  const wait = (id: string, next: string | null) => ({
    id,
    kind: 'wait',
    next,
    wait: { for: 'duration', minutes: 600 },
  })
  const graph = {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id } }],
    steps: [wait('v', 'w'), wait('w', null)],
  }
  const { id, publish } = await liveAutomation(account, graph)
  await tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: lin }] })
  expect(await runsOf(account, id)).toMatchObject([{ version: 1, step_id: 'v' }])
  await publish(graph)
  await migrateSubscribers(ctx, { id, from_version: 1, to: {} })
  const task = await ctx.db.automationTask.findFirstOrThrow()
  await duringTransaction(
    ctx,
    (tx) => tx.sql.run(`update automation_run set step_id = 'w' where account_id = $1`, []),
    () => runTask(ctx, { id: task.id }),
  )
  expect(await runsOf(account, id)).toMatchObject([{ version: 2, step_id: 'w' }])
})
